//! Checking a body for itself, while it is still in the cache.
//!
//! All that is in an isolated op is valid or not whatever is around it, but for the symbols that it names. So a body is
//! checked on its own, by whoever changed it last if that can be, and keeps the verdict until somebody may change it
//! again. Only good verdicts are kept: errors are found again, and reported, in the order of the program.

use super::known::{KnownSound, Lent};
use super::{Verifier, check_exit, check_symbols, uses};
use crate::body::{Body, OpId, OpRef, OperationState, Verdict};
use crate::context::Context;
use crate::def::OpTrait;
use crate::module::OwnedOp;
use crate::symbols::SymbolScope;

/// What cannot be checked in a body alone.
#[derive(Default)]
pub(super) struct Left {
    /// The number of the check.
    pub(super) check: u32,
    /// Of ops that agree in attributes and types, the first one: what is true of its symbols is true of theirs.
    pub(super) symbol_users: Vec<OpId>,
    /// Whether there are bodies in the body: they are in the scope of symbols too.
    pub(super) inner_bodies: bool,
}

/// A verifier of bodies for themselves, for use by one thread.
pub struct VerifyAhead<'c>(Lent<'c>);

impl<'c> VerifyAhead<'c> {
    /// One for bodies of a context.
    pub fn new(ctx: &'c Context) -> Self {
        Self(ctx.known_sound.lend())
    }

    /// Checks `body`, which `owner` is going to own. If it is valid, it is not checked again until one of them changes;
    /// if not, [`super::verify_op`] says why.
    pub fn body(&mut self, owner: OpRef<'_>, body: &mut Box<Body>) {
        let data = owner.data();
        if data.num_operands() > 0 || data.num_results() > 0 {
            return;
        }
        self.body_of(owner.ctx, OperationState::like(data), body);
    }

    /// As [`body`](Self::body), but the op that is going to own the body is still to be made; `owner` is its state,
    /// without a body.
    pub fn body_of(&mut self, ctx: &Context, mut owner: OperationState, body: &mut Box<Body>) {
        owner.body = Some(std::mem::take(body));
        let mut shell = OwnedOp::new(owner);
        check(&mut self.0.known, shell.op_ref(ctx));
        *body = shell.operation_mut().take_body().unwrap_or_default();
    }
}

/// Checks an isolated op, symbols apart; leaves the verdict with its body if it is good.
fn check(known: &mut KnownSound, owner: OpRef<'_>) {
    let data = owner.data();
    let Some(body) = data.body().filter(|_| !data.has_trait(OpTrait::SymbolTable)) else {
        return;
    };
    if body.verdict_for(data).is_some() {
        return;
    }
    let check = known.next_check();
    let mut verifier = Verifier::new(known, false);
    verifier.left = Some(Left {
        check,
        ..Left::default()
    });
    for &region in body.root_regions() {
        verifier.region(owner, body, region, None);
    }
    let left = verifier.left.take().unwrap_or_default();
    let mut diagnostics = verifier.diagnostics;
    if !diagnostics.is_empty() || left.inner_bodies {
        return;
    }
    uses::check_body(owner, body, false, &mut diagnostics);
    if diagnostics.is_empty() && check_exit(owner).is_ok() {
        // An earlier verdict about another owner stays: the body is then checked each time.
        let _ = body.verdict.set(Verdict {
            owner: data.name(),
            properties: data.properties(),
            attrs: data.attrs(),
            symbol_users: left.symbol_users.into(),
        });
    }
}

impl Verifier<'_> {
    /// Whether an isolated op is valid but for the symbols that are named in it, which are checked here.
    pub(super) fn is_valid_inside(&mut self, op: OpRef<'_>, scope: Option<&SymbolScope<'_>>) -> bool {
        let Some(body) = op.data().body() else {
            return false;
        };
        if let Some(left) = &mut self.left {
            left.inner_bodies = true;
            return false;
        }
        check(self.known, op);
        let Some(symbol_users) = body.verdict_for(op.data()) else {
            return false;
        };
        // Where a symbol is wrong, all ops are looked at anew, for others may name it too.
        symbol_users
            .iter()
            .all(|&user| check_symbols(body.op_ref(op.ctx, user), scope).is_ok())
    }
}
