//! Coroutines before and after LLVM's coroutine passes.
//!
//! LLVM's passes split a coroutine only if its function has the attribute `presplitcoroutine`, and say
//! nothing when they do not; the intrinsics then reach instruction selection, which ends the process. All
//! default pipelines, `default<O0>` included, hold the coroutine passes, so none has to be added.

use std::fmt;

use super::api;
use super::module::Module;
use crate::error::Error;

/// A coroutine intrinsic that is still called after the coroutine passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftoverIntrinsic {
    /// The intrinsic's name.
    pub intrinsic: String,
    /// The function that calls it.
    pub function: String,
}

impl fmt::Display for LeftoverIntrinsic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' in '{}'", self.intrinsic, self.function)
    }
}

/// Before the passes: every function that begins a coroutine is marked for splitting.
pub(super) fn check_presplit(module: &Module<'_>) -> Result<(), Error> {
    let begins = module
        .functions()
        .filter(|&function| is_begin(&module.function_name(function)))
        .flat_map(|begin| module.using_functions(begin));
    let unmarked: Vec<_> = begins.filter(|&function| !is_presplit(module, function)).collect();
    if unmarked.is_empty() {
        return Ok(());
    }
    // Use lists are newest first; report in module order.
    let functions = module.functions().filter(|function| unmarked.contains(function));
    Err(Error::MissingPresplit {
        functions: functions.map(|function| module.function_name(function)).collect(),
    })
}

/// After the passes: no coroutine intrinsic is called any more.
pub(super) fn check_lowered(module: &Module<'_>) -> Result<(), Error> {
    let mut leftovers = Vec::new();
    for intrinsic in module.functions() {
        let name = module.function_name(intrinsic);
        if !name.starts_with("llvm.coro.") {
            continue;
        }
        let mut functions: Vec<_> = module
            .using_functions(intrinsic)
            .map(|function| module.function_name(function))
            .collect();
        functions.sort();
        functions.dedup();
        leftovers.extend(functions.into_iter().map(|function| LeftoverIntrinsic {
            intrinsic: name.clone(),
            function,
        }));
    }
    if leftovers.is_empty() {
        Ok(())
    } else {
        Err(Error::LeftoverIntrinsics(leftovers))
    }
}

fn is_begin(name: &str) -> bool {
    name == "llvm.coro.begin" || name.starts_with("llvm.coro.begin.")
}

fn is_presplit(module: &Module<'_>, function: *mut api::Value) -> bool {
    let api = &module.context.llvm.api;
    let name = "presplitcoroutine";
    // SAFETY: start and length of a live string.
    let kind = unsafe { (api.LLVMGetEnumAttributeKindForName)(name.as_ptr().cast(), name.len()) };
    // SAFETY: a function of this live module; a missing attribute gives null.
    let attribute = unsafe { (api.LLVMGetEnumAttributeAtIndex)(function, api::ATTRIBUTE_FUNCTION_INDEX, kind) };
    !attribute.is_null()
}
