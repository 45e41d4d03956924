//! Affine expressions as sums.

use asyncir_ir::affine::{AffineBinary, AffineExpr, AffineKind};

use super::{Linear, System, Variable};

/// How deep expressions may be.
const MAX_DEPTH: usize = 256;

/// What a dimension or symbol is.
pub(crate) type Leaf<'a> = dyn FnMut(&AffineExpr) -> Option<Linear> + 'a;

impl System {
    /// The sum that an expression is, with local variables for its quotients and remainders. `None` where variables are
    /// multiplied with or divided by each other, for divisors that are not positive, and on overflow.
    pub(crate) fn flatten(&mut self, expr: &AffineExpr, leaf: &mut Leaf<'_>) -> Option<Linear> {
        self.flatten_at(expr, leaf, 0)
    }

    fn flatten_at(&mut self, expr: &AffineExpr, leaf: &mut Leaf<'_>, depth: usize) -> Option<Linear> {
        match expr {
            AffineExpr::Constant(value) => Some(Linear::constant((*value).into())),
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => leaf(expr),
            AffineExpr::Binary(binary) if depth < MAX_DEPTH => self.flatten_binary(binary, leaf, depth + 1),
            AffineExpr::Binary(_) => None,
        }
    }

    fn flatten_binary(&mut self, binary: &AffineBinary, leaf: &mut Leaf<'_>, depth: usize) -> Option<Linear> {
        let lhs = self.flatten_at(binary.lhs(), leaf, depth)?;
        if binary.kind() == AffineKind::Add {
            let rhs = self.flatten_at(binary.rhs(), leaf, depth)?;
            return lhs.plus(&rhs, 1);
        }
        let factor = i128::from(binary.rhs().as_constant()?);
        match binary.kind() {
            AffineKind::Mul => lhs.times(factor),
            _ if factor < 1 => None,
            AffineKind::FloorDiv => self.quotient(&lhs, factor),
            AffineKind::CeilDiv => self.quotient(&lhs.plus(&Linear::constant(factor - 1), 1)?, factor),
            _ if lhs.is_multiple_of(factor) => Some(Linear::default()),
            _ => {
                let quotient = self.quotient(&lhs, factor)?;
                lhs.plus(&quotient, factor.checked_neg()?)
            }
        }
    }
}

/// The variable that an operand of a map is.
pub(crate) fn as_variable(leaf: &AffineExpr) -> Option<Linear> {
    match leaf {
        AffineExpr::Dim(dim) => Some(Linear::variable(Variable::Dim(*dim))),
        AffineExpr::Symbol(symbol) => Some(Linear::variable(Variable::Symbol(*symbol))),
        _ => None,
    }
}
