//! Affine expressions over values, as they stand in the text of accesses and parallel loops: `%i * 2 + symbol(%n)`.
//! Values are dimensions unless they are marked as symbols.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Fallible, Type, ValueId};

use super::operands::{Applied, position};
use crate::index_list::SQUARE;

/// The values met so far.
#[derive(Default)]
pub(super) struct Values {
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
    /// What values are since they were first mentioned, in the expressions that are read together.
    mentioned: Vec<(ValueId, AffineExpr)>,
}

impl Values {
    /// Begins with further expressions, in which a value may be something else.
    pub(super) fn begin(&mut self) {
        self.mentioned.clear();
    }

    /// What a value is, which is marked as a symbol or not. The first mention decides.
    fn expr(&mut self, value: ValueId, is_symbol: bool) -> AffineExpr {
        if let Some((_, expr)) = self.mentioned.iter().find(|(mentioned, _)| *mentioned == value) {
            return expr.clone();
        }
        let expr = if is_symbol {
            AffineExpr::Symbol(position(&mut self.symbols, value))
        } else {
            AffineExpr::Dim(position(&mut self.dims, value))
        };
        self.mentioned.push((value, expr.clone()));
        expr
    }

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
    let at = p.position();
    let results = parse_exprs(p, &mut values, SQUARE)?;
    let applied = values.apply(results);
    applied.ok_or_else(|| p.error(at, "invalid affine expressions"))
}

/// Reads expressions in brackets, perhaps none.
pub(super) fn parse_exprs(
    p: &mut dyn OpParser,
    values: &mut Values,
    [open, close]: [&str; 2],
) -> Fallible<Vec<AffineExpr>> {
    let mut results = Vec::new();
    p.punct_of(open, "affine map")?;
    if p.optional_punct(close) {
        return Ok(results);
    }
    loop {
        results.push(parse_expr(p, values)?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct_of(close, "affine map")?;
    Ok(results)
}

/// Reads an expression.
pub(super) fn parse_expr(p: &mut dyn OpParser, values: &mut Values) -> Fallible<AffineExpr> {
    p.affine_expr(&mut |p, operand, is_symbol| {
        let value = p.resolve(operand, Type::INDEX)?;
        Ok(values.expr(value, is_symbol))
    })
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
