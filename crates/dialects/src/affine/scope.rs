//! Affine scopes, and which values may be symbols and dimensions there.

use std::collections::HashMap;

use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Body, Context, OpId, RegionId, ValueDef, ValueId};

use super::{ApplyOp, DelinearizeIndexOp, ForOp, IfOp, LinearizeIndexOp, ParallelOp};
use crate::memref::DimOp;

/// The region of the closest op around that is an affine scope, such as a function.
pub fn affine_scope(body: &Body, op: OpId) -> Option<RegionId> {
    affine_scope_of(body, body.parent_region(op)?)
}

/// The region itself or the closest one around it that is that of an affine scope.
pub fn affine_scope_of(body: &Body, mut region: RegionId) -> Option<RegionId> {
    while let Some(parent) = body.region(region).parent() {
        if body.op(parent).has_trait(OpTrait::AffineScope) {
            return Some(region);
        }
        region = body.parent_region(parent)?;
    }
    Some(region)
}

/// The region of the closest op around that is no affine loop and no `affine.if`: how often what stands there is executed, and
/// in which order, is known.
pub fn affine_analysis_scope(body: &Body, op: OpId) -> Option<RegionId> {
    let around = std::iter::successors(Some(op), |&op| body.parent_op(op));
    let is_affine = |op: OpId| {
        let data = body.op(op);
        data.is(ForOp::DEF) || data.is(IfOp::DEF) || data.is(ParallelOp::DEF)
    };
    let mut regions = around.map(|op| (body.parent_region(op), body.parent_op(op)));
    let (region, _) = regions.find(|(_, owner)| !owner.is_some_and(is_affine))?;
    region
}

/// Whether a value may be a symbol: it is the same in the whole scope.
pub fn is_symbol(ctx: &Context, body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    Search::new(ctx, body).answer((Role::Symbol, value, scope))
}

/// Whether a value may be a symbol wherever in the scope the op stands that defines it.
pub fn is_symbol_anywhere(ctx: &Context, body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    Search::new(ctx, body).answer((Role::SymbolAnywhere, value, scope))
}

/// Whether a value may be a dimension: a symbol, or what affine loops count.
pub fn is_dim(ctx: &Context, body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    Search::new(ctx, body).answer((Role::Dim, value, scope))
}

/// Whether a value stands at the top of an affine scope: there it does not change.
pub fn is_top_level(body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    let block = body.value_block(value);
    let region = block.and_then(|block| body.block(block).region());
    region.is_some() && region == scope
}

/// The region around a scope that is not isolated: what is defined there is the same in all of the scope.
fn region_around(body: &Body, scope: Option<RegionId>) -> Option<RegionId> {
    let owner = body.region(scope?).parent()?;
    let is_isolated = body.op(owner).has_trait(OpTrait::IsolatedFromAbove);
    (!is_isolated).then(|| body.parent_region(owner))?
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    Symbol,
    SymbolAnywhere,
    Dim,
}

/// Whether a value may have a role in a scope.
type Question = (Role, ValueId, Option<RegionId>);

/// Answers a question by those about operands. Each is answered once, and without recursion, as chains of ops may be long.
struct Search<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// What depends on itself, as ops of unreachable blocks may, is no symbol and no dimension: the answer while one is
    /// sought.
    answers: HashMap<Question, bool>,
}

impl<'a> Search<'a> {
    fn new(ctx: &'a Context, body: &'a Body) -> Self {
        Self {
            ctx,
            body,
            answers: HashMap::new(),
        }
    }

    fn answer(mut self, mut question: Question) -> bool {
        // The questions that wait for this one. Most are answered at once, and nothing is allocated.
        let mut waiting = Vec::new();
        loop {
            match self.decide(question) {
                Ok(answer) => {
                    let Some(next) = waiting.pop() else { return answer };
                    self.answers.insert(question, answer);
                    question = next;
                }
                Err(first) => {
                    self.answers.insert(first, false);
                    waiting.push(question);
                    question = first;
                }
            }
        }
    }

    /// The answer, or the question to be answered first.
    fn decide(&self, question: Question) -> Result<bool, Question> {
        match question {
            (Role::Symbol, value, scope) => self.decide_symbol(value, scope),
            (Role::SymbolAnywhere, value, scope) => self.decide_symbol_anywhere(value, scope),
            (Role::Dim, value, scope) => self.decide_dim(value, scope),
        }
    }

    fn known(&self, question: Question) -> Result<bool, Question> {
        self.answers.get(&question).copied().ok_or(question)
    }

    fn have_role(&self, op: OpId, role: Role, scope: Option<RegionId>) -> Result<bool, Question> {
        for operand in self.body.operands(op) {
            if !self.known((role, operand, scope))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn decide_symbol(&self, value: ValueId, scope: Option<RegionId>) -> Result<bool, Question> {
        let body = self.body;
        if !body.value_type(value).is_index() {
            return Ok(false);
        }
        if is_top_level(body, value, scope) {
            return Ok(true);
        }
        if self.decide_symbol_anywhere(value, scope)? {
            return Ok(true);
        }
        let is_settled = |def: OpId| body.op(def).is(ApplyOp::DEF) || body.op(def).is(DimOp::DEF);
        if body.defining_op(value).is_some_and(is_settled) {
            return Ok(false);
        }
        match region_around(body, scope) {
            Some(region) => self.known((Role::Symbol, value, Some(region))),
            None => Ok(false),
        }
    }

    fn decide_symbol_anywhere(&self, value: ValueId, scope: Option<RegionId>) -> Result<bool, Question> {
        let body = self.body;
        let Some(def) = body.defining_op(value) else {
            return Ok(false);
        };
        if constant_value(self.ctx, body, value).is_some() {
            return Ok(true);
        }
        if body.op(def).is(DimOp::DEF) {
            return Ok(is_top_level(body, body.operand(def, 0), scope));
        }
        let may_be = body.op(def).is(ApplyOp::DEF) || is_pure(body.op_ref(self.ctx, def));
        Ok(may_be && self.have_role(def, Role::Symbol, scope)?)
    }

    fn decide_dim(&self, value: ValueId, scope: Option<RegionId>) -> Result<bool, Question> {
        let body = self.body;
        if self.known((Role::Symbol, value, scope))? {
            return Ok(true);
        }
        if let ValueDef::Argument { block, .. } = body.value_def(value) {
            return Ok(body.block_parent_op(block).is_some_and(|op| {
                let name = body.op(op).name().as_str(self.ctx);
                name == "affine.parallel" || (name == "affine.for" && body.block_arg(block, 0) == value)
            }));
        }
        let composes = |&def: &OpId| {
            let data = body.op(def);
            data.is(ApplyOp::DEF) || data.is(DelinearizeIndexOp::DEF) || data.is(LinearizeIndexOp::DEF)
        };
        match body.defining_op(value).filter(composes) {
            Some(def) => self.have_role(def, Role::Dim, scope),
            None => Ok(false),
        }
    }
}
