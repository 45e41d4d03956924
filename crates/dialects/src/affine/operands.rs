//! Maps and sets with the values that their dimensions and symbols stand for.

use asyncir_ir::affine::{AffineExpr, AffineMap, IntegerSet};
use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{
    AttrKind, Attribute, Body, Context, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueDef, ValueId,
};

use super::ApplyOp;
use crate::memref::DimOp;

/// A map with values for its dimensions and symbols.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The map.
    pub map: AffineMap,
    /// One value for each dimension, then one for each symbol.
    pub operands: Vec<ValueId>,
}

/// The map in an attribute.
pub fn as_map(ctx: &Context, attr: Attribute) -> Option<AffineMap> {
    match attr.kind(ctx) {
        AttrKind::AffineMap(map) => Some(map.clone()),
        _ => None,
    }
}

/// The set in an attribute.
pub fn as_set(ctx: &Context, attr: Attribute) -> Option<IntegerSet> {
    match attr.kind(ctx) {
        AttrKind::IntegerSet(set) => Some(set.clone()),
        _ => None,
    }
}

impl Applied {
    /// The map without inputs that it does not use, with each operand once, with operands as symbols that are, and
    /// with constants in the map.
    #[must_use]
    pub fn canonical(&self, ctx: &Context, body: &Body, region: Option<RegionId>) -> Self {
        let num_dims = self.map.num_dims() as usize;
        let (mut dims, mut symbols): (Vec<ValueId>, Vec<ValueId>) = (Vec::new(), Vec::new());
        let mut replacements = Vec::new();
        for (index, &operand) in self.operands.iter().enumerate() {
            let used = match index.checked_sub(num_dims) {
                None => self.map.is_function_of_dim(index as u32),
                Some(symbol) => self.map.is_function_of_symbol(symbol as u32),
            };
            let constant = constant_value(ctx, body, operand).and_then(|value| value.as_i64(ctx));
            let is_symbol = index >= num_dims || is_symbol(ctx, body, operand, region);
            replacements.push(match constant {
                _ if !used => AffineExpr::Constant(0),
                Some(value) => AffineExpr::Constant(value),
                None if is_symbol => AffineExpr::Symbol(position(&mut symbols, operand)),
                None => AffineExpr::Dim(position(&mut dims, operand)),
            });
        }
        let (for_dims, for_symbols) = replacements.split_at(num_dims.min(replacements.len()));
        let map = self
            .map
            .replace_dims_and_symbols(for_dims, for_symbols, dims.len() as u32, symbols.len() as u32);
        match map {
            Some(map) => Self {
                map,
                operands: dims.into_iter().chain(symbols).collect(),
            },
            None => self.clone(),
        }
    }

    /// The map with those operands in it that are known.
    pub fn with_constants(&self, ctx: &Context, consts: &[Option<Attribute>]) -> Option<AffineMap> {
        let known: Vec<Option<i64>> = consts
            .iter()
            .map(|value| value.and_then(|value| value.as_i64(ctx)))
            .collect();
        self.map.partial_constant_fold(&known)
    }
}

/// Where a value stands in a list, to which it is added if it is new.
pub(super) fn position(values: &mut Vec<ValueId>, value: ValueId) -> u32 {
    let found = values.iter().position(|&other| other == value);
    found.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    }) as u32
}

/// The region of the closest op around that is an affine scope, such as a function.
pub fn affine_scope(body: &Body, op: OpId) -> Option<RegionId> {
    let mut region = body.parent_region(op)?;
    while let Some(parent) = body.region(region).parent() {
        if body.op(parent).has_trait(OpTrait::AffineScope) {
            return Some(region);
        }
        region = body.parent_region(parent)?;
    }
    Some(region)
}

/// Whether a value stands at the top of an affine scope: there it does not change.
fn is_top_level(body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    let block = body.value_block(value);
    let region = block.and_then(|block| body.block(block).region());
    region.is_some() && region == scope
}

/// Whether a value may be a symbol: it is the same in the whole scope.
pub fn is_symbol(ctx: &Context, body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    if !body.value_type(value).is_index() {
        return false;
    }
    if is_top_level(body, value, scope) {
        return true;
    }
    let Some(def) = body.defining_op(value) else {
        return false;
    };
    if constant_value(ctx, body, value).is_some() {
        return true;
    }
    if body.op(def).is(ApplyOp::DEF) {
        return body.operands(def).all(|operand| is_symbol(ctx, body, operand, scope));
    }
    body.op(def).is(DimOp::DEF) && is_top_level(body, body.operand(def, 0), scope)
}

/// Whether a value may be a dimension: a symbol, or what affine loops count.
pub fn is_dim(ctx: &Context, body: &Body, value: ValueId, scope: Option<RegionId>) -> bool {
    if is_symbol(ctx, body, value, scope) {
        return true;
    }
    match body.value_def(value) {
        ValueDef::Argument { block, .. } => body.block_parent_op(block).is_some_and(|op| {
            let name = body.op(op).name().as_str(ctx);
            name == "affine.parallel" || (name == "affine.for" && body.block_arg(block, 0) == value)
        }),
        _ => body.defining_op(value).is_some_and(|def| {
            body.op(def).is(ApplyOp::DEF) && body.operands(def).all(|operand| is_dim(ctx, body, operand, scope))
        }),
    }
}

/// Checks that the operands are such dimensions and symbols as a map or set takes.
pub fn verify(op: OpRef<'_>, operands: &[ValueId], num_dims: usize) -> Fallible {
    let scope = affine_scope(op.body, op.op);
    for (index, &operand) in operands.iter().enumerate() {
        if index < num_dims && !is_dim(op.ctx, op.body, operand, scope) {
            return Err(op.error("operand cannot be used as a dimension id"));
        }
        if index >= num_dims && !is_symbol(op.ctx, op.body, operand, scope) {
            return Err(op.error("operand cannot be used as a symbol"));
        }
    }
    Ok(())
}

/// Reads `(%dims)[%symbols]` into the operands; says how many dimensions there were.
pub fn parse_dims_and_symbols(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<usize> {
    let dims = p.operand_list(Delimiter::Paren)?;
    let symbols = p.operand_list(Delimiter::OptionalSquare)?;
    for &operand in dims.iter().chain(&symbols) {
        let value = p.resolve(operand, Type::INDEX)?;
        state.operands.push(value);
    }
    Ok(dims.len())
}

/// Writes what [`parse_dims_and_symbols`] reads.
pub fn print_dims_and_symbols(p: &mut dyn OpPrinter, operands: &[ValueId], num_dims: usize) {
    let (dims, symbols) = operands.split_at(num_dims.min(operands.len()));
    p.text("(");
    p.operands(dims);
    p.text(")");
    if !symbols.is_empty() {
        p.text("[");
        p.operands(symbols);
        p.text("]");
    }
}

/// Reads an affine map attribute.
pub fn parse_map(p: &mut dyn OpParser) -> Fallible<(Attribute, AffineMap)> {
    let at = p.position();
    let attr = p.attribute(None)?;
    match as_map(p.ctx(), attr) {
        Some(map) => Ok((attr, map)),
        None => Err(p.error(at, "invalid kind of attribute specified")),
    }
}
