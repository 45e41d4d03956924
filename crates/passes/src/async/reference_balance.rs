//! Whether references that are dropped by rules about single uses balance on every path.

use asyncir_dialects::arith;
use asyncir_dialects::r#async::types::GROUP;
use asyncir_dialects::r#async::{CoroSuspendOp, RuntimeAddToGroupOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, OpId, ValueDef, ValueId, ValueLiveness};

use super::borrowed_arguments::Calls;
use super::ownership::{Usage, is_alias, times_passed, uses_by};

/// Whether a value that comes with one reference is rid of it on every path if each of `droppers` drops one, and not
/// used afterwards. One that nothing drops or takes over is left to whoever made it, but for a group that is made here and
/// not awaited: nobody else drops it.
pub(super) fn rules_fit(ctx: &Context, body: &Body, value: ValueId, droppers: &[OpId], calls: Calls<'_>) -> bool {
    if is_alias(body, value) || body.users(value).any(|user| body.op(user).is(arith::SelectOp::DEF)) {
        return false;
    }
    let takes = |slot| Usage::of(ctx, body, slot, calls) != Usage::Borrow;
    let is_only_filled = body.value_type(value).is_a(ctx, &GROUP)
        && matches!(body.value_def(value), ValueDef::Result { .. })
        && body.users(value).all(|user| body.op(user).is(RuntimeAddToGroupOp::DEF));
    if !is_only_filled && droppers.is_empty() && !body.uses(value).any(takes) {
        return true;
    }
    let (Some(liveness), Some(start)) = (ValueLiveness::new(body, value), body.value_block(value)) else {
        return true;
    };
    if body
        .users(value)
        .any(|user| body.parent_region(user) != Some(liveness.region()))
    {
        return false;
    }
    let paths = Paths {
        ctx,
        body,
        value,
        droppers,
        calls,
        liveness,
    };
    paths.balance_from(start)
}

/// The control flow that starts where a value is defined.
struct Paths<'a> {
    ctx: &'a Context,
    body: &'a Body,
    value: ValueId,
    droppers: &'a [OpId],
    calls: Calls<'a>,
    liveness: ValueLiveness,
}

impl Paths<'_> {
    /// The value has one reference at its definition in `start`, and in every block in which it is live.
    fn balance_from(&self, start: BlockId) -> bool {
        let region = self.liveness.region();
        let live = |block: &BlockId| *block == start || self.liveness.is_live_in(*block);
        self.body
            .region_blocks(region)
            .filter(live)
            .all(|block| self.balances(block))
    }

    /// Whether a block that starts with one reference has none left, or one if the value is needed behind it.
    fn balances(&self, block: BlockId) -> bool {
        let mut users: Vec<OpId> = Vec::new();
        for user in self.body.users(self.value) {
            if self.body.parent_block(user) == Some(block) && !users.contains(&user) {
                users.push(user);
            }
        }
        users.sort_by(|&a, &b| self.body.order_in_block(a, b));
        let mut owned = 1;
        for user in users {
            if owned < 1 {
                return false;
            }
            owned -= self.given_away(user);
        }
        let Some(terminator) = self.body.block(block).last_op() else {
            return owned == 0;
        };
        let is_suspension = self.body.op(terminator).is(CoroSuspendOp::DEF);
        let num_successors = self.body.op(terminator).num_successors();
        if num_successors == 0 {
            return owned == 0;
        }
        let needed = (0..num_successors).map(|index| {
            let successor = self.body.successor(terminator, index);
            times_passed(self.ctx, self.body, terminator, index, self.value)
                + i64::from(self.liveness.is_live_in(successor))
        });
        // Only the resumption of a suspended coroutine goes on with the value.
        let mut needed = needed.filter(|&needed| needed > 0 || !is_suspension).peekable();
        (needed.peek().is_some() || owned == 0) && needed.all(|needed| needed == owned)
    }

    /// The references that an op drops, or that are taken by it and by whoever gets its operands; branches aside.
    fn given_away(&self, user: OpId) -> i64 {
        let taken = uses_by(self.body, self.value, user).filter(|&slot| {
            matches!(
                Usage::of(self.ctx, self.body, slot, self.calls),
                Usage::Take | Usage::HandOn
            )
        });
        taken.count() as i64 + i64::from(self.droppers.contains(&user))
    }
}
