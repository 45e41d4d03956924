//! Static initialisers and finalisers of modules that run in the JIT.
//!
//! `@llvm.global_ctors` and `@llvm.global_dtors` become sections of the object file that the system's loader
//! walks. The JIT's linker does not run them. So for the JIT both tables are replaced, before code
//! generation, by a function each that calls the entries in order; its name has a fixed prefix, by which
//! [`crate::llvm::Jit`] finds it again in the object file, also in one that comes from a cache.

use std::ffi::CStr;

use object::{Object, ObjectSymbol};

use super::api;
use super::module::Module;
use super::strings::c_string;
use crate::error::Error;

/// Prefix of the function that runs a module's static initialisers.
const INITIALIZER_PREFIX: &str = "__asyncir_static_init_";
/// Prefix of the function that runs a module's static finalisers.
const FINALIZER_PREFIX: &str = "__asyncir_static_fini_";

/// Names of the functions that an object file holds for its static initialisers and finalisers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct StaticFunctions {
    pub(super) initializers: Vec<String>,
    pub(super) finalizers: Vec<String>,
}

impl StaticFunctions {
    /// Finds them among the symbols that an object file defines. There are none in what is no object file.
    pub(super) fn of_object(object: &[u8]) -> Self {
        // Most have none, and this is faster.
        let has_prefix = |prefix: &str| memchr::memmem::find(object, prefix.as_bytes()).is_some();
        if !has_prefix(INITIALIZER_PREFIX) && !has_prefix(FINALIZER_PREFIX) {
            return Self::default();
        }
        let Ok(file) = object::File::parse(object) else {
            return Self::default();
        };
        let defined = file.symbols().filter(ObjectSymbol::is_definition);
        let names: Vec<&str> = defined.filter_map(|symbol| symbol.name().ok()).collect();
        let with_prefix = |prefix: &str| {
            let mut names: Vec<String> = names
                .iter()
                .filter_map(|name| Some(&name[name.find(prefix).filter(|&at| at <= 1)?..]))
                .map(str::to_owned)
                .collect();
            names.sort();
            names
        };
        Self {
            initializers: with_prefix(INITIALIZER_PREFIX),
            finalizers: with_prefix(FINALIZER_PREFIX),
        }
    }
}

/// Names of the functions that replace the tables of one module.
pub(super) struct Names {
    initializer: String,
    finalizer: String,
}

impl Names {
    /// Names that differ between modules whose text differs, and are the same in every run.
    pub(super) fn for_text(text: &[u8]) -> Self {
        let hash = fnv1a(text);
        Self {
            initializer: format!("{INITIALIZER_PREFIX}{hash:016x}"),
            finalizer: format!("{FINALIZER_PREFIX}{hash:016x}"),
        }
    }
}

/// Replaces the tables of `module` by functions with the given names.
pub(super) fn replace_tables(module: &Module<'_>, names: &Names) -> Result<(), Error> {
    replace_table(module, c"llvm.global_ctors", &names.initializer)?;
    replace_table(module, c"llvm.global_dtors", &names.finalizer)
}

fn replace_table(module: &Module<'_>, table: &CStr, function: &str) -> Result<(), Error> {
    let api = &module.context.llvm.api;
    // SAFETY: the module is live, the name NUL-terminated.
    let global = unsafe { (api.LLVMGetNamedGlobal)(module.raw, table.as_ptr()) };
    if global.is_null() {
        return Ok(());
    }
    // Lower priorities run first, equal ones in table order; finalisers the other way round.
    let mut entries = entries(module, global);
    entries.sort_by_key(|&(priority, _)| priority);
    if table == c"llvm.global_dtors" {
        entries.reverse();
    }
    if !entries.is_empty() {
        build_caller(module, &c_string(function)?, &entries);
    }
    // SAFETY: the table is a global of this module that nothing refers to.
    unsafe { (api.LLVMDeleteGlobal)(global) };
    Ok(())
}

/// Priority and function of each entry `{ i32, ptr, ptr }`; entries without a function are left out.
fn entries(module: &Module<'_>, global: *mut api::Value) -> Vec<(u64, *mut api::Value)> {
    let api = &module.context.llvm.api;
    // SAFETY: a live global; null if it is only declared.
    let table = unsafe { (api.LLVMGetInitializer)(global) };
    if table.is_null() {
        return Vec::new();
    }
    // SAFETY: a live constant array; one of zeros has no operands. The verifier has checked its type.
    let count = unsafe { (api.LLVMGetNumOperands)(table) };
    let read = |index| {
        // SAFETY: the index is below the number of operands.
        let entry = unsafe { (api.LLVMGetOperand)(table, index) };
        // SAFETY: a live constant struct; one of zeros has no operands and thus no function.
        if unsafe { (api.LLVMGetNumOperands)(entry) } < 2 {
            return None;
        }
        // SAFETY: the struct has at least two operands.
        let (priority, function) = unsafe { ((api.LLVMGetOperand)(entry, 0), (api.LLVMGetOperand)(entry, 1)) };
        // SAFETY: a live constant.
        if unsafe { (api.LLVMIsNull)(function) } != 0 {
            return None;
        }
        // SAFETY: a live constant; its value is read only if it is a constant integer (of 32 bits).
        let priority = unsafe {
            let constant = (api.LLVMIsAConstantInt)(priority);
            if constant.is_null() {
                0
            } else {
                (api.LLVMConstIntGetZExtValue)(constant)
            }
        };
        Some((priority, function))
    };
    (0..count.unsigned_abs()).filter_map(read).collect()
}

/// Adds `void @name()` that calls the entries in order.
fn build_caller(module: &Module<'_>, name: &CStr, entries: &[(u64, *mut api::Value)]) {
    let api = &module.context.llvm.api;
    let context = module.context.raw;
    // SAFETY: context and module are live, the name is NUL-terminated; the type takes no parameters, so none
    // are read. The builder is disposed here, and all it builds belongs to the module.
    unsafe {
        let void = (api.LLVMVoidTypeInContext)(context);
        let signature = (api.LLVMFunctionType)(void, std::ptr::null_mut(), 0, 0);
        let function = (api.LLVMAddFunction)(module.raw, name.as_ptr(), signature);
        let builder = (api.LLVMCreateBuilderInContext)(context);
        let block = (api.LLVMAppendBasicBlockInContext)(context, function, c"".as_ptr());
        (api.LLVMPositionBuilderAtEnd)(builder, block);
        for &(_, callee) in entries {
            (api.LLVMBuildCall2)(builder, signature, callee, std::ptr::null_mut(), 0, c"".as_ptr());
        }
        (api.LLVMBuildRetVoid)(builder);
        (api.LLVMDisposeBuilder)(builder);
    }
}

/// The 64-bit FNV-1a hash: short, and the same in every build, which `std`'s hashes do not promise.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
