//! A program as object files, compiled now or taken from the cache.

use std::collections::HashMap;

use asyncir_codegen::cache::{Cache, Key};
use asyncir_codegen::cranelift::{CraneliftOptions, compile_module};
use asyncir_codegen::llvm::{CompileOptions, Llvm, Machine, OptLevel};
use asyncir_codegen::objects::{ObjectCode, compile_objects, compiler_key, cranelift_key, keep};
use asyncir_codegen::partition::{Exports, PartitionOptions, partition};
use asyncir_codegen::translate::{ModuleText, TranslateOptions, translate_parts};
use asyncir_dialects::llvm::IFuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Context, OwnedOp};

use crate::backend::Backend;
use crate::call::wrapper::{add_wrappers, remove_wrappers, wrapper_name};
use crate::declarations::Declarations;
use crate::engine::EngineOptions;
use crate::entry_points::{Entry, Signatures, check_defined, entries, expose, missing};
use crate::library_functions::{self, check_symbols};
use crate::lowering::{Coroutines, LowerOptions, lower};
use crate::source::Source;
use crate::unreachable_functions::compile_reached;
use crate::{Error, parse};

/// A program that is compiled.
pub(crate) struct Program {
    pub(crate) generator: CodeGenerator,
    pub(crate) entries: Vec<Entry>,
    pub(crate) objects: Vec<ObjectCode>,
    pub(crate) declarations: Declarations,
}

/// Who made the objects of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeGenerator {
    Cranelift,
    Llvm,
}

impl Program {
    /// The program of a source text. Its objects are in the cache under the hash of the text, so that a program which
    /// was compiled before is not even parsed.
    pub(crate) fn of_source(ctx: &Context, source: &Source, options: &EngineOptions) -> Result<Self, Error> {
        let Some(cache) = options.cache.as_deref() else {
            return Self::compile_source(ctx, source, options);
        };
        let mut generators = vec![CodeGenerator::Llvm];
        if options.tries_cranelift()? {
            generators.insert(0, CodeGenerator::Cranelift);
        }
        // Without LLVM there is no key of its programs, and compiling says so. A key is made when it is asked for: LLVM is
        // not opened for programs that Cranelift makes.
        let keys = generators
            .iter()
            .filter_map(|&generator| Some((generator, source_key(generator, source, options).ok()?)));
        for (_, key) in keys.clone() {
            match Self::load(cache, &key) {
                Some(Manifest::Program(program)) => return Ok(program),
                Some(Manifest::Refused) => {}
                None => break,
            }
        }
        let program = Self::compile_source(ctx, source, options)?;
        for (generator, key) in keys {
            // A cache that cannot be written is as good as none.
            let _ = cache.store(&key, program.manifest(generator).as_bytes());
            if generator == program.generator {
                break;
            }
        }
        cache.trim();
        Ok(program)
    }

    /// Parses, lowers and compiles a source text. What cannot be compiled is no error if no entry point leads to it.
    fn compile_source(ctx: &Context, source: &Source, options: &EngineOptions) -> Result<Self, Error> {
        let compile = |module: &mut OwnedOp| Self::compile(ctx, module, options);
        match &options.entry_points {
            Some(names) => compile_reached(ctx, source, names, compile),
            None => compile(&mut parse(ctx, source)?),
        }
    }

    /// Lowers and compiles a module.
    pub(crate) fn compile(ctx: &Context, module: &mut OwnedOp, options: &EngineOptions) -> Result<Self, Error> {
        let tries_cranelift = options.tries_cranelift()?;
        let mut signatures = Signatures::of(ctx, module, options.entry_points.as_deref());
        // Freed frames are looked at while nothing runs.
        if options.coroutines != Coroutines::Checked {
            signatures.find_awaiting(ctx, module);
        }
        // Lowering declares many more, all of which the runtime defines.
        let declarations = Declarations::of(ctx, module);
        let names = options.entry_points.as_deref().unwrap_or_default();
        let missing = missing(ctx, module, names, Entry::is_callable);
        lower(ctx, module, &options.lowering()).map_err(|error| missing.map_or(error, Error::from))?;
        check_symbols(ctx, module)?;
        expose(ctx, module, names);
        let entries = entries(ctx, module, &signatures);
        check_defined(ctx, module, &entries, names, Entry::is_callable)?;
        let wrappers = add_wrappers(ctx, module, &entries);
        let made = Self::make(ctx, module, options, tries_cranelift, &entries);
        // The module stays the caller's, who may compile it again.
        remove_wrappers(module, &wrappers);
        let (generator, objects) = made?;
        Ok(Self {
            generator,
            entries,
            objects,
            declarations,
        })
    }

    /// The objects of a module of the llvm dialect, and who made them.
    fn make(
        ctx: &Context,
        module: &OwnedOp,
        options: &EngineOptions,
        tries_cranelift: bool,
        entries: &[Entry],
    ) -> Result<(CodeGenerator, Vec<ObjectCode>), Error> {
        let exported = options.exported(entries);
        let exports = exported.as_deref().map_or(Exports::Everything, Exports::Only);
        // Entry points are called through their wrappers, so no other name is needed.
        let new_names = library_functions::new_names(ctx, module, &|_| false)?;
        let made = if tries_cranelift {
            let options = options.cranelift(exports, new_names.clone());
            Some(compile_module(module.op_ref(ctx), &options))
        } else {
            None
        };
        Ok(match made {
            Some(Ok(objects)) => (CodeGenerator::Cranelift, keep(objects, options.cache.as_deref())),
            Some(Err(refusal)) if options.backend == Backend::Cranelift => {
                return Err(Error::program(ctx, None, refusal));
            }
            Some(Err(refusal)) => {
                let made = Self::compile_with_llvm(ctx, module, options, exports, new_names);
                (CodeGenerator::Llvm, made.map_err(|error| error.after(ctx, refusal))?)
            }
            None => (
                CodeGenerator::Llvm,
                Self::compile_with_llvm(ctx, module, options, exports, new_names)?,
            ),
        })
    }

    fn compile_with_llvm(
        ctx: &Context,
        module: &OwnedOp,
        options: &EngineOptions,
        exports: Exports<'_>,
        new_names: HashMap<&str, String>,
    ) -> Result<Vec<ObjectCode>, Error> {
        refuse_ifuncs(ctx, module)?;
        let layout = Machine::of(&options.compile())?.data_layout()?;
        let how = TranslateOptions {
            data_layout: Some(&layout),
            debug_info: options.debug_info,
            data_as_bytes: cfg!(target_endian = "little"),
            ..TranslateOptions::default()
        };
        let text = to_text(ctx, module, how)?;
        let parts = PartitionOptions {
            exports,
            new_names,
            ..PartitionOptions::default()
        };
        let objects = compile_objects(&partition(&text, &parts), &options.compile(), options.cache.as_deref());
        Ok(objects.into_iter().collect::<Result<_, _>>()?)
    }

    /// The text under which [`Program::load`] finds all parts again, or that this generator refused the program.
    fn manifest(&self, generator: CodeGenerator) -> String {
        if generator != self.generator {
            return REFUSED.to_owned();
        }
        let objects = self.objects.iter().filter_map(|object| object.key);
        let objects = objects.map(|key| format!("object {key}\n"));
        let entries = self.entries.iter().map(|entry| format!("entry {}\n", entry.to_line()));
        let declared = self.declarations.lines().map(|line| format!("declared {line}\n"));
        let generator = match generator {
            CodeGenerator::Cranelift => "generator cranelift\n",
            CodeGenerator::Llvm => "generator llvm\n",
        };
        [generator.to_owned()]
            .into_iter()
            .chain(objects)
            .chain(entries)
            .chain(declared)
            .collect()
    }

    fn load(cache: &Cache, key: &Key) -> Option<Manifest> {
        let manifest = String::from_utf8(cache.load(key)?).ok()?;
        if manifest == REFUSED {
            return Some(Manifest::Refused);
        }
        let mut program = Self {
            generator: CodeGenerator::Llvm,
            entries: Vec::new(),
            objects: Vec::new(),
            declarations: Declarations::default(),
        };
        for line in manifest.lines() {
            match line.split_once(' ')? {
                ("generator", "cranelift") => program.generator = CodeGenerator::Cranelift,
                ("generator", "llvm") => program.generator = CodeGenerator::Llvm,
                ("object", rest) => {
                    let key = Key::parse(rest)?;
                    let bytes = cache.load(&key)?;
                    program.objects.push(ObjectCode { key: Some(key), bytes });
                }
                ("declared", rest) => program.declarations.add_line(rest)?,
                ("entry", rest) => program.entries.push(Entry::of_line(rest)?),
                _ => return None,
            }
        }
        Some(Manifest::Program(program))
    }
}

/// The manifest of a program that a generator does not know all of.
const REFUSED: &str = "refused\n";

/// What the cache knows of a program.
enum Manifest {
    Program(Program),
    Refused,
}

/// A module of the llvm dialect as text for the LLVM at hand.
pub(crate) fn to_text(ctx: &Context, module: &OwnedOp, options: TranslateOptions<'_>) -> Result<ModuleText, Error> {
    let options = TranslateOptions {
        llvm_major: Llvm::get()?.version().major,
        ..options
    };
    translate_parts(module.op_ref(ctx), options).map_err(|found| Error::program(ctx, None, found))
}

/// The hash of all that a program's machine code depends on. The name of the source is in it: messages of failed
/// assertions show it.
fn source_key(generator: CodeGenerator, source: &Source, options: &EngineOptions) -> Result<Key, Error> {
    let key = match generator {
        CodeGenerator::Llvm => compiler_key("program", &options.compile())?,
        CodeGenerator::Cranelift => cranelift_key("program", options.optimizes()),
    };
    let key = key
        .with("options", options.fingerprint().as_bytes())
        .with("folder", folder_of(options).as_bytes())
        .with("name", source.name.as_bytes())
        .with("text", &source.text);
    Ok(key.finish())
}

/// The folder that file names of debug information are relative to, if there is such information.
fn folder_of(options: &EngineOptions) -> String {
    let folder = options.debug_info.then(std::env::current_dir);
    folder.map_or_else(String::new, |folder| format!("{folder:?}"))
}

impl EngineOptions {
    fn lowering(&self) -> LowerOptions {
        LowerOptions {
            loops: self.loops,
            coroutines: self.coroutines,
            keep_tasks: self.keep_tasks,
            runtime_verification: self.runtime_verification,
            emulated_tls: true,
            failures_are_caught: !self.exits_on_failure,
        }
    }

    /// The options for LLVM.
    pub(crate) fn compile(&self) -> CompileOptions {
        CompileOptions {
            opt_level: self.opt_level,
            threads: self.threads,
            ..CompileOptions::default()
        }
    }

    /// The options for Cranelift.
    fn cranelift<'a>(&self, exports: Exports<'a>, new_names: HashMap<&'a str, String>) -> CraneliftOptions<'a> {
        CraneliftOptions {
            optimize: self.optimizes(),
            exports,
            new_names,
            threads: self.threads,
            files: None,
        }
    }

    /// The names that are seen from outside, with those of wrappers; everything is if there are none.
    fn exported(&self, entries: &[Entry]) -> Option<Vec<String>> {
        let names = self.entry_points.as_ref()?;
        let wrapped = entries.iter().filter(|entry| entry.is_wrapped());
        let wrappers = wrapped.map(|entry| wrapper_name(&entry.name));
        Some(names.iter().cloned().chain(wrappers).collect())
    }

    fn optimizes(&self) -> bool {
        self.opt_level > OptLevel::O0
    }

    /// A text that differs if the options make different code: of all of them, so that none is forgotten, but for those
    /// that are known not to.
    fn fingerprint(&self) -> String {
        let shaping = Self {
            shared_libs: Vec::new(),
            threads: None,
            cache: None,
            leaves_tasks: false,
            host_functions: Vec::new(),
            perf_map: false,
            ..self.clone()
        };
        format!("{shaping:?}")
    }
}

/// What is linked into a process that runs has no functions that are chosen when it is linked.
fn refuse_ifuncs(ctx: &Context, module: &OwnedOp) -> Result<(), Error> {
    let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
        return Ok(());
    };
    match body.block_ops(block).find(|&op| body.op(op).is(IFuncOp::DEF)) {
        Some(op) => {
            let error = body
                .op_ref(ctx, op)
                .error("can be built into executables and libraries, but not run in place");
            Err(Error::program(ctx, None, error))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use asyncir_runtime::SymbolAddress;

    use super::*;

    #[test]
    fn what_makes_no_other_code_is_not_in_the_fingerprint() {
        let plain = EngineOptions::default().fingerprint();
        let other = EngineOptions {
            leaves_tasks: true,
            // Their addresses differ from run to run.
            host_functions: vec![("host".to_owned(), SymbolAddress::new(plain.as_ptr().cast()))],
            threads: std::num::NonZeroUsize::new(1),
            perf_map: true,
            ..EngineOptions::default()
        };
        assert_eq!(other.fingerprint(), plain);
        let checked = EngineOptions {
            runtime_verification: true,
            ..EngineOptions::default()
        };
        assert_ne!(checked.fingerprint(), plain);
    }
}
