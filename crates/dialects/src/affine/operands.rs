//! Maps and sets with the values that their dimensions and symbols stand for.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap, IntegerSet};
use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{AttrKind, Attribute, Body, Context, Fallible, OpRef, OperationState, RegionId, Type, ValueId};

use super::bounds::Known;
use super::composition::compose;
use super::scope::{affine_scope, is_dim, is_symbol};

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

    /// The map of the operands of `affine.apply` instead of its results, canonical and flattened. Where results of
    /// `affine.apply` depend on themselves, the map stays in terms of them.
    #[must_use]
    pub fn composed(&self, ctx: &Context, body: &Body, region: Option<RegionId>) -> Self {
        if self.map.num_results() == 0 {
            return self.clone();
        }
        let new = compose(ctx, body, region, self).unwrap_or_else(|| self.clone());
        let new = new.canonical(ctx, body, region);
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

/// Where a value stands in a list, to which it is added if it is new.
pub fn position(values: &mut Vec<ValueId>, value: ValueId) -> u32 {
    let found = values.iter().position(|&other| other == value);
    found.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    }) as u32
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
