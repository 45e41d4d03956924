//! Maps and sets with the values that their dimensions and symbols stand for.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap, IntegerSet};
use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{
    AttrKind, Attribute, Body, Context, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueDef, ValueId,
};

use super::bounds::Known;
use super::{ApplyOp, DelinearizeIndexOp, LinearizeIndexOp};
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

/// The maps in an array attribute.
pub fn as_maps(ctx: &Context, attr: Attribute) -> Option<Vec<AffineMap>> {
    attr.as_array(ctx)?.iter().map(|&attr| as_map(ctx, attr)).collect()
}

/// The set in an attribute.
pub fn as_set(ctx: &Context, attr: Attribute) -> Option<IntegerSet> {
    match attr.kind(ctx) {
        AttrKind::IntegerSet(set) => Some(set.clone()),
        _ => None,
    }
}

impl Applied {
    /// The map without inputs that it does not use, with each operand once, with operands as symbols that may be, and
    /// with constants in the map. Symbols come before dimensions that have become symbols, and dimensions before symbols
    /// that have become dimensions: what was a symbol in a function may be the variable of a loop where that was inlined.
    #[must_use]
    pub fn canonical(&self, ctx: &Context, body: &Body, region: Option<RegionId>) -> Self {
        let num_dims = (self.map.num_dims() as usize).min(self.operands.len());
        let mut found = Inputs::default();
        let is_promoted: Vec<bool> = self.operands[..num_dims]
            .iter()
            .map(|&operand| is_symbol(ctx, body, operand, region))
            .collect();
        let is_demoted = |operand| !is_symbol(ctx, body, operand, region) && is_dim(ctx, body, operand, region);
        let mut demoted: Vec<usize> = Vec::new();
        let mut symbols: Vec<AffineExpr> = self.operands[num_dims..]
            .iter()
            .enumerate()
            .map(|(index, &operand)| {
                let used = self.map.is_function_of_symbol(index as u32);
                if used && is_demoted(operand) {
                    demoted.push(index);
                    return AffineExpr::Constant(0);
                }
                found.symbol(ctx, body, operand, used)
            })
            .collect();
        let dims: Vec<AffineExpr> = self.operands[..num_dims]
            .iter()
            .zip(is_promoted)
            .enumerate()
            .map(|(index, (&operand, is_promoted))| {
                let used = self.map.is_function_of_dim(index as u32);
                match is_promoted {
                    true => found.symbol(ctx, body, operand, used),
                    false if !used => AffineExpr::Constant(0),
                    false => AffineExpr::Dim(position(&mut found.dims, operand)),
                }
            })
            .collect();
        for index in demoted {
            symbols[index] = AffineExpr::Dim(position(&mut found.dims, self.operands[num_dims + index]));
        }
        self.replaced(&dims, &symbols, found)
    }

    fn replaced(&self, dims: &[AffineExpr], symbols: &[AffineExpr], inputs: Inputs) -> Self {
        let (num_dims, num_symbols) = (inputs.dims.len() as u32, inputs.symbols.len() as u32);
        match self.map.replace_dims_and_symbols(dims, symbols, num_dims, num_symbols) {
            Some(map) => Self {
                map,
                operands: inputs.dims.into_iter().chain(inputs.symbols).collect(),
            },
            None => self.clone(),
        }
    }

    /// The map of the operands of `affine.apply` instead of its results, canonical and flattened.
    #[must_use]
    pub fn composed(&self, ctx: &Context, body: &Body, region: Option<RegionId>) -> Self {
        if self.map.num_results() == 0 {
            return self.clone();
        }
        let mut composition = Composition::new(self);
        while composition.step(ctx, body, region) {}
        let new = composition.finish().canonical(ctx, body, region);
        Self {
            map: new.map.flattened(),
            operands: new.operands,
        }
    }

    /// The map as canonicalisation leaves it: composed, and without divisions whose outcome is known.
    #[must_use]
    pub fn simplified(&self, ctx: &Context, body: &Body, region: Option<RegionId>) -> Self {
        let composed = self.composed(ctx, body, region).canonical(ctx, body, region);
        Self {
            map: Known::of(ctx, body, &composed).simplify(&composed.map),
            operands: composed.operands,
        }
    }
}

/// What an expression of operands comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluated {
    /// A number, which wraps around.
    Value(i64),
    /// It divides by zero, or takes the remainder of a division by a negative number.
    Poison,
    /// An operand is not known.
    Unknown,
}

impl Evaluated {
    /// The number, if it is one.
    pub(super) fn value(self) -> Option<i64> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// An operation on two numbers.
    fn of(kind: AffineKind, lhs: i64, rhs: i64) -> Self {
        let rest = || lhs.wrapping_rem(rhs);
        match kind {
            AffineKind::Add => Self::Value(lhs.wrapping_add(rhs)),
            AffineKind::Mul => Self::Value(lhs.wrapping_mul(rhs)),
            AffineKind::Mod if rhs < 1 => Self::Poison,
            AffineKind::Mod => Self::Value(lhs.rem_euclid(rhs)),
            _ if rhs == 0 => Self::Poison,
            AffineKind::FloorDiv => {
                let is_rounded = rest() != 0 && (lhs < 0) != (rhs < 0);
                Self::Value(lhs.wrapping_div(rhs) - i64::from(is_rounded))
            }
            AffineKind::CeilDiv => {
                let is_rounded = rest() != 0 && (lhs < 0) == (rhs < 0);
                Self::Value(lhs.wrapping_div(rhs) + i64::from(is_rounded))
            }
        }
    }
}

impl Applied {
    /// What a result is if `consts` holds what is known of the operands. The left side of an expression counts first.
    pub(super) fn evaluate(&self, ctx: &Context, consts: &[Option<Attribute>], result: &AffineExpr) -> Evaluated {
        let operand = |index: u32| {
            let known = consts.get(index as usize).copied().flatten();
            known
                .and_then(|value| value.as_i64(ctx))
                .map_or(Evaluated::Unknown, Evaluated::Value)
        };
        match result {
            AffineExpr::Constant(value) => Evaluated::Value(*value),
            AffineExpr::Dim(dim) => operand(*dim),
            AffineExpr::Symbol(symbol) => operand(self.map.num_dims() + symbol),
            AffineExpr::Binary(binary) => {
                let lhs = match self.evaluate(ctx, consts, binary.lhs()) {
                    Evaluated::Value(lhs) => lhs,
                    other => return other,
                };
                match self.evaluate(ctx, consts, binary.rhs()) {
                    Evaluated::Value(rhs) => Evaluated::of(binary.kind(), lhs, rhs),
                    other => other,
                }
            }
        }
    }
}

/// The operands that are kept.
#[derive(Default)]
struct Inputs {
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
}

impl Inputs {
    /// What stands for an operand that is a symbol.
    fn symbol(&mut self, ctx: &Context, body: &Body, operand: ValueId, used: bool) -> AffineExpr {
        if !used {
            return AffineExpr::Constant(0);
        }
        let constant = constant_value(ctx, body, operand).and_then(|value| value.as_i64(ctx));
        match constant {
            Some(value) => AffineExpr::Constant(value),
            None => AffineExpr::Symbol(position(&mut self.symbols, operand)),
        }
    }
}

/// A map while results of `affine.apply` are replaced by their maps; replaced operands are gone.
struct Composition {
    results: Vec<AffineExpr>,
    dims: Vec<Option<ValueId>>,
    symbols: Vec<Option<ValueId>>,
}

/// How many operands a map may come to: what each `affine.apply` of a chain uses twice doubles.
const MAX_OPERANDS: usize = 1 << 12;

/// How many operations and operands the results of a map may come to have, for the same reason.
const MAX_SIZE: usize = 1 << 12;

impl Composition {
    fn new(applied: &Applied) -> Self {
        let num_dims = (applied.map.num_dims() as usize).min(applied.operands.len());
        let (dims, symbols) = applied.operands.split_at(num_dims);
        Self {
            results: applied.map.results().to_vec(),
            dims: dims.iter().map(|&value| Some(value)).collect(),
            symbols: symbols.iter().map(|&value| Some(value)).collect(),
        }
    }

    /// Replaces the first operand that is the result of an `affine.apply`; says whether there was one.
    fn step(&mut self, ctx: &Context, body: &Body, region: Option<RegionId>) -> bool {
        if self.dims.len() + self.symbols.len() > MAX_OPERANDS {
            return false;
        }
        let num_dims = self.dims.len();
        for index in 0..num_dims + self.symbols.len() {
            let producer = self.slot(index).and_then(|value| body.defining_op(value));
            let Some(producer) = producer.filter(|&op| body.op(op).is(ApplyOp::DEF)) else {
                continue;
            };
            let Some(inner) = super::apply::applied(body.op_ref(ctx, producer)) else {
                continue;
            };
            let inner = inner.canonical(ctx, body, region);
            if self.size_with(index, &inner) > MAX_SIZE {
                return false;
            }
            self.replace(index, &inner);
            return true;
        }
        false
    }

    fn slot(&mut self, index: usize) -> &mut Option<ValueId> {
        match index.checked_sub(self.dims.len()) {
            None => &mut self.dims[index],
            Some(symbol) => &mut self.symbols[symbol],
        }
    }

    /// How many operations and operands the results will have with a map in the place of an operand.
    fn size_with(&self, index: usize, inner: &Applied) -> usize {
        let operand = match index.checked_sub(self.dims.len()) {
            None => AffineExpr::Dim(index as u32),
            Some(symbol) => AffineExpr::Symbol(symbol as u32),
        };
        let (mut of_inner, mut size) = (0, 0_usize);
        let results = inner.map.results().first();
        results.into_iter().for_each(|expr| expr.walk(&mut |_| of_inner += 1));
        for expr in &self.results {
            expr.walk(&mut |part| size += if *part == operand { of_inner } else { 1 });
        }
        size
    }

    fn replace(&mut self, index: usize, inner: &Applied) {
        *self.slot(index) = None;
        let (num_dims, num_symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        let Some(result) = inner.map.results().first() else {
            return;
        };
        let result = result.shift_dims(num_dims, 0).shift_symbols(num_symbols, 0);
        let mut dims: Vec<AffineExpr> = (0..num_dims).map(AffineExpr::Dim).collect();
        let mut symbols: Vec<AffineExpr> = (0..num_symbols).map(AffineExpr::Symbol).collect();
        match index.checked_sub(dims.len()) {
            None => dims[index] = result,
            Some(symbol) => symbols[symbol] = result,
        }
        for expr in &mut self.results {
            *expr = expr.replace_dims_and_symbols(&dims, &symbols);
        }
        let (more_dims, more_symbols) = inner.operands.split_at(inner.map.num_dims() as usize);
        self.dims.extend(more_dims.iter().map(|&value| Some(value)));
        self.symbols.extend(more_symbols.iter().map(|&value| Some(value)));
    }

    fn finish(self) -> Applied {
        let mut operands = Vec::new();
        let mut number = |values: &[Option<ValueId>], input: fn(u32) -> AffineExpr| -> (Vec<AffineExpr>, u32) {
            let mut next = 0;
            let of = |value: &Option<ValueId>| match value {
                None => AffineExpr::Constant(0),
                Some(value) => {
                    operands.push(*value);
                    next += 1;
                    input(next - 1)
                }
            };
            (values.iter().map(of).collect(), next)
        };
        let (dims, num_dims) = number(&self.dims, AffineExpr::Dim);
        let (symbols, num_symbols) = number(&self.symbols, AffineExpr::Symbol);
        let results = self.results.iter();
        let results = results
            .map(|expr| expr.replace_dims_and_symbols(&dims, &symbols))
            .collect();
        let map = AffineMap::new(num_dims, num_symbols, results);
        Applied {
            map: map.unwrap_or_else(|| AffineMap::constant(&[])),
            operands,
        }
    }
}

/// Where a value stands in a list, to which it is added if it is new.
pub fn position(values: &mut Vec<ValueId>, value: ValueId) -> u32 {
    let found = values.iter().position(|&other| other == value);
    found.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    }) as u32
}

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
    // What is defined around a scope that is not isolated is the same in all of it.
    let around = || {
        let owner = body.region(scope?).parent()?;
        let is_isolated = body.op(owner).has_trait(OpTrait::IsolatedFromAbove);
        (!is_isolated).then(|| body.parent_region(owner))?
    };
    let Some(def) = body.defining_op(value) else {
        return around().is_some_and(|region| is_symbol(ctx, body, value, Some(region)));
    };
    if constant_value(ctx, body, value).is_some() {
        return true;
    }
    let has_symbol_operands = || body.operands(def).all(|operand| is_symbol(ctx, body, operand, scope));
    if body.op(def).is(ApplyOp::DEF) {
        return has_symbol_operands();
    }
    if body.op(def).is(DimOp::DEF) {
        return is_top_level(body, body.operand(def, 0), scope);
    }
    if body.op(def).has_trait(OpTrait::Pure) && has_symbol_operands() {
        return true;
    }
    around().is_some_and(|region| is_symbol(ctx, body, value, Some(region)))
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
            let data = body.op(def);
            (data.is(ApplyOp::DEF) || data.is(DelinearizeIndexOp::DEF) || data.is(LinearizeIndexOp::DEF))
                && body.operands(def).all(|operand| is_dim(ctx, body, operand, scope))
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
