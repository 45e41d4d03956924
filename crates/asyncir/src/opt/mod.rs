//! What `asyncir opt` does: parse, verify, run passes, print; for each part of a file that is split.

use asyncir_ir::def::Presence;
use asyncir_ir::verify::{verify_op, verify_op_on};
use asyncir_ir::{Body, Context, Diagnostics, Fallible, OpRef, WalkOrder};
use asyncir_passes::instrumentation::{IrPrintConfig, IrPrinting};
use asyncir_passes::timing::Timing;
use asyncir_passes::{PassManager, RunConfig};
use asyncir_text::{ParseOptions, Parsed, PrintOptions, Source};

/// How a file is processed.
pub struct OptOptions {
    /// How the result is written.
    pub print: PrintOptions,
    /// Which passes the IR is printed around.
    pub ir_printing: IrPrintConfig,
    /// Whether what is parsed is verified.
    pub verify_parsed: bool,
    /// Whether everything is verified after each pass.
    pub verify_each: bool,
    /// Whether what is parsed must come back when it is printed and parsed again.
    pub verify_roundtrip: bool,
    /// Whether ops are printed in custom form even if they may not be valid.
    pub assume_verified: bool,
    /// Whether passes run on several functions at once.
    pub threads: bool,
}

impl Default for OptOptions {
    fn default() -> Self {
        Self {
            print: PrintOptions::default(),
            ir_printing: IrPrintConfig::default(),
            verify_parsed: true,
            verify_each: true,
            verify_roundtrip: false,
            assume_verified: false,
            threads: true,
        }
    }
}

/// What came out.
pub struct OptResult {
    /// Whether all went well and the result was written.
    pub ok: bool,
    /// Errors, warnings and remarks, in order.
    pub diagnostics: Diagnostics,
}

/// Processes one program. The text of the result goes to `output`, piece by piece, IR dumps go to `dump`.
pub fn process(
    ctx: &Context,
    source: &Source<'_>,
    pipeline: &PassManager,
    options: &OptOptions,
    timing: Option<&Timing>,
    output: &mut (dyn FnMut(&str) + Send),
    dump: &(dyn Fn(&str) + Sync),
) -> OptResult {
    let mut diagnostics = Diagnostics::new();
    let phase = |name: &str, run: &mut dyn FnMut()| match timing {
        Some(timing) => timing.phase(name, run),
        None => run(),
    };
    let mut parsed = None;
    phase("Parser", &mut || {
        parsed = parse(ctx, source, options, &mut diagnostics);
    });
    let parsed =
        parsed.filter(|parsed| !options.verify_roundtrip || diagnostics.take(verify_roundtrip(ctx, parsed)).is_some());
    let Some(mut parsed) = parsed else {
        return OptResult { ok: false, diagnostics };
    };

    let print_op = |op: OpRef<'_>| asyncir_text::print_op(op, &print_options(op, options, false));
    let printing = IrPrinting {
        config: options.ir_printing.clone(),
        print: &print_op,
        sink: dump,
    };
    let mut config = RunConfig {
        verify_each: options.verify_each,
        threads: options.threads,
        timing,
        ..RunConfig::default()
    };
    if options.ir_printing.is_active() {
        config.instrumentations.push(&printing);
    }
    match pipeline.run(ctx, &mut parsed.op, &config) {
        Ok(more) => diagnostics.append(more),
        Err(more) => {
            diagnostics.append(more);
            return OptResult { ok: false, diagnostics };
        }
    }
    phase("Output", &mut || {
        let op = parsed.op.op_ref(ctx);
        let print = print_options(op, options, options.verify_parsed && options.verify_each);
        asyncir_text::print_file_to(op, Some(&parsed.resources), &print, options.threads, output);
        // MLIR's tool writes an empty line behind each program.
        output("\n");
    });
    OptResult { ok: true, diagnostics }
}

/// How an op is printed: in generic form if it is not valid, for its own form could hide what is wrong.
fn print_options(op: OpRef<'_>, options: &OptOptions, is_verified: bool) -> PrintOptions {
    let custom = options.print.generic || options.assume_verified || is_verified || !verify_op(op).has_errors();
    PrintOptions {
        generic: options.print.generic || !custom,
        ..options.print.clone()
    }
}

/// Prints what was parsed, parses that, and compares; not the locations, which text gives anew.
fn verify_roundtrip(ctx: &Context, parsed: &Parsed) -> Fallible {
    let op = parsed.op.op_ref(ctx);
    let print = |parsed: &Parsed, generic: bool| {
        let options = PrintOptions {
            generic,
            ..PrintOptions::default()
        };
        asyncir_text::print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
    };
    let text = print(parsed, false);
    let Ok(again) = asyncir_text::parse_source(ctx, &Source::new("<roundtrip>", &text)) else {
        return Err(op.error("failed to parse textual content back, cannot verify round-trip.\n"));
    };
    let (before, after) = (print(parsed, true), print(&again, true));
    if before == after || without_defaults(ctx, &before).is_some_and(|text| Some(text) == without_defaults(ctx, &after))
    {
        return Ok(());
    }
    Err(op.error(format_args!(
        "textual roundTrip testing roundtripped module differs from reference:\n\
         <<<<<<Reference\n{before}\n=====\n{after}\n>>>>>roundtripped\n"
    )))
}

/// A program in generic form without the attributes that may be left out and have their default value; `None` if it
/// cannot be read.
fn without_defaults(ctx: &Context, text: &str) -> Option<String> {
    let mut parsed = asyncir_text::parse_source(ctx, &Source::new("<roundtrip>", text)).ok()?;
    parsed.op.operation_mut().visit_bodies(&mut |op| {
        if let Some(body) = op.body_mut() {
            forget_defaults(ctx, body);
        }
    });
    let options = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    Some(asyncir_text::print_file(
        parsed.op.op_ref(ctx),
        Some(&parsed.resources),
        &options,
    ))
}

fn forget_defaults(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Pre) {
        let data = body.op_mut(op);
        for slot in data.def().map_or(&[][..], |def| def.attributes) {
            if let Presence::OptionalDefault(default) = slot.presence
                && data.property(ctx, slot.name) == Some(default(ctx))
            {
                data.set_property(ctx, slot.name, None);
            }
        }
    }
}

fn parse(ctx: &Context, source: &Source<'_>, options: &OptOptions, diagnostics: &mut Diagnostics) -> Option<Parsed> {
    let how = ParseOptions {
        threads: options.threads,
        verify_ahead: options.verify_parsed,
    };
    let mut parsed = match asyncir_text::parse_source_with(ctx, source, &how) {
        Ok(parsed) => parsed,
        Err(errors) => {
            diagnostics.append(errors);
            return None;
        }
    };
    diagnostics.append(std::mem::take(&mut parsed.diagnostics));
    if !options.verify_parsed {
        return Some(parsed);
    }
    let found = verify_op_on(parsed.op.op_ref(ctx), options.threads);
    let failed = found.has_errors();
    diagnostics.append(found);
    (!failed).then_some(parsed)
}
