//! The options of `asyncirEngineCreate`: texts such as `opt-level=3`, named as the flags of `asyncir run`.

use std::ffi::c_char;
use std::str::FromStr;
use std::sync::Arc;

use asyncir::EngineOptions;
use asyncir::codegen::UnknownWord;
use asyncir::codegen::cache::Cache;

use crate::message::text;

/// The names of all options, in the order of the header.
const NAMES: &str = "'opt-level', 'backend', 'entry-points', 'shared-lib', 'parallel-loops', 'grain', 'loop-workers', \
                     'coroutines', 'keep-tasks', 'leaves-tasks', 'runtime-verification', 'debug-info', 'perf-map', 'threads', 'cache'";

/// Reads a list of options that ends with null; null is an empty list.
///
/// # Errors
/// If there is no such option, or it cannot have the value.
///
/// # Safety
/// The list is null, or its elements are texts that end with a zero byte, and the last one is null.
pub(crate) unsafe fn read(list: *const *const c_char) -> Result<EngineOptions, String> {
    let mut options = EngineOptions::default();
    if list.is_null() {
        return Ok(options);
    }
    let mut place = list;
    // SAFETY: the list ends with null.
    while unsafe { !(*place).is_null() } {
        // SAFETY: the caller vouches for the text, and for an element behind it.
        let option = unsafe { text(*place, "an option")? };
        set(&mut options, option)?;
        // SAFETY: as above.
        place = unsafe { place.add(1) };
    }
    Ok(options)
}

/// Sets what one option says.
fn set(options: &mut EngineOptions, option: &str) -> Result<(), String> {
    let (name, value) = option.split_once('=').unwrap_or((option, "true"));
    match name {
        "opt-level" => options.opt_level = parsed(name, value)?,
        "backend" => options.backend = parsed(name, value)?,
        "entry-points" => {
            let names = value.split(',').filter(|name| !name.is_empty());
            options.entry_points = Some(names.map(str::to_owned).collect());
        }
        "shared-lib" => options.shared_libs.push(value.into()),
        "parallel-loops" => options.loops.schedule = parsed(name, value)?,
        "grain" => options.loops.grain = other(name, value, "a number from 0 to 4294967295")?,
        "loop-workers" => options.loops.workers = other(name, value, "a number from 0 to 4294967295")?,
        "coroutines" => options.coroutines = parsed(name, value)?,
        "keep-tasks" => options.keep_tasks = other(name, value, TRUTH)?,
        "leaves-tasks" => options.leaves_tasks = other(name, value, TRUTH)?,
        "runtime-verification" => options.runtime_verification = other(name, value, TRUTH)?,
        "debug-info" => options.debug_info = other(name, value, TRUTH)?,
        "perf-map" => options.perf_map = other(name, value, TRUTH)?,
        "threads" => options.threads = Some(other(name, value, "a number from 1 on")?),
        "cache" if other(name, value, TRUTH)? => options.cache = Cache::of_user()?.map(Arc::new),
        "cache" => options.cache = None,
        _ => return Err(format!("there is no option '{name}'; there are {NAMES}")),
    }
    Ok(())
}

/// What a truth value is.
const TRUTH: &str = "'true' or 'false'";

/// A word, whose error says which ones there are.
fn parsed<T: FromStr<Err = UnknownWord>>(name: &str, value: &str) -> Result<T, String> {
    value
        .parse()
        .map_err(|error| format!("option '{name}={value}': {error}"))
}

/// Something else, with what it should be.
fn other<T: FromStr>(name: &str, value: &str, expected: &str) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| format!("option '{name}={value}': expected {expected}"))
}
