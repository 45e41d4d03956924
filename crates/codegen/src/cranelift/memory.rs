//! Memory: loads, stores and addresses; and parts of aggregates.

use asyncir_dialects::llvm::layout::{fields_with_offsets, layout_of};
use asyncir_ir::{Fallible, OpRef, Type};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use super::function::{Leaves, Translator};
use super::types::Leaf;
use super::{atomics, refused, refused_for, stack};
use crate::dialect::{DYNAMIC_INDEX, LlvmType, flag, integer, integers, llvm_type, type_attr};

/// Accesses of a program are taken to be right.
pub(super) const ACCESS: MemFlagsData = MemFlagsData::new().with_notrap();

/// Translates `op` if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    Ok(Some(match mnemonic {
        "alloca" => stack::alloca(to, op)?,
        "load" => load(to, op)?,
        "store" => store(to, op)?,
        "getelementptr" => getelementptr(to, op)?,
        "atomicrmw" => atomics::atomicrmw(to, op)?,
        "cmpxchg" => atomics::cmpxchg(to, op)?,
        "fence" => {
            to.builder.ins().fence();
            Leaves::new()
        }
        "extractvalue" => {
            let part = part(to, op)?;
            Leaves::from_slice(to.operand(op, 0)?.get(part).ok_or_else(|| refused(op))?)
        }
        "insertvalue" => insert(to, op)?,
        _ => return Ok(None),
    }))
}

fn part<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<std::ops::Range<usize>> {
    let container = *op.operand_types().first().ok_or_else(|| refused(op))?;
    let part = to.shapes.part(container, &integers(op, "position"));
    part.ok_or_else(|| to.refused_type(op))
}

fn insert<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let part = part(to, op)?;
    let (mut whole, value) = (to.operand(op, 0)?, to.operand(op, 1)?);
    let place = whole.get_mut(part).filter(|place| place.len() == value.len());
    place.ok_or_else(|| refused(op))?.copy_from_slice(&value);
    Ok(whole)
}

/// Whether an access is atomic.
fn is_atomic(op: OpRef<'_>) -> Fallible<bool> {
    if flag(op, "volatile_") {
        return Err(refused_for(op, "volatile access"));
    }
    Ok(integer(op, "ordering").unwrap_or(0) != 0)
}

fn load<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let (leaves, address) = (to.leaves(op, ty)?, to.scalar(op, 0)?);
    if is_atomic(op)? {
        let leaf = to.result_leaf(op)?;
        let number = to.builder.ins().atomic_load(as_integer(op, leaf)?, ACCESS, address);
        return Ok(Leaves::from_slice(&[from_integer(to, leaf, number)]));
    }
    to.load_row(op, &leaves, address)
}

fn store<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let ty = *op.operand_types().first().ok_or_else(|| refused(op))?;
    let (leaves, address) = (to.leaves(op, ty)?, to.scalar(op, 1)?);
    if is_atomic(op)? {
        let (leaf, value) = (to.operand_leaf(op, 0)?, to.scalar(op, 0)?);
        let number = into_integer(to, op, leaf, value)?;
        to.builder.ins().atomic_store(ACCESS, number, address);
        return Ok(Leaves::new());
    }
    let values = to.operand(op, 0)?;
    to.store_row(op, &leaves, &values, address)?;
    Ok(Leaves::new())
}

/// Bytes of stack memory that a function may take.
const MAX_STACK: u32 = 64 << 20;

impl<'m> Translator<'_, '_, 'm> {
    /// Counts stack memory.
    pub(super) fn take_stack(&mut self, op: OpRef<'m>, bytes: u32) -> Fallible {
        let taken = self.stack.checked_add(bytes).filter(|&taken| taken <= MAX_STACK);
        self.stack = taken.ok_or_else(|| refused_for(op, "size of stack memory"))?;
        Ok(())
    }

    /// The scalars of a value in memory.
    pub(super) fn load_row(&mut self, op: OpRef<'m>, leaves: &[Leaf], address: ir::Value) -> Fallible<Leaves> {
        let load = |leaf: &Leaf| {
            Ok(self
                .builder
                .ins()
                .load(leaf.ty, ACCESS, address, leaf_offset(op, leaf)?))
        };
        leaves.iter().map(load).collect()
    }

    /// Puts the scalars of a value into memory.
    pub(super) fn store_row(
        &mut self,
        op: OpRef<'m>,
        leaves: &[Leaf],
        values: &[ir::Value],
        address: ir::Value,
    ) -> Fallible {
        for (leaf, &value) in leaves.iter().zip(values) {
            self.builder.ins().store(ACCESS, value, address, leaf_offset(op, leaf)?);
        }
        Ok(())
    }
}

/// Bytes from the start of a value in memory to one of its scalars.
pub(super) fn leaf_offset(op: OpRef<'_>, leaf: &Leaf) -> Fallible<i32> {
    leaf.offset.ok_or_else(|| refused_for(op, "packed bits"))
}

/// The integer type for atomic accesses of a scalar.
pub(super) fn as_integer(op: OpRef<'_>, leaf: Leaf) -> Fallible<ir::Type> {
    match leaf.ty {
        types::F32 => Ok(types::I32),
        types::F64 => Ok(types::I64),
        types::I128 => Err(refused_for(op, "128 bits")),
        ty => Ok(ty),
    }
}

pub(super) fn into_integer(
    to: &mut Translator<'_, '_, '_>,
    op: OpRef<'_>,
    leaf: Leaf,
    value: ir::Value,
) -> Fallible<ir::Value> {
    let ty = as_integer(op, leaf)?;
    Ok(if ty == leaf.ty {
        value
    } else {
        to.builder.ins().bitcast(ty, MemFlagsData::new(), value)
    })
}

pub(super) fn from_integer(to: &mut Translator<'_, '_, '_>, leaf: Leaf, number: ir::Value) -> ir::Value {
    if leaf.ty.is_float() {
        to.builder.ins().bitcast(leaf.ty, MemFlagsData::new(), number)
    } else {
        number
    }
}

/// An address: constant parts are summed up first.
fn getelementptr<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let mut address = to.scalar(op, 0)?;
    let mut offset: i64 = 0;
    let mut ty = type_attr(op, "elem_type").ok_or_else(|| refused(op))?;
    let mut operands = 1..;
    for (position, index) in integers(op, "rawConstantIndices").into_iter().enumerate() {
        let step = if position == 0 {
            Step::Element(ty)
        } else {
            step(op, ty, index)?
        };
        match step {
            Step::Field(field, start) => {
                offset = offset.wrapping_add(start);
                ty = field;
            }
            Step::Element(element) => {
                let stride = layout_of(op.ctx, element)
                    .ok_or_else(|| to.refused_type(op))?
                    .size
                    .cast_signed();
                if index == DYNAMIC_INDEX {
                    let operand = operands.next().unwrap_or(usize::MAX);
                    address = advanced(to, op, address, operand, stride)?;
                } else {
                    offset = offset.wrapping_add(index.wrapping_mul(stride));
                }
                ty = element;
            }
        }
    }
    if offset != 0 {
        address = to.builder.ins().iadd_imm_s(address, offset);
    }
    Ok(Leaves::from_slice(&[address]))
}

/// One index of an address.
enum Step {
    /// A field of a struct and where it starts.
    Field(Type, i64),
    /// As many elements of that type as the index says.
    Element(Type),
}

fn step(op: OpRef<'_>, ty: Type, index: i64) -> Fallible<Step> {
    match llvm_type(op.ctx, ty) {
        Some(LlvmType::Array(_, element)) => Ok(Step::Element(element)),
        Some(LlvmType::Struct(fields)) => {
            let list = fields
                .body
                .and_then(|body| fields_with_offsets(op.ctx, &body, fields.packed));
            let field = usize::try_from(index).ok().and_then(|index| list?.get(index).copied());
            let (ty, start) = field.ok_or_else(|| refused(op))?;
            Ok(Step::Field(ty, start.cast_signed()))
        }
        _ => Err(refused_for(op, "type of an address")),
    }
}

/// The address behind so many elements.
fn advanced<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    address: ir::Value,
    operand: usize,
    stride: i64,
) -> Fallible<ir::Value> {
    let (leaf, index) = (to.operand_leaf(op, operand)?, to.scalar(op, operand)?);
    let index = match leaf.ty {
        types::I64 => index,
        types::I8 | types::I16 | types::I32 if !leaf.is_bit => to.builder.ins().sextend(types::I64, index),
        _ => return Err(to.refused_type(op)),
    };
    let distance = match u64::try_from(stride) {
        Ok(1) => index,
        Ok(stride) if stride.is_power_of_two() => {
            to.builder.ins().ishl_imm_u(index, i64::from(stride.trailing_zeros()))
        }
        _ => to.builder.ins().imul_imm_s(index, stride),
    };
    Ok(to.builder.ins().iadd(address, distance))
}
