//! Running the pipeline of `asyncir opt`: with IR dumps, statistics, and files that reproduce a failure.

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use asyncir_ir::{Context, Diagnostic, Diagnostics, Fallible, Location, OpRef, OwnedOp};
use asyncir_passes::failure::{FailureRecorder, PassFailure};
use asyncir_passes::instrumentation::{FileNames, IrPrinting};
use asyncir_passes::statistics::Statistics;
use asyncir_passes::{PassManager, RunConfig};
use asyncir_runtime::runner_utils::os_message;
use asyncir_text::{Parsed, Reproducer, Resources};

use super::{CrashReproducer, Process, print_options};

/// A run of a pipeline on a program.
pub(super) struct PipelineRun<'a> {
    pub ctx: &'a Context,
    pub pipeline: &'a PassManager,
    pub process: Process<'a>,
}

/// How passes run, as a file that reproduces a failure says it.
#[derive(Clone, Copy)]
struct How {
    disable_threading: bool,
    verify_each: bool,
}

impl PipelineRun<'_> {
    /// Runs the passes. `None` if one failed.
    pub fn run(&self, parsed: &mut Parsed, diagnostics: &mut Diagnostics) -> Option<()> {
        let options = self.process.options;
        let asked = &parsed.resources.reproducer;
        let how = How {
            disable_threading: !options.threads || asked.disable_threading == Some(true),
            verify_each: asked.verify_each.unwrap_or(options.verify_each),
        };
        let statistics = options.statistics.map(|display| (Statistics::new(), display));
        let counted = statistics.as_ref().map(|(statistics, _)| statistics);
        let crash = options.crash_reproducer.as_ref();
        let before = crash.filter(|crash| !crash.local).map(|_| parsed.op.clone());
        let recorder = crash.map(|crash| FailureRecorder::new(crash.local));
        // What a pass that panics was given is worth keeping, too.
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.run_passes(&mut parsed.op, how, counted, recorder.as_ref())
        }));
        if let Some((statistics, display)) = &statistics {
            (self.process.sinks.show)(&statistics.report(self.pipeline, *display));
        }
        let report = || {
            let failure = recorder.and_then(FailureRecorder::into_failure)?;
            Some(self.report(failure, crash?, before, &parsed.resources, how))
        };
        match result {
            Ok(Ok(more)) => diagnostics.append(more),
            Ok(Err(more)) => {
                diagnostics.append(more);
                report().into_iter().for_each(|report| diagnostics.push(report));
                return None;
            }
            Err(panic) => {
                for (_, note) in report().iter().flat_map(|report| report.notes()) {
                    (self.process.sinks.show)(&format!("{note}\n"));
                }
                resume_unwind(panic)
            }
        }
        Some(())
    }

    fn run_passes(
        &self,
        op: &mut OwnedOp,
        how: How,
        statistics: Option<&Statistics>,
        recorder: Option<&FailureRecorder>,
    ) -> Result<Diagnostics, Diagnostics> {
        let options = self.process.options;
        let print_op = |op: OpRef<'_>, is_whole: bool| {
            let options = print_options(op, options, false);
            if is_whole && !options.local_scope {
                asyncir_text::print_file(op, None, &options)
            } else {
                asyncir_text::print_op(op, &options)
            }
        };
        let sink = |file: Option<&Path>, text: &str| self.dump(file, text);
        let printing = IrPrinting {
            config: options.ir_printing.clone(),
            print: &print_op,
            sink: &sink,
            names: FileNames::default(),
        };
        let mut config = RunConfig {
            verify_each: how.verify_each,
            threads: !how.disable_threading,
            timing: self.process.timing,
            statistics,
            ..RunConfig::default()
        };
        if options.ir_printing.is_active() {
            config.instrumentations.push(&printing);
        }
        if let Some(recorder) = recorder {
            config.instrumentations.push(recorder);
        }
        self.pipeline.run(self.ctx, op, &config)
    }

    /// Shows IR, or writes it to a file in the tree of files.
    fn dump(&self, file: Option<&Path>, text: &str) {
        let (show, write) = (self.process.sinks.show, self.process.sinks.write);
        let root = self.process.options.ir_printing.tree.as_deref();
        let (Some(file), Some(root)) = (file, root) else {
            return show(text);
        };
        let mut folders: Vec<&Path> = file.ancestors().skip(1).take_while(|folder| *folder != root).collect();
        folders.push(root);
        for folder in folders.into_iter().rev() {
            if let Err(error) = std::fs::create_dir(folder)
                && error.kind() != ErrorKind::AlreadyExists
            {
                let (folder, reason) = (folder.display(), os_message(&error));
                return show(&format!("Error while creating directory {folder}: {reason}\n"));
            }
        }
        if let Err(message) = write(file, text) {
            show(&format!("Error opening output file {}: {message}\n", file.display()));
        }
    }

    /// Writes what reproduces a failure; gives the error that says so.
    fn report(
        &self,
        failure: PassFailure,
        crash: &CrashReproducer,
        before: Option<OwnedOp>,
        resources: &Resources,
        how: How,
    ) -> Diagnostic {
        let (location, what) = (failure.location, failure.to_string());
        let (what, kept) = match failure.kept {
            Some(kept) => (what, Some(kept)),
            None => {
                let before = before.map(|before| (before, self.pipeline.to_spaced_text()));
                (format!("[{what}]"), before)
            }
        };
        let written = match kept {
            None => Err("the program was not kept".to_owned()),
            Some((op, pipeline)) => {
                let text = self.reproducer(&op, resources, pipeline, how);
                (self.process.sinks.write)(&crash.path, &text)
            }
        };
        let outcome = match written {
            Ok(()) => format!("reproducer generated at `{}`", crash.path.display()),
            Err(message) => format!("failed to create output stream: Failed to create reproducer stream: {message}"),
        };
        let message = "Failures have been detected while processing an MLIR pass pipeline";
        let note = format!("Pipeline failed while executing {what}: {outcome}");
        Diagnostic::error(location, message).with_note(location, note)
    }

    /// Writes the result with its pipeline, if that is asked for.
    pub fn write_reproducer(&self, parsed: &Parsed) -> Fallible {
        let Some(path) = &self.process.options.reproducer else {
            return Ok(());
        };
        let how = How {
            disable_threading: false,
            verify_each: false,
        };
        let text = self.reproducer(&parsed.op, &parsed.resources, self.pipeline.to_text(), how);
        let written = (self.process.sinks.write)(path, &text);
        written.map_err(|message| Diagnostic::error(Location::UNKNOWN, message))
    }

    /// A program with a pipeline, as the text of a file.
    fn reproducer(&self, op: &OwnedOp, resources: &Resources, pipeline: String, how: How) -> String {
        let reproducer = Reproducer {
            pipeline: Some(pipeline),
            disable_threading: Some(how.disable_threading),
            verify_each: Some(how.verify_each),
        };
        let resources = Resources {
            external: vec![reproducer.to_resource(self.ctx)],
            ..resources.clone()
        };
        let op = op.op_ref(self.ctx);
        asyncir_text::print_file(op, Some(&resources), &print_options(op, self.process.options, false))
    }
}
