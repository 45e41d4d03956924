//! A program as object files, compiled now or taken from the cache.

use asyncir_codegen::cache::{Cache, Key};
use asyncir_codegen::cranelift::{CraneliftOptions, compile_module};
use asyncir_codegen::llvm::{CompileOptions, Llvm, OptLevel};
use asyncir_codegen::objects::{ObjectCode, compile_objects, compiler_key, cranelift_key, keep};
use asyncir_codegen::partition::{Exports, PartitionOptions, partition};
use asyncir_codegen::run::EntryPoint;
use asyncir_codegen::translate::{ModuleText, TranslateOptions, translate_parts};
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::{Context, OwnedOp};

use crate::backend::Backend;
use crate::engine::EngineOptions;
use crate::entry_points::expose;
use crate::lowering::lower;
use crate::source::Source;
use crate::{Error, parse};

/// A function of the program: whether it can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// What it returns, if it takes nothing and returns what callers know.
    pub(crate) result: Option<EntryPoint>,
}

/// A program that is compiled.
pub(crate) struct Program {
    pub(crate) maker: Maker,
    pub(crate) entries: Vec<Entry>,
    pub(crate) objects: Vec<ObjectCode>,
}

/// Who made the objects of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    Cranelift,
    Llvm,
}

impl Program {
    /// The program of a source text. Its objects are in the cache under the hash of the text, so that a program which
    /// was compiled before is not even parsed.
    pub(crate) fn of_source(ctx: &Context, source: &Source, options: &EngineOptions) -> Result<Self, Error> {
        let Some(cache) = options.cache.as_deref() else {
            return Self::compile(ctx, &mut parse(ctx, source)?, options);
        };
        let mut makers = vec![Maker::Llvm];
        if options.tries_cranelift()? {
            makers.insert(0, Maker::Cranelift);
        }
        // Without LLVM there is no key of its programs, and compiling says so. A key is made when it is asked for: LLVM is
        // not opened for programs that Cranelift makes.
        let keys = makers
            .iter()
            .map_while(|&maker| Some((maker, source_key(maker, source, options).ok()?)));
        for (_, key) in keys.clone() {
            match Self::load(cache, &key) {
                Some(Manifest::Program(program)) => return Ok(program),
                Some(Manifest::Refused) => {}
                None => break,
            }
        }
        let program = Self::compile(ctx, &mut parse(ctx, source)?, options)?;
        for (maker, key) in keys {
            // A cache that cannot be written is as good as none.
            let _ = cache.store(&key, program.manifest(maker).as_bytes());
            if maker == program.maker {
                break;
            }
        }
        cache.trim();
        Ok(program)
    }

    /// Lowers and compiles a module.
    pub(crate) fn compile(ctx: &Context, module: &mut OwnedOp, options: &EngineOptions) -> Result<Self, Error> {
        let tries_cranelift = options.tries_cranelift()?;
        lower(ctx, module, options.loops, options.coroutines, options.keep_tasks)?;
        expose(ctx, module, options.entry_points.as_deref().unwrap_or_default());
        let made = if tries_cranelift {
            Some(compile_module(module.op_ref(ctx), &options.cranelift()))
        } else {
            None
        };
        let (maker, objects) = match made {
            Some(Ok(objects)) => (Maker::Cranelift, keep(objects, options.cache.as_deref())),
            Some(Err(refusal)) if options.backend == Backend::Cranelift => return Err(Error::of(refusal)),
            Some(Err(refusal)) => {
                let made = Self::compile_with_llvm(ctx, module, options);
                (Maker::Llvm, made.map_err(|error| error.after(refusal))?)
            }
            None => (Maker::Llvm, Self::compile_with_llvm(ctx, module, options)?),
        };
        Ok(Self {
            maker,
            entries: entries(ctx, module),
            objects,
        })
    }

    fn compile_with_llvm(ctx: &Context, module: &OwnedOp, options: &EngineOptions) -> Result<Vec<ObjectCode>, Error> {
        let text = to_text(ctx, module, options.debug_info)?;
        let parts = PartitionOptions {
            exports: options.exports(),
            ..PartitionOptions::default()
        };
        let objects = compile_objects(&partition(&text, &parts), &options.compile(), options.cache.as_deref());
        Ok(objects.into_iter().collect::<Result<_, _>>()?)
    }

    /// The text under which [`Program::load`] finds all parts again, or that this maker refused the program.
    fn manifest(&self, maker: Maker) -> String {
        if maker != self.maker {
            return REFUSED.to_owned();
        }
        let objects = self.objects.iter().filter_map(|object| object.key);
        let objects = objects.map(|key| format!("object {key}\n"));
        let entries = self.entries.iter().map(|entry| {
            let result = entry.result.map_or("none", result_name);
            // Names may hold anything.
            format!("entry {result} {}\n", entry.name.escape_default())
        });
        let maker = match maker {
            Maker::Cranelift => "maker cranelift\n",
            Maker::Llvm => "maker llvm\n",
        };
        [maker.to_owned()].into_iter().chain(objects).chain(entries).collect()
    }

    fn load(cache: &Cache, key: &Key) -> Option<Manifest> {
        let manifest = String::from_utf8(cache.load(key)?).ok()?;
        if manifest == REFUSED {
            return Some(Manifest::Refused);
        }
        let mut program = Self {
            maker: Maker::Llvm,
            entries: Vec::new(),
            objects: Vec::new(),
        };
        for line in manifest.lines() {
            match line.split_once(' ')? {
                ("maker", "cranelift") => program.maker = Maker::Cranelift,
                ("maker", _) => program.maker = Maker::Llvm,
                ("object", rest) => {
                    let key = Key::parse(rest)?;
                    let bytes = cache.load(&key)?;
                    program.objects.push(ObjectCode { key: Some(key), bytes });
                }
                (_, rest) => {
                    let (result, name) = rest.split_once(' ')?;
                    let result = result.parse().ok();
                    let name = unescaped(name)?;
                    program.entries.push(Entry { name, result });
                }
            }
        }
        Some(Manifest::Program(program))
    }
}

/// The manifest of a program that a maker does not know all of.
const REFUSED: &str = "refused\n";

/// What the cache knows of a program.
enum Manifest {
    Program(Program),
    Refused,
}

/// A module of the llvm dialect as text for the LLVM at hand.
pub(crate) fn to_text(ctx: &Context, module: &OwnedOp, debug_info: bool) -> Result<ModuleText, Error> {
    let options = TranslateOptions {
        llvm_major: Llvm::get()?.version().major,
        debug_info,
        ..TranslateOptions::default()
    };
    Ok(translate_parts(module.op_ref(ctx), options)?)
}

/// The hash of all that a program's machine code depends on. The name of the source is in it: messages of failed
/// assertions show it.
fn source_key(maker: Maker, source: &Source, options: &EngineOptions) -> Result<Key, Error> {
    let key = match maker {
        Maker::Llvm => compiler_key("program", &options.compile())?,
        Maker::Cranelift => cranelift_key("program", options.optimizes()),
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
    /// The options for LLVM.
    pub(crate) fn compile(&self) -> CompileOptions {
        CompileOptions {
            opt_level: self.opt_level,
            threads: self.threads,
            ..CompileOptions::default()
        }
    }

    /// The options for Cranelift.
    fn cranelift(&self) -> CraneliftOptions<'_> {
        CraneliftOptions {
            optimize: self.optimizes(),
            exports: self.exports(),
            threads: self.threads,
            files: None,
        }
    }

    /// What is seen from outside.
    fn exports(&self) -> Exports<'_> {
        match &self.entry_points {
            Some(names) => Exports::Only(names),
            None => Exports::Everything,
        }
    }

    fn optimizes(&self) -> bool {
        self.opt_level > OptLevel::O0
    }

    /// A text that differs if the options make different code.
    fn fingerprint(&self) -> String {
        let shaping = Self {
            shared_libs: Vec::new(),
            threads: None,
            cache: None,
            exits_on_failure: false,
            ..self.clone()
        };
        format!("{shaping:?}")
    }
}

/// The functions of a module in the llvm dialect that are defined there.
pub(crate) fn entries(ctx: &Context, module: &OwnedOp) -> Vec<Entry> {
    let Some(body) = module.body() else { return Vec::new() };
    let table = SymbolTable::of(ctx, body);
    let Some(block) = body.entry() else { return Vec::new() };
    let mut entries = Vec::new();
    for op in body.block_ops(block) {
        let data = body.op(op);
        let defined = data.body().is_some_and(|body| body.entry().is_some());
        let Some(name) = symbol_name(ctx, data).filter(|&name| defined && table.get(name) == Some(op)) else {
            continue;
        };
        let ty = data.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx));
        let result = ty.and_then(|ty| entry_type(&ctx.show_type(ty)));
        entries.push(Entry {
            name: ctx.str(name).to_owned(),
            result,
        });
    }
    entries
}

/// What an entry point of that llvm function type returns.
fn entry_type(ty: &str) -> Option<EntryPoint> {
    match ty {
        "!llvm.func<void ()>" => Some(EntryPoint::Void),
        "!llvm.func<i32 ()>" => Some(EntryPoint::I32),
        "!llvm.func<i64 ()>" => Some(EntryPoint::I64),
        "!llvm.func<f32 ()>" => Some(EntryPoint::F32),
        _ => None,
    }
}

/// The name that `EntryPoint` parses.
fn result_name(entry: EntryPoint) -> &'static str {
    match entry {
        EntryPoint::Void => "void",
        EntryPoint::I32 => "i32",
        EntryPoint::I64 => "i64",
        EntryPoint::F32 => "f32",
    }
}

/// What `escape_default` made of a text, as it was.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        out.push(match rest.next()? {
            't' => '\t',
            'r' => '\r',
            'n' => '\n',
            'u' => {
                let (code, behind) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                rest = behind.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            other => other,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_the_manifest() {
        for name in ["main", "two words", "a\\b\"c'\n\t\u{1}é€", "\\u{41}", ""] {
            assert_eq!(
                unescaped(&name.escape_default().to_string()).as_deref(),
                Some(name),
                "{name:?}"
            );
        }
    }
}
