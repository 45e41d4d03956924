//! Expressions that the linker computes: what becomes of instructions on addresses.

use asyncir_ir::{ApInt, Ident};

use super::Folder;
use crate::translate::constant::{Constant, Operation, Value};

/// Integer arithmetic that LLVM has expressions for.
const BINARY: &[&str] = &["add", "sub", "xor"];

/// Conversions that LLVM has expressions for.
const CASTS: &[&str] = &["trunc", "ptrtoint", "inttoptr", "bitcast", "addrspacecast"];

/// Whether LLVM has expressions of that arithmetic.
pub(super) fn has_binary(mnemonic: &str) -> bool {
    BINARY.contains(&mnemonic)
}

/// Whether LLVM has expressions of that conversion.
pub(super) fn has_cast(mnemonic: &str) -> bool {
    CASTS.contains(&mnemonic)
}

/// A global and the distance from its address.
#[derive(Debug, PartialEq)]
pub(super) struct Offset {
    pub(super) base: Value,
    pub(super) bytes: ApInt,
}

impl Folder<'_, '_> {
    /// The global that a constant points to, or to a part of which it points.
    pub(super) fn offset_from_global(self, constant: &Constant) -> Option<Offset> {
        match &constant.value {
            Value::Global(_) | Value::DsoLocalEquivalent(_) => Some(Offset {
                base: constant.value.clone(),
                bytes: ApInt::zero(self.layout.index_bits(self.space(constant)?)?),
            }),
            Value::Expression(expression) => match &expression.operation {
                Operation::Cast("ptrtoint" | "bitcast") => self.offset_from_global(&expression.operands[0]),
                Operation::Address { .. } => {
                    let base = self.offset_from_global(&expression.operands[0])?;
                    let offset = self.constant_offset(expression)?;
                    Some(Offset {
                        bytes: base.bytes.add(&offset),
                        ..base
                    })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The global whose address, or part of it, the integer is.
    pub(super) fn address_of(self, constant: &Constant) -> Option<Ident> {
        constant.as_cast("ptrtoint")?.as_global()
    }
}
