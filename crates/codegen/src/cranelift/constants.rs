//! Constants as scalars: made where they are used.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, InstBuilder, immediates, types};

use super::bits::{self, Image};
use super::function::{Leaves, Translator};
use super::symbols::Kind;
use super::types::Leaf;
use super::{refused, refused_for};
use crate::dialect::{attr, symbol};
use crate::translate::little_endian;

/// Whether the op of the llvm dialect is a constant.
pub(super) fn is_constant(mnemonic: &str) -> bool {
    matches!(
        mnemonic,
        "mlir.constant" | "mlir.zero" | "mlir.undef" | "mlir.poison" | "mlir.addressof"
    )
}

/// Makes the constant that an op stands for in the current block.
pub(super) fn translate<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let leaves = to.leaves(op, ty)?;
    match op.name() {
        "llvm.mlir.addressof" => {
            let name = symbol(op, "global_name").ok_or_else(|| refused(op))?;
            Ok(Leaves::from_slice(&[address(to, op, name)?]))
        }
        "llvm.mlir.constant" => {
            let value = attr(op, "value").ok_or_else(|| refused(op))?;
            if let ([leaf], Some(bits)) = (&leaves[..], bits::integer_of(op.ctx, value)) {
                if !leaf.ty.is_int() {
                    return Err(refused_for(op, "constant"));
                }
                return Ok(Leaves::from_slice(&[scalar(to, *leaf, bits)]));
            }
            if let Some(numbers) = bits::numbers_of(op, &leaves, value) {
                let scalars = leaves.iter().zip(numbers).map(|(leaf, bits)| scalar(to, *leaf, bits));
                return Ok(scalars.collect());
            }
            let image = bits::image_of(op, ty, value)?;
            leaves.iter().map(|leaf| from_image(to, op, *leaf, &image)).collect()
        }
        _ => Ok(leaves.iter().map(|leaf| to.zero(leaf.ty)).collect()),
    }
}

/// The scalar with these bits.
pub(super) fn scalar(to: &mut Translator<'_, '_, '_>, leaf: Leaf, bits: u128) -> ir::Value {
    let ins = to.builder.ins();
    match leaf.ty {
        types::F32 => ins.f32const(immediates::Ieee32::with_bits(bits as u32)),
        types::F64 => ins.f64const(immediates::Ieee64::with_bits(bits as u64)),
        types::I128 => {
            let low = ins.iconst(types::I64, bits as i64);
            let high = to.builder.ins().iconst(types::I64, (bits >> 64) as i64);
            to.builder.ins().iconcat(low, high)
        }
        _ if leaf.is_bit => ins.iconst(types::I8, (bits & 1) as i64),
        // Cranelift wants what is above the width to be zero.
        ty => ins.iconst(ty, (bits as u64 & (u64::MAX >> (64 - ty.bits()))).cast_signed()),
    }
}

/// The scalar that stands in the bytes of a constant.
fn from_image<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    leaf: Leaf,
    image: &Image<'m>,
) -> Fallible<ir::Value> {
    let start = leaf
        .offset
        .and_then(|offset| usize::try_from(offset).ok())
        .ok_or_else(|| refused(op))?;
    if let Some(reference) = image.references.get(&(start as u64)) {
        let base = address(to, op, reference.symbol)?;
        return Ok(to.builder.ins().iadd_imm_s(base, reference.addend));
    }
    if image.bytes.is_empty() {
        return Ok(to.zero(leaf.ty));
    }
    let bytes = image
        .bytes
        .get(start..start + leaf.ty.bytes() as usize)
        .ok_or_else(|| refused(op))?;
    Ok(scalar(to, leaf, little_endian(bytes)))
}

/// The address of a function or global.
pub(super) fn address<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, name: &str) -> Fallible<ir::Value> {
    let index = to
        .names
        .symbols
        .get(name)
        .ok_or_else(|| refused_for(op, "unknown symbol"))?;
    match to.names.symbols.list[index].kind {
        Kind::Function => {
            let function = to.function(op, index)?;
            if let Some(what) = to.own_rules.get(&index) {
                return Err(refused_for(op, what));
            }
            Ok(to.builder.ins().func_addr(types::I64, function))
        }
        Kind::Global => {
            let global = to.global(index)?;
            Ok(to.builder.ins().symbol_value(types::I64, global))
        }
    }
}
