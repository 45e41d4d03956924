//! Checking a body for itself, while it is still in the cache.
//!
//! All that is in an isolated op is valid or not whatever is around it, but for the symbols that it names. So a body is
//! checked on its own, by whoever changed it last if that can be, and keeps the verdict until somebody may change it
//! again. Only good verdicts are kept: errors are found again, and reported, in the order of the program.

use super::known::{KnownSound, Lent};
use super::{Verifier, uses};
use crate::body::{Body, OpId, OpRef, Verdict};
use crate::context::Context;
use crate::def::OpTrait;
use crate::symbols::SymbolScope;

/// What cannot be checked in a body alone.
#[derive(Default)]
pub(super) struct Left {
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

    /// Checks `body`, which `owner` owns or is going to own. If it is valid, it is not checked again until it changes;
    /// if not, [`super::verify_op`] says why.
    pub fn body(&mut self, owner: OpRef<'_>, body: &Body) {
        check(&mut self.0.known, owner, body);
    }
}

fn check(known: &mut KnownSound, owner: OpRef<'_>, body: &Body) {
    let name = owner.data().name();
    if owner.data().has_trait(OpTrait::SymbolTable) || body.verdict_for(name).is_some() {
        return;
    }
    let mut verifier = Verifier::new(known, false);
    verifier.left = Some(Left::default());
    for &region in body.root_regions() {
        verifier.region(owner, body, region, None);
    }
    let left = verifier.left.take().unwrap_or_default();
    let mut diagnostics = verifier.diagnostics;
    if !diagnostics.is_empty() || left.inner_bodies {
        return;
    }
    uses::check_body(owner, body, false, &mut diagnostics);
    if diagnostics.is_empty() {
        let symbol_users = left.symbol_users.into();
        // A verdict about another owner stays: the body is then checked where it stands.
        let _ = body.verdict.set(Verdict {
            owner: name,
            symbol_users,
        });
    }
}

impl Verifier<'_> {
    /// Whether what is in an isolated op is valid but for the symbols that it names, which are checked here.
    pub(super) fn is_valid_inside(&mut self, op: OpRef<'_>, scope: Option<&SymbolScope<'_>>) -> bool {
        let Some(body) = op.data().body() else {
            return false;
        };
        if let Some(left) = &mut self.left {
            left.inner_bodies = true;
            return false;
        }
        check(self.known, op, body);
        let Some(symbol_users) = body.verdict_for(op.data().name()) else {
            return false;
        };
        for &user in symbol_users {
            self.symbols(body.op_ref(op.ctx, user), scope);
        }
        true
    }
}
