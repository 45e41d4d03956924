//! Object files for modules of LLVM IR text, which are taken from the cache if possible.

use crate::cache::{Cache, Key, KeyBuilder};
use crate::cranelift;
use crate::identity;
use crate::llvm::{CompileOptions, Error, Llvm, Machine, compile_modules};

/// An object file.
#[derive(Clone, Debug)]
pub struct ObjectCode {
    /// The key of the file in the cache, if there is a cache.
    pub key: Option<Key>,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

/// Compiles modules in parallel. The results are in input order. If the object file of a module is in the cache, the module
/// is not compiled. New object files are put into the cache.
#[must_use]
pub fn compile_objects(
    irs: &[String],
    options: &CompileOptions,
    cache: Option<&Cache>,
) -> Vec<Result<ObjectCode, Error>> {
    let start = match cache.map(|_| object_key(options)).transpose() {
        Ok(start) => start,
        Err(error) => return irs.iter().map(|_| Err(error.clone())).collect(),
    };
    let keys: Vec<Option<Key>> = irs.iter().map(|ir| object_key_of(start.as_ref(), ir)).collect();
    let load = |key: &Option<Key>| key.as_ref().and_then(|key| cache?.load(key));
    let found: Vec<Option<Vec<u8>>> = keys.iter().map(load).collect();
    let missing: Vec<&str> = irs
        .iter()
        .zip(&found)
        .filter(|(_, found)| found.is_none())
        .map(|(ir, _)| ir.as_str())
        .collect();
    let mut compiled = compile_modules(&missing, options).into_iter();
    let objects = keys.into_iter().zip(found).map(|(key, found)| {
        let bytes = match found {
            Some(bytes) => bytes,
            None => {
                let bytes = compiled.next().unwrap_or(Err(Error::NoResult))?;
                store(cache, key.as_ref(), &bytes);
                bytes
            }
        };
        Ok(ObjectCode { key, bytes })
    });
    objects.collect()
}

/// A cache that cannot be written is as good as none.
fn store(cache: Option<&Cache>, key: Option<&Key>, bytes: &[u8]) {
    if let (Some(cache), Some(key)) = (cache, key) {
        let _ = cache.store(key, bytes);
    }
}

fn object_key_of(start: Option<&KeyBuilder>, ir: &str) -> Option<Key> {
    start.map(|start| start.clone().with("module", ir.as_bytes()).finish())
}

fn object_key(options: &CompileOptions) -> Result<KeyBuilder, Error> {
    Ok(compiler_key("object", options)?.with("statics", format!("{:?}", options.static_initializers).as_bytes()))
}

/// Starts a cache key with everything except the program that LLVM's machine code depends on: the builds of asyncir and
/// LLVM, the machine, and the optimisation level.
///
/// # Errors
/// If no libLLVM is found.
pub fn compiler_key(purpose: &str, options: &CompileOptions) -> Result<KeyBuilder, Error> {
    let llvm = Llvm::get()?;
    let machine = Machine::of(options)?;
    Ok(KeyBuilder::new(purpose)
        .with("asyncir", identity::of_this_build().as_bytes())
        .with("llvm", format!("{} {}", llvm.version(), llvm.build()).as_bytes())
        .with("triple", machine.triple.as_bytes())
        .with("cpu", machine.cpu.as_bytes())
        .with("features", machine.features.as_bytes())
        .with("level", format!("{:?}", options.opt_level).as_bytes()))
}

/// Starts a cache key with everything except the program that Cranelift's machine code depends on.
#[must_use]
pub fn cranelift_key(purpose: &str, optimize: bool) -> KeyBuilder {
    KeyBuilder::new(purpose)
        .with("asyncir", identity::of_this_build().as_bytes())
        .with("cranelift", cranelift::machine().as_bytes())
        .with("optimize", &[u8::from(optimize)])
}

/// Stores object files in the cache. The key of each is the hash of its contents.
#[must_use]
pub fn keep(objects: Vec<Vec<u8>>, cache: Option<&Cache>) -> Vec<ObjectCode> {
    let objects = objects.into_iter().map(|bytes| {
        let key = cache.map(|_| KeyBuilder::new("bytes").with("object", &bytes).finish());
        store(cache, key.as_ref(), &bytes);
        ObjectCode { key, bytes }
    });
    objects.collect()
}
