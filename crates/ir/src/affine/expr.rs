//! The expression tree.

use std::fmt;
use std::sync::Arc;

use super::simplify;

/// The binary operations of affine expressions. Subtraction is the addition of a product by -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineKind {
    /// `lhs + rhs`
    Add,
    /// `lhs * rhs`
    Mul,
    /// `lhs floordiv rhs`
    FloorDiv,
    /// `lhs ceildiv rhs`
    CeilDiv,
    /// `lhs mod rhs`, never negative
    Mod,
}

/// An immutable affine expression over dimensions (`d0`) and symbols (`s0`); cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// The dimension at a position.
    Dim(u32),
    /// The symbol at a position.
    Symbol(u32),
    /// An integer.
    Constant(i64),
    /// A binary operation.
    Binary(Arc<AffineBinary>),
}

/// A binary operation on two expressions; made by the constructors of [`AffineExpr`] only.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct AffineBinary {
    kind: AffineKind,
    /// Whether no dimension occurs; asked for at every construction.
    is_symbolic: bool,
    lhs: AffineExpr,
    rhs: AffineExpr,
}

impl AffineBinary {
    /// The operation.
    pub fn kind(&self) -> AffineKind {
        self.kind
    }

    /// The first operand.
    pub fn lhs(&self) -> &AffineExpr {
        &self.lhs
    }

    /// The second operand.
    pub fn rhs(&self) -> &AffineExpr {
        &self.rhs
    }
}

/// Why an operation on two expressions is not even semi-affine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemiAffineError {
    /// Both factors contain dimensions.
    Product,
    /// The divisor of a `floordiv`, `ceildiv` or `mod` contains dimensions.
    Divisor(AffineKind),
}

impl fmt::Display for SemiAffineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operation, place) = match self {
            SemiAffineError::Product => {
                return f.write_str(
                    "non-affine expression: at least one of the multiply operands has to be either \
                     a constant or symbolic",
                );
            }
            SemiAffineError::Divisor(AffineKind::FloorDiv) => ("floordiv", "right operand"),
            SemiAffineError::Divisor(AffineKind::CeilDiv) => ("ceildiv", "right operand"),
            SemiAffineError::Divisor(_) => ("mod", "right operand"),
        };
        write!(
            f,
            "non-affine expression: {place} of {operation} has to be either a constant or symbolic"
        )
    }
}

impl std::error::Error for SemiAffineError {}

impl AffineExpr {
    /// The simplified form of an operation. Operations that are not semi-affine (see
    /// [`AffineExpr::checked_binary`]) are kept as they are.
    pub fn binary(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        simplify::simplify(kind, &lhs, &rhs).unwrap_or_else(|| AffineExpr::raw(kind, lhs, rhs))
    }

    /// As [`AffineExpr::binary`], refusing what MLIR's text refuses: products of two expressions
    /// with dimensions, and divisors with dimensions.
    pub fn checked_binary(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> Result<AffineExpr, SemiAffineError> {
        let rhs_symbolic = rhs.is_symbolic_or_constant();
        match kind {
            AffineKind::Mul if !rhs_symbolic && !lhs.is_symbolic_or_constant() => Err(SemiAffineError::Product),
            AffineKind::FloorDiv | AffineKind::CeilDiv | AffineKind::Mod if !rhs_symbolic => {
                Err(SemiAffineError::Divisor(kind))
            }
            _ => Ok(AffineExpr::binary(kind, lhs, rhs)),
        }
    }

    fn raw(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let is_symbolic = lhs.is_symbolic_or_constant() && rhs.is_symbolic_or_constant();
        AffineExpr::Binary(Arc::new(AffineBinary {
            kind,
            is_symbolic,
            lhs,
            rhs,
        }))
    }

    /// `self floordiv rhs`
    pub fn floor_div(self, rhs: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(AffineKind::FloorDiv, self, rhs.into())
    }

    /// `self ceildiv rhs`
    pub fn ceil_div(self, rhs: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(AffineKind::CeilDiv, self, rhs.into())
    }

    /// The value of a constant.
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            AffineExpr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The operation, if it is one.
    pub fn as_binary(&self) -> Option<&AffineBinary> {
        match self {
            AffineExpr::Binary(binary) => Some(binary),
            _ => None,
        }
    }

    /// The operands of an operation of this kind.
    pub fn operands_of(&self, kind: AffineKind) -> Option<(&AffineExpr, &AffineExpr)> {
        let binary = self.as_binary()?;
        (binary.kind == kind).then_some((&binary.lhs, &binary.rhs))
    }

    /// Whether no dimension occurs.
    pub fn is_symbolic_or_constant(&self) -> bool {
        match self {
            AffineExpr::Dim(_) => false,
            AffineExpr::Symbol(_) | AffineExpr::Constant(_) => true,
            AffineExpr::Binary(binary) => binary.is_symbolic,
        }
    }

    /// Whether all products, divisions and remainders are by constants.
    pub fn is_pure_affine(&self) -> bool {
        let Some(binary) = self.as_binary() else {
            return true;
        };
        let constant = |expr: &AffineExpr| expr.as_constant().is_some();
        match binary.kind {
            AffineKind::Add => binary.lhs.is_pure_affine() && binary.rhs.is_pure_affine(),
            AffineKind::Mul => {
                (constant(&binary.lhs) || constant(&binary.rhs))
                    && binary.lhs.is_pure_affine()
                    && binary.rhs.is_pure_affine()
            }
            _ => constant(&binary.rhs) && binary.lhs.is_pure_affine(),
        }
    }

    /// The greatest integer known to divide the expression, zero for the constant zero.
    pub fn largest_known_divisor(&self) -> i64 {
        match self {
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => 1,
            AffineExpr::Constant(value) => value.wrapping_abs(),
            AffineExpr::Binary(binary) => simplify::divisor_of_binary(binary),
        }
    }

    /// Whether the expression is known to be a multiple of `factor`.
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        match self {
            _ if factor == 0 => *self == AffineExpr::Constant(0),
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => factor.wrapping_abs() == 1,
            _ => self.largest_known_divisor().wrapping_rem(factor) == 0,
        }
    }

    /// Whether the dimension at a position occurs.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.any_leaf(&mut |leaf| *leaf == AffineExpr::Dim(position))
    }

    /// Whether the symbol at a position occurs.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.any_leaf(&mut |leaf| *leaf == AffineExpr::Symbol(position))
    }

    fn any_leaf(&self, matches: &mut dyn FnMut(&AffineExpr) -> bool) -> bool {
        match self {
            AffineExpr::Binary(binary) => binary.lhs.any_leaf(matches) || binary.rhs.any_leaf(matches),
            leaf => matches(leaf),
        }
    }

    /// Calls `visit` for every expression of the tree, operands before their operation.
    pub fn walk(&self, visit: &mut dyn FnMut(&AffineExpr)) {
        if let AffineExpr::Binary(binary) = self {
            binary.lhs.walk(visit);
            binary.rhs.walk(visit);
        }
        visit(self);
    }

    /// Replaces dimensions and symbols by position; those beyond the lists stay.
    pub fn replace_dims_and_symbols(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        self.map_leaves(&mut |leaf| match leaf {
            AffineExpr::Dim(position) => dims.get(*position as usize).cloned(),
            AffineExpr::Symbol(position) => symbols.get(*position as usize).cloned(),
            _ => None,
        })
    }

    /// Replaces dimensions by position.
    pub fn replace_dims(&self, dims: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(dims, &[])
    }

    /// Replaces symbols by position.
    pub fn replace_symbols(&self, symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(&[], symbols)
    }

    /// Renumbers the dimensions from `offset` on by adding `shift`.
    pub fn shift_dims(&self, shift: u32, offset: u32) -> AffineExpr {
        self.map_leaves(&mut |leaf| match leaf {
            AffineExpr::Dim(position) if *position >= offset => Some(AffineExpr::Dim(position.saturating_add(shift))),
            _ => None,
        })
    }

    /// Renumbers the symbols from `offset` on by adding `shift`.
    pub fn shift_symbols(&self, shift: u32, offset: u32) -> AffineExpr {
        self.map_leaves(&mut |leaf| match leaf {
            AffineExpr::Symbol(position) if *position >= offset => {
                Some(AffineExpr::Symbol(position.saturating_add(shift)))
            }
            _ => None,
        })
    }

    /// Rebuilds, and so simplifies anew, the operations whose leaves `replace` changes.
    fn map_leaves(&self, replace: &mut dyn FnMut(&AffineExpr) -> Option<AffineExpr>) -> AffineExpr {
        let AffineExpr::Binary(binary) = self else {
            return replace(self).unwrap_or_else(|| self.clone());
        };
        let lhs = binary.lhs.map_leaves(replace);
        let rhs = binary.rhs.map_leaves(replace);
        if lhs == binary.lhs && rhs == binary.rhs {
            return self.clone();
        }
        AffineExpr::binary(binary.kind, lhs, rhs)
    }

    /// The value for given dimensions and symbols. `None` when one is missing, on overflow, on
    /// division by zero and for the remainder by a negative number.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            AffineExpr::Dim(position) => dims.get(*position as usize).copied(),
            AffineExpr::Symbol(position) => symbols.get(*position as usize).copied(),
            AffineExpr::Constant(value) => Some(*value),
            AffineExpr::Binary(binary) => {
                let lhs = binary.lhs.evaluate(dims, symbols)?;
                let rhs = binary.rhs.evaluate(dims, symbols)?;
                simplify::fold(binary.kind, lhs, rhs)
            }
        }
    }
}

impl From<i64> for AffineExpr {
    fn from(value: i64) -> Self {
        AffineExpr::Constant(value)
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $kind:ident)*) => {$(
        impl<R: Into<AffineExpr>> std::ops::$trait<R> for AffineExpr {
            type Output = AffineExpr;
            fn $method(self, rhs: R) -> AffineExpr {
                AffineExpr::binary(AffineKind::$kind, self, rhs.into())
            }
        }
    )*};
}

operator! { Add add Add  Mul mul Mul  Rem rem Mod }

impl std::ops::Neg for AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        self * -1
    }
}

impl<R: Into<AffineExpr>> std::ops::Sub<R> for AffineExpr {
    type Output = AffineExpr;
    fn sub(self, rhs: R) -> AffineExpr {
        self + -rhs.into()
    }
}
