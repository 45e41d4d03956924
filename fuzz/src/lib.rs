//! What the fuzz targets share: reading a text as the tool does, and the bound on memory.

use asyncir::ir::verify::verify_op_on;
use asyncir::ir::{Context, OpRef};
use asyncir::text::{self, Parsed, PrintOptions, Source};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What may be in use whatever the input is: the dialects, which every context holds.
pub const BASE: usize = 8 << 20;

/// A context with all dialects.
pub fn context(allow_unregistered: bool) -> Context {
    let mut ctx = asyncir::context();
    ctx.allow_unregistered = allow_unregistered;
    ctx
}

/// What `data` says, if it is a program; otherwise there must be an error, which must be printable.
pub fn parse(ctx: &Context, data: &[u8]) -> Option<Parsed> {
    match text::parse_source(ctx, &Source::new("input.mlir", data)) {
        Ok(parsed) => Some(parsed),
        Err(errors) => {
            assert!(errors.has_errors(), "refused without an error");
            show(ctx, &errors, data);
            None
        }
    }
}

/// Whether the op is valid; if not, there is an error that can be shown.
pub fn verify(ctx: &Context, op: OpRef<'_>, data: &[u8]) -> bool {
    let found = verify_op_on(op, false);
    show(ctx, &found, data);
    !found.has_errors()
}

/// Renders diagnostics, with the lines that they are about.
pub fn show(ctx: &Context, found: &asyncir::ir::Diagnostics, data: &[u8]) {
    let mut sources = text::SourceMap::new();
    sources.add("input.mlir", data);
    let rendered = text::render(ctx, found, &sources);
    assert!(rendered.is_empty() || rendered.ends_with('\n'), "cut off: {rendered}");
}

/// The text of a program, in custom or generic form.
pub fn print(ctx: &Context, parsed: &Parsed, generic: bool) -> String {
    let options = PrintOptions {
        generic,
        ..PrintOptions::default()
    };
    text::print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
}

/// Does `work` and checks that it takes at most [`BASE`] bytes and `factor` bytes for each byte of the input.
pub fn bounded(data: &[u8], factor: usize, work: impl FnOnce()) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    work();
    let used = MEMORY.peak_usage().saturating_sub(before);
    let allowed = BASE + factor * data.len();
    assert!(used <= allowed, "{used} bytes for an input of {}", data.len());
}
