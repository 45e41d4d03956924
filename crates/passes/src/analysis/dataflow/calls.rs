//! Who calls a function, and what else names it.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::{r#async, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::symbols::{Visibility, may_be_symbol_table, references, visibility};
use asyncir_ir::{OpRef, WalkOrder};

use super::program::{At, OpAt, Program};
use crate::general::inline::is_call;

/// The calls of functions, in their order.
#[derive(Default)]
pub(crate) struct Calls {
    of: HashMap<OpAt, Vec<OpAt>>,
    callees: HashMap<OpAt, OpAt>,
    named_otherwise: HashSet<OpAt>,
    /// Whether there may be names that are not understood.
    is_incomplete: bool,
}

impl Calls {
    /// Looks at all ops of a program, reached or not.
    pub(crate) fn find(program: &Program<'_>) -> Self {
        let mut calls = Self::default();
        for space in program.spaces() {
            for op in program.body(space).walk_all(WalkOrder::Pre) {
                calls.add(program, At::new(space, op));
            }
        }
        calls
    }

    fn add(&mut self, program: &Program<'_>, op: OpAt) {
        let view = program.op_ref(op);
        self.is_incomplete |= may_be_symbol_table(view);
        let callee = view.property("callee").filter(|_| is_call(view.data()));
        let target = callee.and_then(|callee| program.resolve(op, callee));
        if let Some(target) = target.filter(|&target| program.op_ref(target).data().has_trait(OpTrait::FunctionLike)) {
            self.of.entry(target).or_default().push(op);
            self.callees.insert(op, target);
        }
        let names = references(program.ctx, view.data());
        let is_callee = |name| Some(name) == callee;
        let how_often = names.iter().filter(|&&name| is_callee(name)).count();
        for name in names.into_iter().filter(|&name| !is_callee(name) || how_often > 1) {
            self.named_otherwise.extend(program.resolve(op, name));
        }
    }

    /// The calls of a function.
    pub(crate) fn of(&self, function: OpAt) -> &[OpAt] {
        self.of.get(&function).map_or(&[], Vec::as_slice)
    }

    /// The function of the program that an op calls.
    pub(crate) fn callee(&self, call: OpAt) -> Option<OpAt> {
        self.callees.get(&call).copied()
    }

    /// Whether the signature of a function may be changed: nothing else than these calls can name it, and it is no function
    /// of another language.
    pub(crate) fn may_change(&self, program: &Program<'_>, function: OpAt) -> bool {
        let data = program.op_ref(function).data();
        let is_own = [func::FuncOp::DEF, r#async::FuncOp::DEF]
            .into_iter()
            .any(|def| data.is(def));
        is_own
            && visibility(program.ctx, data) != Visibility::Public
            && program.entry(function).is_some()
            && !self.is_incomplete
            && !self.named_otherwise.contains(&function)
    }
}

/// Whether the first result of calls of a function is a token that the function itself makes.
pub(crate) fn returns_token(function: OpRef<'_>) -> bool {
    function.data().is(r#async::FuncOp::DEF) && r#async::FuncOp(function).is_stateful()
}
