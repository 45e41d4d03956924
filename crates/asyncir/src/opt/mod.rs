//! What `asyncir opt` does: parse, verify, run passes, print; for each part of a file that is split.

mod run;

use std::path::{Path, PathBuf};

use asyncir_ir::def::Presence;
use asyncir_ir::threads::on_a_worker;
use asyncir_ir::verify::{verify_op, verify_op_on};
use asyncir_ir::{Body, Context, Diagnostics, Fallible, OpRef, WalkOrder};
use asyncir_passes::PassManager;
use asyncir_passes::instrumentation::IrPrintConfig;
use asyncir_passes::statistics::StatisticsDisplay;
use asyncir_passes::timing::Timing;
use asyncir_text::{ParseOptions, Parsed, PrintOptions, Source};

use self::run::PipelineRun;

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
    /// Whether the only op of a file is taken as it is, and no module put around it.
    pub no_implicit_module: bool,
    /// Whether the pipeline that the file is for runs first.
    pub run_reproducer: bool,
    /// Where the program and the pipeline are written if a pass fails.
    pub crash_reproducer: Option<CrashReproducer>,
    /// Where the result and the pipeline are written.
    pub reproducer: Option<PathBuf>,
    /// Whether what passes counted is shown, and how.
    pub statistics: Option<StatisticsDisplay>,
    /// Whether the pipeline is shown before it is run.
    pub dump_pipeline: bool,
}

/// What is written when a pass fails.
#[derive(Clone, Debug)]
pub struct CrashReproducer {
    /// The file; `-` for standard output.
    pub path: PathBuf,
    /// Whether it is the program as it was before the pass that failed, and that pass alone.
    pub local: bool,
}

/// Where output goes that is not the result.
#[derive(Clone, Copy)]
pub struct Sinks<'a> {
    /// What is shown.
    pub show: &'a (dyn Fn(&str) + Sync),
    /// Writes a file, whole or not at all; the error says which and why not.
    pub write: &'a (dyn Fn(&Path, &str) -> Result<(), String> + Sync),
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
            no_implicit_module: false,
            run_reproducer: false,
            crash_reproducer: None,
            reproducer: None,
            statistics: None,
            dump_pipeline: false,
        }
    }
}

/// What came out.
pub struct OptResult {
    /// Whether all went well and the result was written.
    pub ok: bool,
    /// Errors, warnings and remarks, in order.
    pub diagnostics: Diagnostics,
    /// The program as it was written. Freeing a large one takes a while, which a process that ends need not spend.
    pub program: Option<Parsed>,
}

/// Makes the pipeline for a kind of op, behind the pipeline that a file is for; the error is a message.
pub type MakePipeline<'a> = &'a (dyn Fn(&str, Option<&str>) -> Result<PassManager, String> + Sync);

/// What programs go through.
#[derive(Clone, Copy)]
pub struct Process<'a> {
    /// Makes the pipeline.
    pub pipeline: MakePipeline<'a>,
    /// How.
    pub options: &'a OptOptions,
    /// Where times are kept.
    pub timing: Option<&'a Timing>,
    /// Where all but the result goes.
    pub sinks: Sinks<'a>,
}

/// Programs with fewer bytes are processed faster than threads are woken.
const LARGE: usize = 1 << 17;

impl Process<'_> {
    /// Processes one program. The text of the result goes to `output`, piece by piece.
    pub fn run(self, ctx: &Context, source: &Source<'_>, output: &mut (dyn FnMut(&str) + Send)) -> OptResult {
        let mut diagnostics = Diagnostics::new();
        let mut run = || self.steps(ctx, source, output, &mut diagnostics);
        let program = if self.options.threads && source.text.len() >= LARGE {
            on_a_worker(run)
        } else {
            run()
        };
        OptResult {
            ok: program.is_some(),
            diagnostics,
            program,
        }
    }

    fn phase(self, name: &str, run: &mut dyn FnMut()) {
        match self.timing {
            Some(timing) => timing.phase(name, run),
            None => run(),
        }
    }

    fn steps(
        self,
        ctx: &Context,
        source: &Source<'_>,
        output: &mut (dyn FnMut(&str) + Send),
        diagnostics: &mut Diagnostics,
    ) -> Option<Parsed> {
        let options = self.options;
        let mut parsed = None;
        self.phase("Parser", &mut || {
            parsed = parse(ctx, source, options, diagnostics);
        });
        let mut parsed = parsed?;
        if options.verify_roundtrip {
            diagnostics.take(verify_roundtrip(ctx, &parsed, options))?;
        }
        let asked = parsed.resources.reproducer.pipeline.as_deref();
        let pipeline = (self.pipeline)(parsed.op.op_ref(ctx).name(), asked);
        let pipeline = pipeline.map_err(|message| (self.sinks.show)(&message)).ok()?;
        if options.dump_pipeline {
            (self.sinks.show)(&pipeline.to_pretty_text());
        }
        let run = PipelineRun {
            ctx,
            pipeline: &pipeline,
            process: self,
        };
        run.run(&mut parsed, diagnostics)?;
        diagnostics.take(run.write_reproducer(&parsed))?;
        self.phase("Output", &mut || {
            let op = parsed.op.op_ref(ctx);
            let print = print_options(op, options, options.verify_parsed && options.verify_each);
            asyncir_text::print_file_to(op, Some(&parsed.resources), &print, options.threads, output);
            // MLIR's tool writes an empty line behind each program.
            output("\n");
        });
        Some(parsed)
    }
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
fn verify_roundtrip(ctx: &Context, parsed: &Parsed, options: &OptOptions) -> Fallible {
    let op = parsed.op.op_ref(ctx);
    let print = |parsed: &Parsed, generic: bool| {
        let options = PrintOptions {
            generic,
            ..PrintOptions::default()
        };
        asyncir_text::print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
    };
    let text = print(parsed, false);
    let how = ParseOptions {
        no_implicit_module: options.no_implicit_module,
        ..ParseOptions::default()
    };
    let Ok(again) = asyncir_text::parse_source_with(ctx, &Source::new("<roundtrip>", &text), &how) else {
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
        no_implicit_module: options.no_implicit_module,
        reproducer: options.run_reproducer,
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
