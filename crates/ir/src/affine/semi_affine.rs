//! Expressions with products, quotients and remainders of symbols: what is divided out, and in which order terms are
//! written. Both are MLIR's.

use super::expr::{AffineExpr, AffineKind};
use AffineKind::{Add, CeilDiv, FloorDiv, Mod, Mul};

/// How deep expressions may be for this; others are left as they are.
const MAX_DEPTH: usize = 256;

/// Divides by symbols where the dividend is a multiple of them.
pub(super) fn divide_by_symbols(expr: &AffineExpr, depth: usize) -> AffineExpr {
    let AffineExpr::Binary(binary) = expr else {
        return expr.clone();
    };
    if depth >= MAX_DEPTH {
        return expr.clone();
    }
    let kind = binary.kind();
    let lhs = divide_by_symbols(binary.lhs(), depth + 1);
    let rhs = divide_by_symbols(binary.rhs(), depth + 1);
    if let (FloorDiv | CeilDiv | Mod, &AffineExpr::Symbol(symbol)) = (kind, &rhs)
        && is_multiple(binary.lhs(), symbol, kind)
    {
        if kind == Mod {
            return AffineExpr::Constant(0);
        }
        if let Some(quotient) = quotient(&lhs, symbol, kind) {
            return quotient;
        }
    }
    AffineExpr::binary(kind, lhs, rhs)
}

/// Whether a symbol divides an expression in an operation of that kind.
fn is_multiple(expr: &AffineExpr, symbol: u32, kind: AffineKind) -> bool {
    match expr {
        AffineExpr::Constant(value) => *value == 0,
        AffineExpr::Dim(_) => false,
        AffineExpr::Symbol(other) => *other == symbol,
        AffineExpr::Binary(binary) => {
            let (lhs, rhs) = (binary.lhs(), binary.rhs());
            match binary.kind() {
                Add => is_multiple(lhs, symbol, kind) && is_multiple(rhs, symbol, kind),
                // A remainder is a multiple for other remainders only.
                Mod => is_multiple(lhs, symbol, Mod) && is_multiple(rhs, symbol, Mod),
                Mul => is_multiple(lhs, symbol, kind) || is_multiple(rhs, symbol, kind),
                same if same == kind => is_multiple(lhs, symbol, same),
                _ => false,
            }
        }
    }
}

/// An expression that is a multiple of a symbol, divided by it.
fn quotient(expr: &AffineExpr, symbol: u32, kind: AffineKind) -> Option<AffineExpr> {
    let binary = match expr {
        AffineExpr::Constant(0) => return Some(AffineExpr::Constant(0)),
        AffineExpr::Constant(_) | AffineExpr::Dim(_) => return None,
        AffineExpr::Symbol(_) => return Some(AffineExpr::Constant(1)),
        AffineExpr::Binary(binary) => binary,
    };
    let (lhs, rhs) = (binary.lhs(), binary.rhs());
    let (lhs, rhs) = match binary.kind() {
        Add => (quotient(lhs, symbol, kind)?, quotient(rhs, symbol, kind)?),
        Mod => (quotient(lhs, symbol, Mod)?, quotient(rhs, symbol, Mod)?),
        Mul if is_multiple(lhs, symbol, kind) => (quotient(lhs, symbol, kind)?, rhs.clone()),
        Mul => (lhs.clone(), quotient(rhs, symbol, kind)?),
        same => (quotient(lhs, symbol, same)?, rhs.clone()),
    };
    Some(AffineExpr::binary(binary.kind(), lhs, rhs))
}

/// The expression of coefficients of dimensions, symbols and locals: terms of a dimension or symbol stand together, first
/// those of the dimension, then its products, then those of the symbol.
pub(super) fn ordered_sum(row: &[i64], num_dims: u32, num_symbols: u32, locals: &[AffineExpr]) -> AffineExpr {
    let (dims, symbols) = (num_dims as usize, num_symbols as usize);
    let (mut last_of_dim, mut last_of_symbol) = (0, i64::from(num_dims.max(num_symbols)) - 1);
    let mut terms: Vec<((u32, i64), AffineExpr)> = Vec::new();
    let mut of_dim = || {
        last_of_dim -= 1;
        last_of_dim
    };
    let mut of_symbol = || {
        last_of_symbol += 1;
        last_of_symbol
    };
    for (symbol, &coefficient) in (0..num_symbols).zip(&row[dims..]) {
        if coefficient != 0 {
            terms.push(((symbol, of_symbol()), AffineExpr::Symbol(symbol) * coefficient));
        }
    }
    let mut rest = Vec::new();
    for (local, &coefficient) in locals.iter().zip(&row[dims + symbols..]) {
        if coefficient == 0 {
            continue;
        }
        let term = local.clone() * coefficient;
        let operands = local.as_binary().map(|binary| (binary.lhs(), binary.rhs()));
        let key = match operands {
            Some((AffineExpr::Dim(dim), AffineExpr::Constant(_))) => (*dim, of_dim()),
            Some((AffineExpr::Dim(dim), AffineExpr::Symbol(symbol))) => (*dim, i64::from(*symbol)),
            Some((AffineExpr::Symbol(symbol), AffineExpr::Symbol(_) | AffineExpr::Constant(_))) => {
                (*symbol, of_symbol())
            }
            _ => {
                rest.push(term);
                continue;
            }
        };
        terms.push((key, term));
    }
    for (dim, &coefficient) in (0..num_dims).zip(row) {
        if coefficient != 0 {
            terms.push(((dim, of_dim()), AffineExpr::Dim(dim) * coefficient));
        }
    }
    terms.sort_by_key(|term| term.0);
    let constant = row.last().copied().unwrap_or(0);
    let terms = terms.into_iter().map(|term| term.1).chain(rest);
    let sum = terms.fold(AffineExpr::Constant(0), |sum, term| sum + term);
    if constant == 0 { sum } else { sum + constant }
}
