//! What `asyncir opt` does where a pass panics, which no pass of ours is known to do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

use asyncir::ir::{Diagnostics, OwnedOp};
use asyncir::opt::{CrashReproducer, OptOptions, Process, Sinks};
use asyncir::passes::{Pass, PassContext, PassInfo, PassManager, Registry};
use asyncir::text::Source;

static INFO: PassInfo = PassInfo {
    flag: "panics",
    class: "Panics",
    summary: "panics",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Panics)),
};

struct Panics;

impl Pass for Panics {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, _op: &mut OwnedOp, _cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        panic!("as it should")
    }
}

#[test]
fn a_panicking_pass_leaves_what_reproduces_it() {
    let pipeline = |anchor: &str, _: Option<&str>| {
        let mut pipeline = PassManager::new(anchor);
        pipeline
            .add(&Registry::new(), "canonicalize", "")
            .map_err(|error| error.message().to_owned())?;
        pipeline.add_pass(Box::new(Panics))?;
        Ok(pipeline)
    };
    let options = OptOptions {
        crash_reproducer: Some(CrashReproducer {
            path: "reproducer.mlir".into(),
            local: true,
        }),
        ..OptOptions::default()
    };
    let (shown, written) = (Mutex::new(String::new()), Mutex::new(String::new()));
    let process = Process {
        pipeline: &pipeline,
        options: &options,
        timing: None,
        sinks: Sinks {
            show: &|text| shown.lock().expect("no panic").push_str(text),
            write: &|path, text| {
                assert_eq!(path, Path::new("reproducer.mlir"));
                written.lock().expect("no panic").push_str(text);
                Ok(())
            },
        },
    };
    let ctx = asyncir::context();
    let source = Source::new("input", "func.func @f() { %c = arith.constant 1 : i32  return }");
    let run = catch_unwind(AssertUnwindSafe(|| process.run(&ctx, &source, &mut |_| ()).ok));
    assert!(run.is_err(), "the panic goes on");
    assert_eq!(
        *shown.lock().expect("no panic"),
        "Pipeline failed while executing `Panics` on 'builtin.module' operation: reproducer generated at \
         `reproducer.mlir`\n"
    );
    let written = written.lock().expect("no panic");
    // What the pass before it made of the program.
    assert!(!written.contains("arith.constant"), "{written}");
    assert!(written.contains("pipeline: \"builtin.module(panics)\""), "{written}");
}
