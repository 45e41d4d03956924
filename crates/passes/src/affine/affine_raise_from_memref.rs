//! `affine-raise-from-memref`: `memref.load` and `memref.store` at indices that are affine become `affine.load` and
//! `affine.store`, which affine passes can reason about.
//!
//! Sums and products are taken apart down to constants, counters of affine loops and values that do not change in the
//! function.

use std::collections::HashMap;

use asyncir_dialects::affine::operands::position;
use asyncir_dialects::affine::scope::{affine_scope, is_dim, is_symbol};
use asyncir_dialects::affine::{self, map_attr};
use asyncir_dialects::arith::{AddIOp, MulIOp};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::memref;
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, RegionId, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-raise-from-memref",
    class: "RaiseMemrefDialect",
    summary: "Turn some memref operators to affine operators where supported",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(AffineRaiseFromMemref)),
};

struct AffineRaiseFromMemref;

impl Pass for AffineRaiseFromMemref {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                raise(&mut Rewriter::new(cx.ctx, body), op);
            }
            Ok(())
        })
    }
}

fn raise(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, at) = (rw.ctx, rw.location_of(op));
    let view = rw.body.op_ref(ctx, op);
    let is_store = rw.body.op(op).is(memref::StoreOp::DEF);
    if !is_store && !rw.body.op(op).is(memref::LoadOp::DEF) {
        return None;
    }
    let operands = view.operands();
    let (known, indices) = operands.split_at_checked(if is_store { 2 } else { 1 })?;
    let mut inputs = Inputs::new(ctx, rw.body, affine_scope(rw.body, op));
    let results: Vec<AffineExpr> = indices
        .iter()
        .map(|&index| inputs.expr(index, 0))
        .collect::<Option<_>>()?;
    let (dims, symbols) = (inputs.dims, inputs.symbols);
    let map = AffineMap::new(
        u32::try_from(dims.len()).ok()?,
        u32::try_from(symbols.len()).ok()?,
        results,
    )?;
    let (map, operands) = (map_attr(ctx, map), [dims, symbols].concat());
    let state = match *known {
        [value, memref] => affine::StoreOp::build(ctx, at, value, memref, &operands, map, &[]),
        [memref] => affine::LoadOp::build(ctx, at, memref, &operands, map, &view.result_types()),
        _ => return None,
    };
    rw.replace_with(op, state);
    Some(())
}

/// How large expressions may become, and how deep they may be.
const MAX_SIZE: usize = 256;

/// What indices are computed from.
struct Inputs<'a> {
    ctx: &'a Context,
    body: &'a Body,
    scope: Option<RegionId>,
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
    /// Values that have been looked at, with the number of leaves of their expressions.
    known: HashMap<ValueId, Option<(AffineExpr, usize)>>,
}

impl<'a> Inputs<'a> {
    fn new(ctx: &'a Context, body: &'a Body, scope: Option<RegionId>) -> Self {
        Self {
            ctx,
            body,
            scope,
            dims: Vec::new(),
            symbols: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// The affine expression that a value is.
    fn expr(&mut self, value: ValueId, depth: usize) -> Option<AffineExpr> {
        Some(self.sized_expr(value, depth)?.0)
    }

    fn sized_expr(&mut self, value: ValueId, depth: usize) -> Option<(AffineExpr, usize)> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let expr = constant_int(self.ctx, self.body, value).map(|value| (AffineExpr::Constant(value), 1));
        let expr = expr
            .or_else(|| self.operation(value, depth))
            .or_else(|| Some((self.input(value)?, 1)));
        self.known.insert(value, expr.clone());
        expr
    }

    /// A sum, or a product of which one factor does not change.
    fn operation(&mut self, value: ValueId, depth: usize) -> Option<(AffineExpr, usize)> {
        let op = self.body.defining_op(value).filter(|_| depth < MAX_SIZE)?;
        let kind = match self.body.op(op) {
            data if data.is(AddIOp::DEF) => AffineKind::Add,
            data if data.is(MulIOp::DEF) => AffineKind::Mul,
            _ => return None,
        };
        let (lhs, size) = self.sized_expr(self.body.operand(op, 0), depth + 1)?;
        let (rhs, other) = self.sized_expr(self.body.operand(op, 1), depth + 1)?;
        let size = size + other;
        (size <= MAX_SIZE)
            .then(|| AffineExpr::checked_binary(kind, lhs, rhs).ok())?
            .map(|expr| (expr, size))
    }

    /// A value that is an input itself.
    fn input(&mut self, value: ValueId) -> Option<AffineExpr> {
        if is_symbol(self.ctx, self.body, value, self.scope) {
            return Some(AffineExpr::Symbol(position(&mut self.symbols, value)));
        }
        is_dim(self.ctx, self.body, value, self.scope).then(|| AffineExpr::Dim(position(&mut self.dims, value)))
    }
}
