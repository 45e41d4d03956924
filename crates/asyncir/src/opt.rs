//! What `asyncir opt` does: parse, verify, run passes, print; for each part of a file that is split.

use asyncir_ir::verify::{verify_op, verify_op_in_parallel};
use asyncir_ir::{Context, Diagnostics, OpRef};
use asyncir_passes::instrumentation::{IrPrintConfig, IrPrinting};
use asyncir_passes::timing::Timing;
use asyncir_passes::{PassManager, RunConfig};
use asyncir_text::{Parsed, PrintOptions, Source};

/// How a file is processed.
pub struct OptOptions {
    /// How the result is written.
    pub print: PrintOptions,
    /// Which passes the IR is printed around.
    pub ir_printing: IrPrintConfig,
    /// Whether everything is verified after each pass.
    pub verify_each: bool,
    /// Whether passes run on several functions at once.
    pub threads: bool,
}

impl Default for OptOptions {
    fn default() -> Self {
        Self {
            print: PrintOptions::default(),
            ir_printing: IrPrintConfig::default(),
            verify_each: true,
            threads: true,
        }
    }
}

/// What came out.
pub struct OptResult {
    /// The text of the result; `None` if there was an error.
    pub output: Option<String>,
    /// Errors, warnings and remarks, in order.
    pub diagnostics: Diagnostics,
}

/// Processes one program. IR dumps go to `dump`.
pub fn process(
    ctx: &Context,
    source: &Source<'_>,
    pipeline: &PassManager,
    options: &OptOptions,
    timing: Option<&Timing>,
    dump: &(dyn Fn(&str) + Sync),
) -> OptResult {
    let mut diagnostics = Diagnostics::new();
    let phase = |name: &str, run: &mut dyn FnMut()| match timing {
        Some(timing) => timing.phase(name, run),
        None => run(),
    };
    let mut parsed = None;
    phase("Parser", &mut || {
        parsed = parse(ctx, source, options.threads, &mut diagnostics)
    });
    let Some(mut parsed) = parsed else {
        return OptResult {
            output: None,
            diagnostics,
        };
    };

    let print_op = |op: OpRef<'_>| asyncir_text::print_op(op, &options.print);
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
            return OptResult {
                output: None,
                diagnostics,
            };
        }
    }
    let mut output = String::new();
    phase("Output", &mut || {
        output = asyncir_text::print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options.print);
        // MLIR's tool writes an empty line behind each program.
        output.push('\n');
    });
    OptResult {
        output: Some(output),
        diagnostics,
    }
}

fn parse(ctx: &Context, source: &Source<'_>, threads: bool, diagnostics: &mut Diagnostics) -> Option<Parsed> {
    let mut parsed = match asyncir_text::parse_source(ctx, source) {
        Ok(parsed) => parsed,
        Err(errors) => {
            diagnostics.append(errors);
            return None;
        }
    };
    diagnostics.append(std::mem::take(&mut parsed.diagnostics));
    let found = match threads {
        true => verify_op_in_parallel(parsed.op.op_ref(ctx)),
        false => verify_op(parsed.op.op_ref(ctx)),
    };
    let failed = found.has_errors();
    diagnostics.append(found);
    (!failed).then_some(parsed)
}
