//! The work of `asyncir opt`: to parse and verify a program, to run passes on it, and to print it.

mod run;

use std::fmt;
use std::path::{Path, PathBuf};

use asyncir_bytecode::WriteOptions;
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
#[derive(Debug)]
pub struct OptOptions {
    /// How the result is printed.
    pub print: PrintOptions,
    /// How the result is written as bytecode; `None` if it is printed.
    pub bytecode: Option<WriteOptions>,
    /// The passes before and after which the IR is printed.
    pub ir_printing: IrPrintConfig,
    /// Whether the program is verified after parsing.
    pub verify_parsed: bool,
    /// Whether the IR is verified after each pass.
    pub verify_each: bool,
    /// Whether to check that printing the parsed program, and parsing this text, gives the same program again.
    pub verify_roundtrip: bool,
    /// Whether ops are printed in custom form even if they may not be valid.
    pub assume_verified: bool,
    /// Whether several threads are used, for example to run passes on several functions at once.
    pub threads: bool,
    /// Whether no module is put around the top-level op of the file, which must then be the only one.
    pub no_implicit_module: bool,
    /// Whether the pass pipeline that a reproducer file contains is run first.
    pub run_reproducer: bool,
    /// The reproducer to write if a pass fails.
    pub crash_reproducer: Option<CrashReproducer>,
    /// The file to write the result and the pass pipeline to, as a reproducer.
    pub reproducer: Option<PathBuf>,
    /// The layout in which the statistics of passes are printed; `None` if they are not printed.
    pub statistics: Option<StatisticsDisplay>,
    /// Whether the pass pipeline is printed before it is run.
    pub dump_pipeline: bool,
}

/// The reproducer that is written when a pass fails: a program and a pass pipeline.
#[derive(Clone, Debug)]
pub struct CrashReproducer {
    /// The file; `-` for standard output.
    pub path: PathBuf,
    /// Whether the reproducer contains the program before the pass that failed, and only this pass. Otherwise it contains
    /// the program before the first pass, and the whole pipeline.
    pub local: bool,
}

/// Functions that take the output besides the result.
#[derive(Clone, Copy)]
pub struct Sinks<'a> {
    /// Shows a text to the user, for example on standard error.
    pub show: &'a (dyn Fn(&str) + Sync),
    /// Writes a file, which must appear complete or not at all. The error is a message that names the file and the reason.
    pub write: &'a (dyn Fn(&Path, &str) -> Result<(), String> + Sync),
}

impl Default for OptOptions {
    fn default() -> Self {
        Self {
            print: PrintOptions::default(),
            bytecode: None,
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

impl fmt::Debug for Sinks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sinks").finish_non_exhaustive()
    }
}

/// The outcome of processing one program.
#[derive(Debug)]
pub struct OptResult {
    /// Whether all steps succeeded, and the result was written.
    pub ok: bool,
    /// Errors, warnings and remarks, in order.
    pub diagnostics: Diagnostics,
    /// The program that was written. Freeing a large program takes time, so a process that is about to end should leak it.
    pub program: Option<Parsed>,
}

/// Builds the pass pipeline for a kind of op. The second argument is the pipeline of a reproducer file, which is run first.
/// The error is a message.
pub type MakePipeline<'a> = &'a (dyn Fn(&str, Option<&str>) -> Result<PassManager, String> + Sync);

/// The steps that programs go through, with their settings.
#[derive(Clone, Copy)]
pub struct Process<'a> {
    /// Builds the pass pipeline.
    pub pipeline: MakePipeline<'a>,
    /// How a file is processed.
    pub options: &'a OptOptions,
    /// Collects the execution times of the steps.
    pub timing: Option<&'a Timing>,
    /// Take the output besides the result.
    pub sinks: Sinks<'a>,
}

impl fmt::Debug for Process<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Programs with fewer bytes are processed faster than threads are woken.
const LARGE: usize = 1 << 17;

impl Process<'_> {
    /// Processes one program. The result is passed to `output` piece by piece.
    pub fn run(self, ctx: &Context, source: &Source<'_>, output: &mut (dyn FnMut(&[u8]) + Send)) -> OptResult {
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
        output: &mut (dyn FnMut(&[u8]) + Send),
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
            diagnostics.take(verify_bytecode_roundtrip(ctx, &parsed, options))?;
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
        let mut written = Ok(());
        self.phase("Output", &mut || written = write(&parsed, ctx, options, output));
        diagnostics.take(written)?;
        Some(parsed)
    }
}

/// Writes the result.
fn write(parsed: &Parsed, ctx: &Context, options: &OptOptions, output: &mut (dyn FnMut(&[u8]) + Send)) -> Fallible {
    let op = parsed.op.op_ref(ctx);
    if let Some(how) = options.bytecode {
        output(&asyncir_bytecode::write(op, &parsed.resources, how)?);
        return Ok(());
    }
    let print = print_options(op, options, options.verify_parsed && options.verify_each);
    let mut text = |piece: &str| output(piece.as_bytes());
    asyncir_text::print_file_to(op, Some(&parsed.resources), &print, options.threads, &mut text);
    // MLIR's tool writes an empty line behind each program.
    text("\n");
    Ok(())
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
    let text = print_plain(ctx, parsed, false);
    let Some(again) = reread(ctx, text.as_bytes(), options) else {
        return Err(op.error("failed to parse textual content back, cannot verify round-trip.\n"));
    };
    let (before, after) = (print_plain(ctx, parsed, true), print_plain(ctx, &again, true));
    if before == after || without_defaults(ctx, &before).is_some_and(|text| Some(text) == without_defaults(ctx, &after))
    {
        return Ok(());
    }
    Err(op.error(format_args!(
        "textual roundTrip testing roundtripped module differs from reference:\n\
         <<<<<<Reference\n{before}\n=====\n{after}\n>>>>>roundtripped\n"
    )))
}

/// A program as it is printed without any flags but that for the generic form.
fn print_plain(ctx: &Context, parsed: &Parsed, generic: bool) -> String {
    let options = PrintOptions {
        generic,
        ..PrintOptions::default()
    };
    asyncir_text::print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
}

/// Reads what was written of a program, text or bytecode.
fn reread(ctx: &Context, written: &[u8], options: &OptOptions) -> Option<Parsed> {
    let how = ParseOptions {
        no_implicit_module: options.no_implicit_module,
        ..ParseOptions::default()
    };
    asyncir_bytecode::parse_source(ctx, &Source::new("<roundtrip>", written), &how).ok()
}

/// Writes what was parsed as bytecode, which keeps everything, reads that, and compares.
fn verify_bytecode_roundtrip(ctx: &Context, parsed: &Parsed, options: &OptOptions) -> Fallible {
    let op = parsed.op.op_ref(ctx);
    let file = asyncir_bytecode::write(op, &parsed.resources, WriteOptions::default())?;
    let Some(again) = reread(ctx, &file, options) else {
        return Err(op.error("failed to parse bytecode back, cannot verify round-trip.\n"));
    };
    let (before, after) = (print_plain(ctx, parsed, true), print_plain(ctx, &again, true));
    // What is distinct is made anew.
    if before == after || before.contains("distinct[") {
        return Ok(());
    }
    Err(op.error(format_args!(
        "bytecode roundTrip testing roundtripped module differs from reference:\n\
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
    Some(print_plain(ctx, &parsed, true))
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
    let mut parsed = match asyncir_bytecode::parse_source(ctx, source, &how) {
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
