//! Instructions that LLVM computes when they are made, because their operands are constants: MLIR makes instructions with
//! LLVM's `TargetFolder`, which knows the data layout.
//!
//! What is a constant and what stays an instruction decides about the numbers of values. So all that LLVM does here is done,
//! no more and no less: calls are not computed, addresses become expressions, and arithmetic wraps whatever its flags say.

mod addresses;
mod binary;
mod bitcasts;
mod casts;
mod compare;
mod expressions;
mod floats;
mod known_bits;
mod relations;
mod select;
mod vectors;

#[cfg(test)]
mod tests;

use asyncir_ir::{Context, OpRef, Type};

use super::constant::{Constant, MAX_SIZE, Value, lanes};
use super::layout::Layout;
use super::symbols::Symbols;
use crate::dialect::{integer, integers};

/// The widest integers that are computed. Wider ones would take long.
const MAX_WIDTH: u32 = 1 << 16;

/// What folds need to know.
#[derive(Clone, Copy)]
pub(super) struct Folder<'f, 'a> {
    pub(super) ctx: &'f Context,
    pub(super) layout: &'f Layout,
    pub(super) symbols: &'f Symbols<'a>,
}

impl Folder<'_, '_> {
    /// The constant that an instruction gives; `None` if it stays an instruction.
    pub(super) fn fold(self, op: OpRef<'_>, operands: Vec<Constant>) -> Option<Constant> {
        let mnemonic = op.name().strip_prefix("llvm.")?;
        let &[ty] = &op.result_types()[..] else {
            return None;
        };
        let is_large = |ty: Type| lanes(self.ctx, ty).is_some_and(|(count, _)| count > MAX_SIZE);
        if is_large(ty) || operands.iter().any(|operand| is_large(operand.ty)) {
            return None;
        }
        if let Some(binary) = binary::MNEMONICS.iter().find(|&&binary| binary == mnemonic) {
            let [lhs, rhs] = <[Constant; 2]>::try_from(operands).ok()?;
            return self.instruction(binary, &lhs, &rhs);
        }
        if let Some(cast) = casts::MNEMONICS.iter().find(|&&cast| cast == mnemonic) {
            let [operand] = <[Constant; 1]>::try_from(operands).ok()?;
            return self.cast(cast, &operand, ty);
        }
        let mut operands = operands.into_iter();
        let mut next = || operands.next();
        match mnemonic {
            "fneg" => self.negate(&next()?),
            "icmp" => self.compare_integers(predicate(op)?, &next()?, &next()?),
            "fcmp" => self.compare_floats(predicate(op)?, &next()?, &next()?),
            "select" => self.select(&next()?, next()?, next()?),
            "extractvalue" => self.extract_value(next()?, &integers(op, "position")),
            "insertvalue" => self.insert_value(next()?, next()?, &integers(op, "position")),
            "extractelement" => self.extract_element(&next()?, &next()?),
            "insertelement" => self.insert_element(&next()?, next()?, &next()?),
            "shufflevector" => self.shuffle(&next()?, &next()?, &integers(op, "mask"), ty),
            "getelementptr" => self.getelementptr(op, ty, operands.collect()),
            _ => None,
        }
    }

    /// The part of an aggregate at the end of a path.
    fn extract_value(self, mut aggregate: Constant, path: &[i64]) -> Option<Constant> {
        for &index in path {
            aggregate = aggregate.part(self.ctx, usize::try_from(index).ok()?)?;
        }
        (!path.is_empty()).then_some(aggregate)
    }

    fn insert_value(self, aggregate: Constant, part: Constant, path: &[i64]) -> Option<Constant> {
        let can_be_set = !path.is_empty() && aggregate.can_set(self.ctx, path, &part);
        can_be_set.then(|| aggregate.with_part(self.ctx, path, part))
    }

    fn negate(self, operand: &Constant) -> Option<Constant> {
        if let Some(bits) = operand.as_float() {
            let bits = asyncir_ir::float::neg(operand.ty.float(self.ctx)?, bits);
            return Some(Constant::new(operand.ty, Value::Float(bits)));
        }
        if let Some(lane) = operand.splat_value(self.ctx) {
            return Some(Constant::splat(self.ctx, operand.ty, self.negate(&lane)?));
        }
        if operand.is_undefined() {
            return Some(operand.clone());
        }
        let (count, false) = lanes(self.ctx, operand.ty)? else {
            return None;
        };
        let parts = (0..count).map(|index| self.negate(&self.lane(operand, index)?));
        Some(Constant::of_parts(self.ctx, operand.ty, parts.collect::<Option<_>>()?))
    }
}

/// Whether the op is a conversion that LLVM leaves out, because it is one of a type to itself.
pub(super) fn is_no_conversion(op: OpRef<'_>) -> bool {
    let (from, to) = (op.operand_types(), op.result_types());
    let is_one = from.len() == 1 && to.len() == 1 && from[0] == to[0];
    let mnemonic = || op.name().strip_prefix("llvm.");
    is_one && mnemonic().is_some_and(|mnemonic| casts::MNEMONICS.contains(&mnemonic))
}

fn predicate(op: OpRef<'_>) -> Option<usize> {
    usize::try_from(integer(op, "predicate")?).ok()
}

/// The width of an integer type that is computed with.
fn width(ctx: &Context, ty: Type) -> Option<u32> {
    ty.int_width(ctx).filter(|&width| (1..=MAX_WIDTH).contains(&width))
}
