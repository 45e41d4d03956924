//! Which functions only borrow the references that they are passed, where references are dropped by rules about single uses.
//!
//! An argument is borrowed if nothing in its function drops a reference to it or takes one over. Functions that pass their
//! arguments on to each other borrow them together: what starts a part of a parallel loop calls itself.

use std::collections::HashMap;

use asyncir_dialects::arith;
use asyncir_dialects::func::{self, FuncOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Ident, OpId, UseId, ValueId};

use super::ownership::{Usage, users_of_started_loops};
use super::ref_counted::is_ref_counted;

/// What a function does with a reference that is passed to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Argument {
    Borrowed,
    /// It is passed on to a function of which nothing is known.
    Unknown,
    Taken,
}

/// The arguments of the functions of a module.
#[derive(Default)]
pub(super) struct Arguments(HashMap<Ident, Vec<Argument>>);

/// What calls do with the references that they pass.
#[derive(Clone, Copy)]
pub(super) struct Calls<'a> {
    arguments: Option<&'a Arguments>,
    /// What calls of functions of which nothing is known do.
    unknown: Usage,
}

impl Calls<'static> {
    /// Each call gives a reference to its callee.
    pub(super) const TAKE: Self = Calls {
        arguments: None,
        unknown: Usage::Take,
    };
}

impl<'a> Calls<'a> {
    pub(super) fn new(arguments: &'a Arguments, unknown: Usage) -> Self {
        Self {
            arguments: Some(arguments),
            unknown,
        }
    }

    /// What a call does with one of its operands.
    pub(super) fn usage(&self, ctx: &Context, body: &Body, slot: UseId) -> Usage {
        match self.arguments.and_then(|arguments| {
            arguments
                .0
                .get(&func::callee(ctx, body.op(body.use_owner(slot)))?)?
                .get(body.use_index(slot))
        }) {
            Some(Argument::Borrowed) => Usage::Borrow,
            Some(Argument::Taken) => Usage::Take,
            Some(Argument::Unknown) | None => self.unknown,
        }
    }
}

/// An argument: the name of its function and which one it is.
type Place = (Ident, usize);

/// What is found out about arguments.
struct Search {
    arguments: Arguments,
    /// For each argument, those that are passed on as that one.
    passed_on: HashMap<Place, Vec<Place>>,
    /// Arguments about which something new was found out.
    news: Vec<Place>,
}

impl Arguments {
    /// Looks at the functions of a module. `drops` tells whether a reference to a value is dropped behind one of its users.
    pub(super) fn of(ctx: &Context, module: &Body, drops: impl Fn(&Body, ValueId, OpId) -> bool) -> Self {
        let owners = module.owners();
        if owners.iter().any(|&op| module.op(op).has_trait(OpTrait::SymbolTable)) {
            // The functions of inner modules may have the names of others.
            return Self::default();
        }
        let mut search = Search {
            arguments: Self::default(),
            passed_on: HashMap::new(),
            news: Vec::new(),
        };
        for owner in owners {
            let op = module.op(owner);
            if let (true, Some(name), Some(body)) = (op.is(FuncOp::DEF), symbol_name(ctx, op), op.body()) {
                search.look_at(ctx, body, name, &drops);
            }
        }
        search.finish()
    }
}

impl Search {
    fn look_at(&mut self, ctx: &Context, body: &Body, name: Ident, drops: impl Fn(&Body, ValueId, OpId) -> bool) {
        let Some(entry) = body.entry() else { return };
        let mut arguments = Vec::new();
        for (index, value) in body.block_args(entry).enumerate() {
            if !is_ref_counted(ctx, body.value_type(value)) {
                // Nobody asks for it.
                arguments.push(Argument::Taken);
                continue;
            }
            let place = (name, index);
            // What a loop goes on using is dropped when it is done.
            let is_taken = !body.has_uses(value)
                || !users_of_started_loops(ctx, body, value).is_empty()
                || body.users(value).any(|user| drops(body, value, user))
                || body.uses(value).any(|slot| is_taken_over(ctx, body, slot));
            if is_taken {
                self.news.push(place);
                arguments.push(Argument::Taken);
                continue;
            }
            arguments.push(Argument::Borrowed);
            for slot in body.uses(value) {
                if let Some(callee) = func::callee(ctx, body.op(body.use_owner(slot))) {
                    let passed_as = (callee, body.use_index(slot));
                    self.passed_on.entry(passed_as).or_default().push(place);
                }
            }
        }
        self.arguments.0.insert(name, arguments);
    }

    fn finish(mut self) -> Arguments {
        let unknown = self.passed_on.keys().filter(|place| self.get(**place).is_none());
        for place in unknown.copied().collect::<Vec<_>>() {
            self.hand_on(place, Argument::Unknown);
        }
        while let Some(place) = self.news.pop() {
            let found = self.get(place).unwrap_or(Argument::Unknown);
            self.hand_on(place, found);
        }
        self.arguments
    }

    fn get(&self, (function, index): Place) -> Option<Argument> {
        self.arguments.0.get(&function)?.get(index).copied()
    }

    /// What holds for an argument holds for those that are passed on as it.
    fn hand_on(&mut self, place: Place, found: Argument) {
        for &(function, index) in self.passed_on.get(&place).into_iter().flatten() {
            let argument = self.arguments.0.get_mut(&function).and_then(|all| all.get_mut(index));
            if let Some(argument) = argument.filter(|argument| **argument < found) {
                *argument = found;
                self.news.push((function, index));
            }
        }
    }
}

/// Whether a use that is no call takes a reference over, or picks the value.
fn is_taken_over(ctx: &Context, body: &Body, slot: UseId) -> bool {
    let user = body.op(body.use_owner(slot));
    let borrowing = Arguments::default();
    let calls = Calls::new(&borrowing, Usage::Borrow);
    user.is(arith::SelectOp::DEF) || Usage::of(ctx, body, slot, calls) != Usage::Borrow
}
