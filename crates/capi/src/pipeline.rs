//! Passes on programs, from text to text.

use std::ffi::c_char;

use asyncir::passes::{PassManager, Registry, RunConfig};
use asyncir::text::{PrintOptions, SourceMap, print_file, render};
use asyncir::{Source, context, parse};

use crate::message::{bytes, guard, text, to_c};

/// Runs a pipeline of passes, such as `builtin.module(canonicalize,cse)`, on a program, and gives its text then.
///
/// # Safety
/// `program` has `length` bytes, `name` and `pipeline` end with a zero byte, and `error` is null or a place for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRunPipeline(
    program: *const c_char,
    length: usize,
    name: *const c_char,
    pipeline: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    let work = || {
        // SAFETY: the caller vouches for all of them.
        let (program, name, pipeline) = unsafe {
            (
                bytes(program, length)?,
                text(name, "the name of the program")?,
                text(pipeline, "the pipeline")?,
            )
        };
        run(&Source::new(name, program), pipeline).map(|text| to_c(&text))
    };
    // SAFETY: the caller vouches for the place.
    unsafe { guard(error, std::ptr::null_mut(), work) }
}

fn run(source: &Source, pipeline: &str) -> Result<String, String> {
    let ctx = context();
    let mut module = parse(&ctx, source).map_err(|error| error.to_string())?;
    let pipeline =
        PassManager::parse(&Registry::new(), pipeline).map_err(|error| error.message().trim_end().to_owned())?;
    let ran = pipeline.run(&ctx, &mut module, &RunConfig::default());
    ran.map_err(|found| {
        let mut sources = SourceMap::new();
        sources.add(&source.name, &source.text);
        render(&ctx, &found, &sources).trim_end().to_owned()
    })?;
    Ok(print_file(module.op_ref(&ctx), None, &PrintOptions::default()))
}
