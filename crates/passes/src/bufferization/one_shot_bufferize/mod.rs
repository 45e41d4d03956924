//! `one-shot-bufferize`: tensors become memory. An analysis decides which ops may write to the memory of their operands; the
//! operands of others are copied.

mod analysis;
mod annotations;
mod conflicts;
mod copies;
mod decisions;
pub mod eliminate_empty_tensors;
mod functions;
mod globals;
mod interface;
mod memory;
mod needed_values;
mod options;
mod regions;
mod rewrite;
mod signature;
mod sizes;
mod tasks;
mod types;
mod unreachable;
mod view;

use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::func::FuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Body, Context, Diagnostics, Fallible, NamedAttribute, OpId, OwnedOp};

use self::annotations::Annotations;
use self::functions::{Current, Functions, in_call_order, name_of, summarize};
use self::globals::Globals;
use self::options::{Layout, Options};
use self::view::{State, View};
use crate::bodies::{is_module, on_inner_modules};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "one-shot-bufferize",
    class: "OneShotBufferizePass",
    summary: "One-Shot Bufferize",
    anchor: Some("builtin.module"),
    options: options::INFOS,
    create: |options| {
        Ok(Box::new(OneShotBufferize {
            options: Options::of(options)?,
        }))
    },
};

struct OneShotBufferize {
    options: Options,
}

impl Pass for OneShotBufferize {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        match op.body_mut() {
            Some(module) => run_on_module(cx.ctx, module, &self.options),
            None => Ok(()),
        }
    }
}

/// A module with what is known of its functions.
struct Module<'a> {
    ctx: &'a Context,
    options: &'a Options,
    body: &'a mut Body,
    functions: Functions,
    /// What is known of functions where nothing was analysed: their types alone.
    signatures: Functions,
}

fn run_on_module(ctx: &Context, body: &mut Body, options: &Options) -> Result<(), Diagnostics> {
    let owners: Vec<OpId> = body
        .owners()
        .into_iter()
        .filter(|&op| !is_module(body.op(op)))
        .collect();
    let functions = Functions::of(ctx, body, &owners);
    let signatures = Functions::of(ctx, body, &owners);
    let mut module = Module {
        ctx,
        options,
        body,
        functions,
        signatures,
    };
    module.run(&owners).map_err(Diagnostics::from)?;
    let mut found = Diagnostics::new();
    on_inner_modules(body, |_, inner| {
        if let Err(inner) = run_on_module(ctx, inner, options) {
            found.append(inner);
        }
    });
    found.into_result()
}

/// Does to a body what its analysis is for.
fn act(ctx: &Context, body: &mut Body, state: &State<'_>) -> Fallible {
    if state.options.eliminates_only {
        eliminate_empty_tensors::eliminate(ctx, body, state);
        return Ok(());
    }
    copies::insert(ctx, body, state)
}

impl Module<'_> {
    /// Rewrites functions, those that are called before those that call them, and all other ops.
    fn run(&mut self, owners: &[OpId]) -> Fallible {
        let (order, acyclic) = in_call_order(self.ctx, self.body, &self.functions, owners);
        let others = owners.iter().copied().filter(|&op| !self.body.op(op).is(FuncOp::DEF));
        let order: Vec<OpId> = order.into_iter().chain(others).collect();
        let keeps_tensors = self.options.test_analysis_only || self.options.eliminates_only;
        if !keeps_tensors {
            self.erase_unreachable(&order)?;
        }
        if !self.options.copy_before_write {
            for (number, &op) in order.iter().enumerate() {
                self.with_body(op, |module, current, body| {
                    module.analyze_owner(op, current, body, number < acyclic)
                })?;
            }
            self.analyze_top()?;
        }
        if keeps_tensors {
            return Ok(());
        }
        let mut globals = Globals::of(self.ctx, self.body);
        for &op in &order {
            self.with_body(op, |module, current, body| {
                module.rewrite_owner(op, current, body, &mut globals)
            })?;
        }
        self.rewrite_top(&mut globals)?;
        globals.insert(self.body);
        Ok(())
    }

    fn erase_unreachable(&mut self, owners: &[OpId]) -> Fallible {
        for &op in owners {
            self.with_body(op, |module, _, body| {
                unreachable::erase(module.ctx, body);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Takes the body of an op out of the module for some work.
    fn with_body(&mut self, op: OpId, work: impl FnOnce(&mut Self, &Current, &mut Body) -> Fallible) -> Fallible {
        let current = Current::new(self.ctx, self.body.op(op));
        let Some(mut body) = self.body.op_mut(op).take_body() else {
            return Ok(());
        };
        let result = work(self, &current, &mut body);
        self.body.op_mut(op).put_body(body);
        result
    }

    fn is_not_analyzed(&self, op: OpId) -> bool {
        let name = name_of(self.ctx, self.body.op(op)).map_or("", |name| self.ctx.str(name));
        self.options.no_analysis.iter().any(|other| other == name)
    }

    /// Analyses what is in a function or another op, and inserts copies. With `is_acyclic`, those who call it are told what
    /// it does.
    fn analyze_owner(&mut self, op: OpId, current: &Current, body: &mut Body, is_acyclic: bool) -> Fallible {
        if self.is_not_analyzed(op) {
            return Ok(());
        }
        let ctx = self.ctx;
        let mut notes = Annotations::default();
        let mut state = State {
            options: self.options,
            functions: &self.functions,
            current,
            decisions: None,
        };
        analysis::analyze(ctx, body, &mut state, &mut notes)?;
        let with_boundary = self.options.function_boundaries && is_acyclic;
        let v = View {
            ctx,
            body,
            state: &state,
        };
        let function = current.function().filter(|_| with_boundary);
        let summary = function.map(|function| summarize(v, function, &mut notes));
        if self.options.test_analysis_only {
            notes.add_decisions(v);
            notes.set(ctx, body);
        } else {
            act(ctx, body, &state)?;
        }
        if let (Some(summary), Some(name)) = (summary, name_of(ctx, self.body.op(op))) {
            if self.options.test_analysis_only {
                self.annotate_arguments(op, current, &summary);
            }
            if let Some(function) = self.functions.get_mut(name) {
                function.summary = Some(summary);
            }
        }
        for (name, value) in std::mem::take(&mut notes.of_owner) {
            self.body.op_mut(op).set_attr(ctx, &name, Some(value));
        }
        Ok(())
    }

    /// Analyses the ops of the module itself, and inserts copies.
    fn analyze_top(&mut self) -> Fallible {
        let current = Current::default();
        let mut notes = Annotations::default();
        let mut state = State {
            options: self.options,
            functions: &self.functions,
            current: &current,
            decisions: None,
        };
        analysis::analyze(self.ctx, self.body, &mut state, &mut notes)?;
        if !self.options.test_analysis_only {
            return act(self.ctx, self.body, &state);
        }
        notes.add_decisions(View {
            ctx: self.ctx,
            body: self.body,
            state: &state,
        });
        notes.set(self.ctx, self.body);
        Ok(())
    }

    /// Says of each argument of a function what is done to its memory.
    fn annotate_arguments(&mut self, op: OpId, current: &Current, summary: &functions::Summary) {
        let inputs = current.function().map_or(&[][..], |function| &function.inputs);
        for index in (0..inputs.len()).filter(|&index| is_tensor(self.ctx, inputs[index])) {
            let word = match (summary.reads[index], summary.writes[index]) {
                (true, true) => "read-write",
                (true, false) => "read",
                (false, true) => "write",
                (false, false) => "none",
            };
            let word = self.ctx.str_attr(word);
            self.set_argument_attr(op, index, inputs.len(), "bufferization.access", Some(word));
        }
    }

    fn set_argument_attr(&mut self, op: OpId, index: usize, count: usize, name: &str, value: Option<Attribute>) {
        let ctx = self.ctx;
        let data = self.body.op_mut(op);
        let given = data.property(ctx, "arg_attrs").and_then(|attr| attr.as_array(ctx));
        let mut attrs = given.map_or_else(|| vec![Attribute::EMPTY_DICT; count], <[Attribute]>::to_vec);
        attrs[index] = ctx.dict_with(attrs[index], name, value);
        let is_empty = |attr: &Attribute| attr.as_dict(ctx).is_none_or(<[NamedAttribute]>::is_empty);
        let attrs = (!attrs.iter().all(is_empty)).then(|| ctx.array_attr(&attrs));
        data.set_property(ctx, "arg_attrs", attrs);
    }

    /// Rewrites what is in a function or another op, and the type of the function.
    fn rewrite_owner(&mut self, op: OpId, current: &Current, body: &mut Body, globals: &mut Globals) -> Fallible {
        let ctx = self.ctx;
        let mut options = self.options.clone();
        options.copy_before_write |= self.is_not_analyzed(op);
        let state = State {
            options: &options,
            functions: &self.signatures,
            current,
            decisions: None,
        };
        if options.copy_before_write {
            copies::insert(ctx, body, &state)?;
        }
        rewrite::bufferize(ctx, body, &state, globals)?;
        let is_function = View {
            ctx,
            body,
            state: &state,
        }
        .function_interface()
        .is_some();
        if let Some(function) = current.function().filter(|_| options.function_boundaries) {
            if is_function {
                self.set_signature(op, function, body);
            }
            self.drop_arguments_attrs(op, function);
        }
        Ok(())
    }

    fn rewrite_top(&mut self, globals: &mut Globals) -> Fallible {
        let current = Current::default();
        let state = State {
            options: self.options,
            functions: &self.signatures,
            current: &current,
            decisions: None,
        };
        if self.options.copy_before_write {
            copies::insert(self.ctx, self.body, &state)?;
        }
        rewrite::bufferize(self.ctx, self.body, &state, globals)
    }

    /// Drops the attributes that only told how to rewrite a function.
    fn drop_arguments_attrs(&mut self, op: OpId, function: &functions::Function) {
        let count = function.inputs.len();
        for index in 0..count {
            for name in ["bufferization.buffer_layout", "bufferization.writable"] {
                if function.arg_attr(self.ctx, index, name).is_some() {
                    self.set_argument_attr(op, index, count, name, None);
                }
            }
        }
    }

    /// The type of a function that was rewritten.
    fn set_signature(&mut self, op: OpId, function: &functions::Function, body: &mut Body) {
        let (ctx, options) = (self.ctx, self.options);
        let count = function.inputs.len();
        let inputs: Vec<_> = (0..count)
            .map(|index| function.argument_type(ctx, options, index))
            .collect();
        let skip_casts = options.boundary_layout == Layout::Inferred;
        let declared = || {
            let buffer = |&ty: &asyncir_ir::Type| {
                if is_tensor(ctx, ty) {
                    functions::boundary_type(ctx, options, ty)
                } else {
                    types::async_value(ctx, ty)
                }
            };
            function.outputs.iter().map(buffer).collect()
        };
        let outputs: Vec<_> = signature::result_types(ctx, body, skip_casts).unwrap_or_else(declared);
        let ty = ctx.function_type(&inputs, &outputs);
        self.body
            .op_mut(op)
            .set_property(ctx, "function_type", Some(ctx.type_attr(ty)));
        let known = name_of(ctx, self.body.op(op)).and_then(|name| self.signatures.get_mut(name));
        if let Some(known) = known {
            (known.inputs, known.outputs) = (inputs, outputs);
        }
    }
}
