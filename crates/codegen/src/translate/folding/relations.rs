//! What is known of two addresses.

use super::Folder;
use crate::translate::constant::{Constant, Operation, Value};

/// How two constants compare, as unsigned numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Different,
    Greater,
    Less,
}

impl Relation {
    fn swapped(self) -> Self {
        match self {
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
            same => same,
        }
    }
}

/// How much LLVM knows of a constant; of two, it looks at the one with more.
fn complexity(constant: &Constant) -> u8 {
    match constant.value {
        Value::Expression(_) => 3,
        Value::Global(_) => 2,
        Value::Block(..) => 1,
        _ => 0,
    }
}

impl Folder<'_, '_> {
    pub(super) fn relation(self, lhs: &Constant, rhs: &Constant) -> Option<Relation> {
        if lhs == rhs {
            return Some(Relation::Equal);
        }
        let space = self.space(lhs)?;
        if complexity(lhs) < complexity(rhs) {
            return self.relation(rhs, lhs).map(Relation::swapped);
        }
        match (&lhs.value, &rhs.value) {
            (Value::Block(one, _), Value::Block(other, _)) if one != other => Some(Relation::Different),
            (Value::Block(..), Value::Zero) | (Value::Global(_), Value::Block(..)) => Some(Relation::Different),
            (Value::Global(one), Value::Global(other)) => self.globals(*one, *other),
            (Value::Global(name), Value::Zero) => {
                (space == 0 && self.symbols.is_never_null(self.ctx, *name)).then_some(Relation::Greater)
            }
            (Value::Expression(expression), other) => {
                let Operation::Address { flags, .. } = expression.operation else {
                    return None;
                };
                let base = expression.operands[0].as_global();
                let is_whole = expression.operands[1..].iter().all(Constant::is_zero);
                match other {
                    Value::Zero => {
                        let is_inside = flags & 1 != 0 && !self.symbols.is_extern_weak(self.ctx, base?);
                        is_inside.then_some(Relation::Greater)
                    }
                    Value::Global(other) if is_whole && base? != *other => self.globals(base?, *other),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Globals have addresses of their own, unless one may stand for another.
    fn globals(self, one: asyncir_ir::Ident, other: asyncir_ir::Ident) -> Option<Relation> {
        let has_own = |name| self.symbols.has_own_address(self.ctx, name);
        (has_own(one) && has_own(other)).then_some(Relation::Different)
    }
}
