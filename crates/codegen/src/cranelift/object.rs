//! Modules as object files: one for each few hundred functions, made side by side.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use asyncir_ir::{Context, Diagnostic, Fallible, OpRef};
use cranelift_codegen::ir::{self, Signature};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module, ModuleError, default_libcall_names};
use cranelift_object::{ObjectBuilder, ObjectModule};

use super::function::{self, Translator, is_signed, result_of};
use super::symbols::{Kind, Symbol, Symbols};
use super::target::target;
use super::types::Shapes;
use super::unwind::Unwinding;
use super::{data, refused_for, refused_type};
use crate::partition::Exports;

/// How to compile a module with Cranelift.
#[derive(Clone, Debug)]
pub struct CraneliftOptions<'e> {
    /// Whether to optimise the code.
    pub optimize: bool,
    /// The symbols that are visible outside of the module. Code that cannot be reached from them is left out.
    pub exports: Exports<'e>,
    /// The number of threads that compile; by default, one for each core. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// New names for symbols. With `files`, those that only this module sees get its suffix instead.
    pub new_names: HashMap<&'e str, String>,
    /// Options for object files that the system's linker links; `None` for code that is loaded into this process.
    pub files: Option<FileOptions<'e>>,
}

/// How to compile to object files that the system's linker links.
#[derive(Clone, Debug)]
pub struct FileOptions<'e> {
    /// Whether the code may use all features of this machine's processor. Otherwise it runs on all processors of the
    /// architecture.
    pub for_this_cpu: bool,
    /// Whether to make a single object file.
    pub whole: bool,
    /// A suffix for the names of symbols that are not exported, so that they do not clash with those of other modules.
    pub suffix: &'e str,
}

/// Ops for one object file. It takes some milliseconds to compile that many.
const OPS_PER_OBJECT: usize = 4_000;

/// Compiles a module in the llvm dialect to object files for this machine, which must be linked together.
///
/// # Errors
/// If Cranelift or this translation does not support an op. The error is for the same op in every run. LLVM may support it.
pub fn compile_module(module: OpRef<'_>, options: &CraneliftOptions<'_>) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let isa = target(options).map_err(|reason| Diagnostic::error(module.location(), reason))?;
    let symbols = Symbols::of(module, options.exports)?;
    if options.files.is_some() {
        symbols.check_exported()?;
    }
    let plan = Plan::of(&symbols, options);
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = options.threads.unwrap_or_else(cores).get().min(plan.count);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= plan.count {
                return made;
            }
            made.push((part, compile_part(module.ctx, &symbols, &plan, part, &isa, options)));
        }
    };
    let mut all = thread::scope(|scope| {
        // With fewer threads than wished it only takes longer.
        let helpers = (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let helpers: Vec<_> = helpers.collect();
        let mut all = work();
        for helper in helpers {
            all.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|&(part, _)| part);
    all.into_iter().map(|(_, object)| object).collect()
}

/// Which object file each symbol that is defined goes to.
struct Plan {
    part_of: Vec<Option<usize>>,
    count: usize,
}

impl Plan {
    /// Depends on the module and the form that is asked for alone.
    fn of(symbols: &Symbols<'_>, options: &CraneliftOptions<'_>) -> Self {
        let is_whole = options.files.as_ref().is_some_and(|files| files.whole);
        let limit = if is_whole { usize::MAX } else { OPS_PER_OBJECT };
        let (mut part, mut cost) = (0, 0_usize);
        let mut part_of = Vec::with_capacity(symbols.list.len());
        for symbol in &symbols.list {
            if cost >= limit {
                (part, cost) = (part + 1, 0);
            }
            part_of.push(symbol.is_defined.then_some(part));
            cost += if symbol.is_defined { symbol.cost + 1 } else { 0 };
        }
        Self {
            part_of,
            count: part + 1,
        }
    }
}

/// The names of one object file.
pub(super) struct Names<'s, 'm> {
    pub(super) symbols: &'s Symbols<'m>,
    plan: &'s Plan,
    part: usize,
    options: &'s CraneliftOptions<'s>,
    module: ObjectModule,
    unwinding: Unwinding,
    functions: HashMap<usize, FuncId>,
    globals: HashMap<usize, DataId>,
}

fn compile_part<'m>(
    ctx: &'m Context,
    symbols: &Symbols<'m>,
    plan: &Plan,
    part: usize,
    isa: &OwnedTargetIsa,
    options: &CraneliftOptions<'_>,
) -> Result<Vec<u8>, Diagnostic> {
    let mut shapes = Shapes::new(ctx);
    let mut names = Names::new(symbols, plan, part, isa, options)?;
    let mut context = cranelift_codegen::Context::new();
    let mut builder_context = FunctionBuilderContext::new();
    for (index, symbol) in symbols.list.iter().enumerate() {
        if plan.part_of[index] != Some(part) {
            continue;
        }
        match symbol.kind {
            Kind::Function => names.define_function(index, &mut shapes, &mut context, &mut builder_context)?,
            Kind::Global => names.define_global(index, &mut shapes)?,
        }
    }
    let failed = |reason| Diagnostic::error(asyncir_ir::Location::UNKNOWN, reason);
    let mut product = names.module.finish();
    names.unwinding.write(&**isa, &mut product).map_err(failed)?;
    product.emit().map_err(|error| failed(error.to_string()))
}

impl<'s, 'm> Names<'s, 'm> {
    fn new(
        symbols: &'s Symbols<'m>,
        plan: &'s Plan,
        part: usize,
        isa: &OwnedTargetIsa,
        options: &'s CraneliftOptions<'s>,
    ) -> Fallible<Self> {
        let builder = ObjectBuilder::new(Arc::clone(isa), format!("part{part}"), default_libcall_names());
        let builder = builder.map_err(|error| Diagnostic::error(asyncir_ir::Location::UNKNOWN, error.to_string()))?;
        Ok(Self {
            symbols,
            plan,
            part,
            options,
            module: ObjectModule::new(builder),
            unwinding: Unwinding::default(),
            functions: HashMap::new(),
            globals: HashMap::new(),
        })
    }

    fn convention(&self) -> CallConv {
        self.module.target_config().default_call_conv
    }

    fn linkage(&self, index: usize) -> Linkage {
        match (
            self.plan.part_of[index] == Some(self.part),
            self.symbols.list[index].is_exported,
        ) {
            (false, _) => Linkage::Import,
            (true, true) => Linkage::Export,
            // Other parts may refer to it.
            (true, false) => Linkage::Hidden,
        }
    }

    /// What the linker knows a symbol by.
    fn link_name(&self, symbol: &Symbol<'m>) -> Cow<'m, str> {
        let suffix = self.options.files.as_ref().map(|files| files.suffix);
        if let Some(suffix) = suffix.filter(|_| symbol.is_defined && !symbol.is_exported) {
            return format!("{}.{suffix}", symbol.name).into();
        }
        let new_name = self.options.new_names.get(symbol.name);
        new_name.map_or(symbol.name.into(), |name| name.clone().into())
    }

    fn function_id(&mut self, index: usize, signature: &Signature) -> Result<FuncId, Diagnostic> {
        if let Some(&known) = self.functions.get(&index) {
            return Ok(known);
        }
        let symbol = &self.symbols.list[index];
        let (name, linkage) = (self.link_name(symbol), self.linkage(index));
        let made = self.module.declare_function(&name, linkage, signature);
        let made = made.map_err(|error| failed(symbol, &error))?;
        self.functions.insert(index, made);
        Ok(made)
    }

    fn data_id(&mut self, index: usize) -> Result<DataId, Diagnostic> {
        if let Some(&known) = self.globals.get(&index) {
            return Ok(known);
        }
        let symbol = &self.symbols.list[index];
        let is_writable = !crate::dialect::flag(symbol.op, "constant");
        let (name, linkage) = (self.link_name(symbol), self.linkage(index));
        let made = self.module.declare_data(&name, linkage, is_writable, false);
        let made = made.map_err(|error| failed(symbol, &error))?;
        self.globals.insert(index, made);
        Ok(made)
    }

    /// Whether code must not count on the distance to a symbol: what a shared library exports may be found elsewhere.
    fn may_be_elsewhere(&self, index: usize) -> bool {
        self.options.files.is_some() && self.symbols.list[index].is_exported
    }

    /// A function of the module in the function that is being made.
    pub(super) fn function_in(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        index: usize,
        signature: &Signature,
    ) -> Fallible<ir::FuncRef> {
        let id = self.function_id(index, signature)?;
        let function = self.module.declare_func_in_func(id, builder.func);
        if self.may_be_elsewhere(index) {
            builder.func.dfg.ext_funcs[function].colocated = false;
        }
        Ok(function)
    }

    /// A global of the module in the function that is being made.
    pub(super) fn global_in(&mut self, builder: &mut FunctionBuilder<'_>, index: usize) -> Fallible<ir::GlobalValue> {
        let id = self.data_id(index)?;
        let global = self.module.declare_data_in_func(id, builder.func);
        if self.may_be_elsewhere(index)
            && let ir::GlobalValueData::Symbol { colocated, .. } = &mut builder.func.global_values[global]
        {
            *colocated = false;
        }
        Ok(global)
    }

    /// A function of C's library in the function that is being made; nothing if the module has another of that name.
    pub(super) fn library_in(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        name: &str,
        signature: &Signature,
    ) -> Option<ir::FuncRef> {
        let own = self.symbols.get(name).map(|index| &self.symbols.list[index]);
        own.is_none_or(|own| !own.is_defined || self.link_name(own) != name)
            .then_some(())?;
        let id = self.module.declare_function(name, Linkage::Import, signature).ok()?;
        Some(self.module.declare_func_in_func(id, builder.func))
    }

    fn define_function(
        &mut self,
        index: usize,
        shapes: &mut Shapes<'m>,
        context: &mut cranelift_codegen::Context,
        builder_context: &mut FunctionBuilderContext,
    ) -> Fallible {
        let symbol = &self.symbols.list[index];
        let passing = passing_of(symbol, shapes, self.convention())?;
        let id = self.function_id(index, &passing.signature)?;
        context.clear();
        context.func.signature = passing.signature.clone();
        let builder = FunctionBuilder::new(&mut context.func, builder_context);
        if let (Some(what), true, true) = (passing.own_rules, symbol.is_exported, self.options.files.is_some()) {
            return Err(refused_for(symbol.op, what));
        }
        let config = self.module.target_config();
        Translator::run(symbol.op, &passing, shapes, self, builder, config)?;
        self.module
            .define_function(id, context)
            .map_err(|error| failed(symbol, &error))?;
        let code = context.compiled_code();
        let added = code.map(|code| self.unwinding.add(self.module.isa(), id, code));
        let added = added.transpose();
        added.map_err(|error| failed(symbol, &error.into()))?;
        Ok(())
    }

    fn define_global(&mut self, index: usize, shapes: &mut Shapes<'m>) -> Fallible {
        let symbol = &self.symbols.list[index];
        let contents = data::of(symbol.op)?;
        let mut description = DataDescription::new();
        let size = usize::try_from(contents.image.size).map_err(|_| refused_for(symbol.op, "size"))?;
        match (contents.image.bytes.is_empty(), contents.image.references.is_empty()) {
            (true, true) => description.define_zeroinit(size),
            // Addresses are written into bytes.
            (true, false) => description.define(vec![0; size].into_boxed_slice()),
            (false, _) => description.define(contents.image.bytes.into_boxed_slice()),
        }
        description.set_align(contents.align);
        for (&offset, reference) in &contents.image.references {
            let offset = u32::try_from(offset).map_err(|_| refused_for(symbol.op, "size"))?;
            let other = self
                .symbols
                .get(reference.symbol)
                .ok_or_else(|| refused_for(symbol.op, "unknown symbol"))?;
            if self.symbols.list[other].kind == Kind::Global {
                let id = self.data_id(other)?;
                let global = self.module.declare_data_in_data(id, &mut description);
                description.write_data_addr(offset, global, reference.addend);
            } else if reference.addend == 0 {
                let passing = passing_of(&self.symbols.list[other], shapes, self.convention())?;
                if let Some(what) = passing.own_rules {
                    return Err(refused_for(symbol.op, what));
                }
                let id = self.function_id(other, &passing.signature)?;
                let function = self.module.declare_func_in_data(id, &mut description);
                description.write_function_addr(offset, function);
            } else {
                return Err(refused_for(symbol.op, "address inside of a function"));
            }
        }
        let id = self.data_id(index)?;
        self.module
            .define_data(id, &description)
            .map_err(|error| failed(symbol, &error))
    }
}

/// How a function of the module is called.
pub(super) fn passing_of(
    symbol: &Symbol<'_>,
    shapes: &mut Shapes<'_>,
    convention: CallConv,
) -> Result<function::Passing, Diagnostic> {
    let op = symbol.op;
    let (result, parameters) = symbol.function_type().ok_or_else(|| refused_for(op, "type"))?;
    let result = result_of(op, result);
    let is_signed = |index| is_signed(op, index);
    let passing = function::passing(shapes, convention, result, &parameters, is_signed).ok_or_else(|| {
        let mut types = result.iter().chain(&parameters);
        let unknown = types.find(|&&ty| shapes.of(ty).is_none());
        unknown.map_or_else(|| refused_for(op, "type"), |&ty| refused_type(op, ty))
    })?;
    match passing.own_rules {
        Some(what) if !symbol.is_defined => Err(refused_for(symbol.op, what)),
        _ => Ok(passing),
    }
}

fn failed(symbol: &Symbol<'_>, error: &ModuleError) -> Diagnostic {
    refused_for(symbol.op, &error.to_string())
}
