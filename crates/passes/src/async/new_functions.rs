//! The functions that parallel loops become, while they are made: bodies of their own, to be put into the module.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::func::build::private_function;
use asyncir_ir::rewrite::{Listener, Rewriter};
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Attribute, Body, Context, Ident, InsertPoint, Location, OpId, OperationState, Type, ValueId};

/// A function that is not in the module yet.
pub(super) struct NewFunction {
    pub(super) name: Ident,
    pub(super) inputs: Vec<Type>,
    pub(super) results: Vec<Type>,
    pub(super) location: Location,
    /// What LLVM is told of the function.
    pub(super) passthrough: Vec<&'static str>,
    pub(super) body: Body,
    /// The ops that the greedy driver is told of, in the order in which they were made.
    pub(super) made: Vec<OpId>,
}

impl NewFunction {
    /// What the function is made from, its body taken out.
    pub(super) fn into_state(self, ctx: &Context) -> OperationState {
        let name = ctx.str(self.name);
        let mut state = private_function(ctx, self.location, name, &self.inputs, &self.results, self.body);
        if !self.passthrough.is_empty() {
            let words: Vec<Attribute> = self.passthrough.iter().map(|&word| ctx.str_attr(word)).collect();
            state = state.attr(ctx, "passthrough", ctx.array_attr(&words));
        }
        state
    }
}

/// Attributes that are about the name of a function, which others call.
const OF_THE_NAME: [&str; 1] = ["llvm.emit_c_interface"];

/// Gives a function the discardable attributes of the one that its body comes from.
pub(super) fn with_attrs_of_body(ctx: &Context, mut state: OperationState, attrs: Attribute) -> OperationState {
    for &(key, value) in attrs.as_dict(ctx).unwrap_or_default() {
        let key = ctx.str(key);
        if !OF_THE_NAME.contains(&key) {
            state = state.attr(ctx, key, value);
        }
    }
    state
}

/// The names of a module, and the functions to be added to it.
#[derive(Default)]
pub(super) struct Functions {
    names: HashSet<Ident>,
    /// For names that were taken, the number to try next: those below are taken, and stay so.
    next: HashMap<Ident, u32>,
    pub(super) new: Vec<NewFunction>,
}

impl Functions {
    /// Without new functions, for a module.
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let ops = module
            .root_regions()
            .iter()
            .flat_map(|&region| module.region_blocks(region));
        let ops = ops.flat_map(|block| module.block_ops(block));
        Self {
            names: ops.filter_map(|op| symbol_name(ctx, module.op(op))).collect(),
            ..Self::default()
        }
    }

    /// The names that are taken.
    pub(super) fn names(&self) -> impl Iterator<Item = Ident> {
        self.names.iter().copied()
    }

    /// Takes `name`, or the first of `name_0`, `name_1`, ... that is free.
    pub(super) fn unique_name(&mut self, ctx: &Context, name: &str) -> Ident {
        let plain = ctx.ident(name);
        let mut candidate = plain;
        let next = self.next.entry(plain).or_default();
        while !self.names.insert(candidate) {
            candidate = ctx.ident(&format!("{name}_{next}"));
            *next += 1;
        }
        candidate
    }
}

/// Adds functions at the end of a module.
pub(super) fn insert(module: &mut Body, functions: impl IntoIterator<Item = OperationState>) {
    let Some(end) = module.entry().map(InsertPoint::End) else {
        return;
    };
    for state in functions {
        let function = module.create_op(state);
        module.insert_op(function, end);
    }
}

/// Notes which ops are made where the greedy driver sees them: ops in a region whose op does not exist yet are not
/// told of in MLIR either, and are visited in the next iteration only.
#[derive(Default)]
struct Recorder {
    made: Vec<OpId>,
}

impl Listener for Recorder {
    fn inserted(&mut self, body: &Body, op: OpId) {
        let mut region = body.parent_region(op);
        while let Some(current) = region {
            if Some(current) == body.root() {
                return self.made.push(op);
            }
            region = body.parent_of_region(current);
        }
    }
}

/// Makes a function of a type, whose entry block `fill` fills.
pub(super) fn build_function(
    ctx: &Context,
    name: Ident,
    (inputs, results): (Vec<Type>, Vec<Type>),
    location: Location,
    fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
) -> NewFunction {
    let mut body = Body::new();
    let mut recorder = Recorder::default();
    let region = body.add_root_region();
    let mut rw = Rewriter::new(ctx, &mut body).with_listener(&mut recorder);
    let args: Vec<(Type, Location)> = inputs.iter().map(|&ty| (ty, location)).collect();
    let entry = rw.create_block(region, None, &args);
    let arguments: Vec<ValueId> = rw.body.block_args(entry).collect();
    fill(&mut rw, &arguments);
    NewFunction {
        name,
        inputs,
        results,
        location,
        passthrough: Vec::new(),
        body,
        made: recorder.made,
    }
}
