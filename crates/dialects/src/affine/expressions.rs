//! Affine expressions over values, as they stand in the text of accesses and parallel loops: `%i * 2 + symbol(%n)`.
//! Values are dimensions unless they are marked as symbols.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Diagnostic, Fallible, Type, ValueId};

use super::operands::{Applied, position};

/// The values met so far.
#[derive(Default)]
pub(super) struct Values {
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
    /// How deep the parentheses and signs are nested that are being read.
    depth: usize,
}

/// How deep parentheses and signs may be nested: the parser is recursive.
const MAX_DEPTH: usize = 256;

impl Values {
    /// The map of some expressions with the values.
    pub(super) fn apply(self, results: Vec<AffineExpr>) -> Option<Applied> {
        let map = AffineMap::new(self.dims.len() as u32, self.symbols.len() as u32, results)?;
        Some(Applied {
            map,
            operands: self.dims.into_iter().chain(self.symbols).collect(),
        })
    }
}

/// Reads expressions in square brackets.
pub(super) fn parse_map_of_values(p: &mut dyn OpParser) -> Fallible<Applied> {
    let mut values = Values::default();
    let mut results = Vec::new();
    p.punct_of("[", "affine map")?;
    let at = p.position();
    if !p.optional_punct("]") {
        loop {
            results.push(parse_expr(p, &mut values)?);
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct_of("]", "affine map")?;
    }
    let applied = values.apply(results);
    applied.ok_or_else(|| p.error(at, "invalid affine expressions"))
}

/// Reads a sum.
pub(super) fn parse_expr(p: &mut dyn OpParser, values: &mut Values) -> Fallible<AffineExpr> {
    let mut sum = parse_product(p, values, false)?;
    loop {
        if p.optional_punct("+") {
            sum = sum + parse_product(p, values, true)?;
        } else if p.optional_punct("-") {
            sum = sum - parse_product(p, values, true)?;
        } else {
            return Ok(sum);
        }
    }
}

/// Reads a product, which is the right operand of an operator or not.
fn parse_product(p: &mut dyn OpParser, values: &mut Values, is_right: bool) -> Fallible<AffineExpr> {
    let mut product = parse_leaf(p, values, is_right)?;
    loop {
        let at = p.position();
        let kind = if p.optional_punct("*") {
            AffineKind::Mul
        } else if p.optional_keyword("floordiv") {
            AffineKind::FloorDiv
        } else if p.optional_keyword("ceildiv") {
            AffineKind::CeilDiv
        } else if p.optional_keyword("mod") {
            AffineKind::Mod
        } else {
            return Ok(product);
        };
        let factor = parse_leaf(p, values, true)?;
        product = AffineExpr::checked_binary(kind, product, factor).map_err(|error| p.error(at, &error.to_string()))?;
    }
}

fn parse_leaf(p: &mut dyn OpParser, values: &mut Values, is_right: bool) -> Fallible<AffineExpr> {
    if values.depth >= MAX_DEPTH {
        return Err(p.error(p.position(), "affine expression is nested too deeply"));
    }
    values.depth += 1;
    let leaf = parse_nested_leaf(p, values, is_right);
    values.depth -= 1;
    leaf
}

fn parse_nested_leaf(p: &mut dyn OpParser, values: &mut Values, is_right: bool) -> Fallible<AffineExpr> {
    let at = p.position();
    if p.optional_punct("-") {
        return Ok(-parse_leaf(p, values, is_right)?);
    }
    if p.optional_punct("(") {
        let expr = parse_expr(p, values)?;
        p.punct(")")?;
        return Ok(expr);
    }
    if p.optional_keyword("symbol") {
        p.punct("(")?;
        let value = p.operand()?;
        let value = p.resolve(value, Type::INDEX)?;
        p.punct(")")?;
        return Ok(AffineExpr::Symbol(position(&mut values.symbols, value)));
    }
    if let Some(value) = p.optional_operand()? {
        let value = p.resolve(value, Type::INDEX)?;
        return Ok(AffineExpr::Dim(position(&mut values.dims, value)));
    }
    let Some(value) = p.optional_integer()? else {
        let message = if is_right {
            "missing right operand of binary operator"
        } else {
            "expected affine expression"
        };
        return Err(Diagnostic::error(p.location(at), message));
    };
    let value = i64::try_from(value).map_err(|_| p.error(at, "constant too large for index"))?;
    Ok(AffineExpr::Constant(value))
}

/// Writes the results of a map with values in place of dimensions and symbols.
pub(super) fn print_map_of_values(p: &mut dyn OpPrinter, applied: &Applied) {
    for (index, expr) in applied.map.results().iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        print_expr(p, applied, expr);
    }
}

/// Writes one expression with values in place of dimensions and symbols.
pub(super) fn print_expr(p: &mut dyn OpPrinter, applied: &Applied, expr: &AffineExpr) {
    // The text with its leaves between marks that no text has.
    let marked =
        expr.display_with(|f, position, is_symbol| write!(f, "\0{}{position}\0", if is_symbol { 's' } else { 'd' }));
    for (index, part) in marked.to_string().split('\0').enumerate() {
        if index % 2 == 0 {
            p.text(part);
            continue;
        }
        let (kind, position) = part.split_at(1);
        let position: usize = position.parse().unwrap_or_default();
        let is_symbol = kind == "s";
        let first = if is_symbol { applied.map.num_dims() as usize } else { 0 };
        p.text(if is_symbol { "symbol(" } else { "" });
        if let Some(&value) = applied.operands.get(first + position) {
            p.operand(value);
        }
        p.text(if is_symbol { ")" } else { "" });
    }
}
