//! `affine.apply`, `affine.min` and `affine.max`.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Body, Context, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueId};

use super::operands::{Applied, Evaluated, as_map, parse_dims_and_symbols, parse_map, print_dims_and_symbols};
use super::scope::{affine_scope, is_dim, is_symbol};
use crate::constraints::{AFFINE_MAP_ATTR, INDEX};
use crate::op_patterns::op_patterns;
use crate::ub;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The value of an affine expression.
    ///
    /// ```mlir
    /// %a = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
    /// ```
    op ApplyOp "affine.apply" {
        summary "affine apply operation";
        operands { mapOperands: variadic INDEX }
        results { result: one INDEX }
        attributes { map: required AFFINE_MAP_ATTR }
        traits [Pure]
        custom parse, print;
        hooks { verify: verify_apply, fold: fold_apply, canonicalize: APPLY }
    }

    /// The smallest of the values of affine expressions.
    op MinOp "affine.min" {
        summary "min operation";
        operands { operands: variadic INDEX }
        results { result: one INDEX }
        attributes { map: required AFFINE_MAP_ATTR }
        traits [Pure]
        custom parse, print;
        hooks { verify: verify_min_max, fold: fold_min, canonicalize: super::min_max::MIN }
    }

    /// The greatest of the values of affine expressions.
    op MaxOp "affine.max" {
        summary "max operation";
        operands { operands: variadic INDEX }
        results { result: one INDEX }
        attributes { map: required AFFINE_MAP_ATTR }
        traits [Pure]
        custom parse, print;
        hooks { verify: verify_min_max, fold: fold_max, canonicalize: super::min_max::MAX }
    }
}

op_patterns! {
    /// Patterns of `affine.apply`.
    APPLY for ApplyOp = [simplify_operands];
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let (attr, map) = parse_map(p)?;
    let dims = parse_dims_and_symbols(p, state)?;
    state.properties = p.ctx().dict_with(state.properties, "map", Some(attr));
    p.attr_dict(state)?;
    // A map with several results is an error that the verifier tells.
    let is_apply = state.name.def() == Some(ApplyOp::DEF);
    let results = if is_apply { map.num_results() } else { 1 };
    state.results.extend(std::iter::repeat_n(Type::INDEX, results));
    if is_apply && (dims != map.num_dims() as usize || state.operands.len() != map.num_inputs() as usize) {
        return Err(p.error(p.name_position(), "dimension or symbol index mismatch"));
    }
    Ok(())
}

/// The map of such an op with its operands.
pub fn applied(op: OpRef<'_>) -> Option<Applied> {
    Some(Applied {
        map: as_map(op.ctx, op.property("map")?)?,
        operands: op.operands().to_vec(),
    })
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some(applied) = applied(op) else { return };
    p.text(" ");
    p.attribute(op.required("map"));
    print_dims_and_symbols(p, &applied.operands, applied.map.num_dims() as usize);
    p.attr_dict(op, &["map"]);
}

fn verify_apply(op: OpRef<'_>) -> Fallible {
    let Some(applied) = applied(op) else {
        return Ok(());
    };
    if applied.operands.len() != applied.map.num_inputs() as usize {
        return Err(op.error("operand count and affine map dimension and symbol count must match"));
    }
    if applied.map.num_results() != 1 {
        return Err(op.error("mapping must produce one value"));
    }
    let scope = affine_scope(op.body, op.op);
    let num_dims = applied.map.num_dims() as usize;
    let symbols = applied.operands.iter().skip(num_dims);
    // Other values may be anything here: what is lowered leaves indices of loops that are not affine.
    let is_loop_index =
        |symbol: ValueId| !is_symbol(op.ctx, op.body, symbol, scope) && is_dim(op.ctx, op.body, symbol, scope);
    if symbols.into_iter().any(|&symbol| is_loop_index(symbol)) {
        return Err(op.bare_error("dimensional operand cannot be used as a symbol"));
    }
    Ok(())
}

fn verify_min_max(op: OpRef<'_>) -> Fallible {
    match applied(op) {
        Some(applied) if applied.operands.len() != applied.map.num_inputs() as usize => {
            Err(op.error("operand count and affine map dimension and symbol count must match"))
        }
        Some(applied) if applied.map.num_results() == 0 => Err(op.error("affine map expect at least one result")),
        _ => Ok(()),
    }
}

fn fold_apply(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let Some(applied) = applied(body.op_ref(ctx, op)) else {
        return Folded::No;
    };
    let operand = |index: u32| applied.operands.get(index as usize).map(|&value| Folded::value(value));
    let direct = match applied.map.results() {
        [AffineExpr::Dim(dim)] => operand(*dim),
        [AffineExpr::Symbol(symbol)] => operand(applied.map.num_dims() + symbol),
        _ => None,
    };
    let [result] = applied.map.results() else {
        return Folded::No;
    };
    direct.unwrap_or_else(|| match applied.evaluate(ctx, consts, result) {
        Evaluated::Value(value) => Folded::attr(ctx.index_attr(value)),
        Evaluated::Poison => Folded::attr(ub::poison(ctx)),
        Evaluated::Unknown => Folded::No,
    })
}

/// Writes results that are constants as such.
fn fold_known_results(ctx: &Context, body: &mut Body, op: OpId, applied: &Applied, values: &[Option<i64>]) -> Folded {
    let results = applied.map.results().iter().zip(values);
    let results = results.map(|(result, value)| value.map_or_else(|| result.clone(), AffineExpr::Constant));
    let map = AffineMap::new(applied.map.num_dims(), applied.map.num_symbols(), results.collect());
    match map.filter(|map| *map != applied.map) {
        Some(map) => {
            body.op_mut(op).set_property(ctx, "map", Some(map_attr(ctx, map)));
            Folded::InPlace
        }
        None => Folded::No,
    }
}

fn fold_extreme(
    ctx: &Context,
    body: &mut Body,
    op: OpId,
    consts: &[Option<Attribute>],
    choose: fn(i64, i64) -> i64,
) -> Folded {
    let Some(applied) = applied(body.op_ref(ctx, op)) else {
        return Folded::No;
    };
    let value = |result| applied.evaluate(ctx, consts, result).value();
    let values: Vec<Option<i64>> = applied.map.results().iter().map(value).collect();
    let Some(known) = values.iter().copied().collect::<Option<Vec<i64>>>() else {
        // As MLIR, which folds the first dimension only if there is a symbol, too.
        if let ([AffineExpr::Dim(0)], 1, Some(&operand)) = (
            applied.map.results(),
            applied.map.num_symbols(),
            applied.operands.first(),
        ) {
            return Folded::value(operand);
        }
        return fold_known_results(ctx, body, op, &applied, &values);
    };
    let value = known.into_iter().reduce(choose);
    value.map_or(Folded::No, |value| Folded::attr(ctx.index_attr(value)))
}

fn fold_min(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    fold_extreme(ctx, body, op, consts, i64::min)
}

fn fold_max(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    fold_extreme(ctx, body, op, consts, i64::max)
}

/// The attribute of a map.
pub fn map_attr(ctx: &Context, map: AffineMap) -> Attribute {
    ctx.attr(AttrKind::AffineMap(map))
}

/// Takes away operands that are not used, are there twice or are constants.
fn simplify_operands(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(applied) = applied(rw.body.op_ref(rw.ctx, op)) else {
        return false;
    };
    let canonical = applied.simplified(rw.ctx, rw.body, affine_scope(rw.body, op));
    if canonical.map == applied.map && canonical.operands == applied.operands {
        return false;
    }
    let location = rw.location_of(op);
    let map = map_attr(rw.ctx, canonical.map);
    let state = ApplyOp::build(rw.ctx, location, &canonical.operands, map, &[Type::INDEX]);
    rw.replace_with(op, state);
    true
}

/// Computes the results of a map one by one, each with just the operands that it needs. `scope` is the affine scope of the
/// place, which cannot be told from the place itself while that is in a region without an op.
pub fn apply_each(
    rw: &mut Rewriter<'_>,
    at: asyncir_ir::Location,
    applied: &Applied,
    scope: Option<RegionId>,
) -> Vec<ValueId> {
    let ctx = rw.ctx;
    let single = |expr: &AffineExpr| {
        let map = AffineMap::new(applied.map.num_dims(), applied.map.num_symbols(), vec![expr.clone()])?;
        Some(Applied {
            map,
            operands: applied.operands.clone(),
        })
    };
    let singles: Vec<Applied> = applied.map.results().iter().filter_map(single).collect();
    let compute = |one: Applied| {
        let canonical = one.composed(ctx, rw.body, scope);
        let map = map_attr(ctx, canonical.map);
        rw.insert_value(ApplyOp::build(ctx, at, &canonical.operands, map, &[Type::INDEX]))
    };
    singles.into_iter().map(compute).collect()
}
