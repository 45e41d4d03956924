//! What a type is to Cranelift: a row of scalars, and where they stand in memory. Vectors are rows of their lanes.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use asyncir_dialects::llvm::layout::{fields_with_offsets, layout_of};
use asyncir_ir::{Context, Type};
use cranelift_codegen::ir::{self, types};

use crate::dialect::{LlvmType, llvm_type};

/// A scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Cranelift's type. One of one bit is a byte that is 0 or 1.
    pub(super) ty: ir::Type,
    /// Whether it has one bit.
    pub(super) is_bit: bool,
    /// Whether it is a lane of a vector.
    pub(super) is_lane: bool,
    /// Bytes from the start of the value in memory; nothing for the lanes of a vector of bits, which are packed there.
    pub(super) offset: Option<i32>,
}

impl Leaf {
    /// How many bits it has.
    pub(super) fn width(self) -> u32 {
        if self.is_bit { 1 } else { self.ty.bits() }
    }
}

/// More scalars than that are no value for registers.
const MAX_LEAVES: usize = 128;
/// How deep aggregates may be nested.
const MAX_NESTING: usize = 64;

/// The rows of types, each computed once.
pub(super) struct Shapes<'c> {
    ctx: &'c Context,
    known: HashMap<Type, Option<Rc<[Leaf]>>>,
}

impl<'c> Shapes<'c> {
    pub(super) fn new(ctx: &'c Context) -> Self {
        Self {
            ctx,
            known: HashMap::new(),
        }
    }

    /// The scalars of a type; nothing for types that have none or others than Cranelift's.
    pub(super) fn of(&mut self, ty: Type) -> Option<Rc<[Leaf]>> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let mut leaves = Vec::new();
        let found = flatten(self.ctx, ty, 0, MAX_NESTING, &mut leaves).map(|()| Rc::from(leaves));
        self.known.insert(ty, found.clone());
        found
    }

    /// The only scalar of a type.
    pub(super) fn scalar(&mut self, ty: Type) -> Option<Leaf> {
        match *self.of(ty)? {
            [leaf] => Some(leaf),
            _ => None,
        }
    }

    /// Which of the scalars of `ty` are those of the part at the end of `path`.
    pub(super) fn part(&mut self, ty: Type, path: &[i64]) -> Option<Range<usize>> {
        let (mut ty, mut start) = (ty, 0);
        for &index in path {
            let index = usize::try_from(index).ok()?;
            match llvm_type(self.ctx, ty)? {
                LlvmType::Struct(fields) => {
                    let fields = fields.body?;
                    for &field in fields.get(..index)? {
                        start += self.of(field)?.len();
                    }
                    ty = *fields.get(index)?;
                }
                LlvmType::Array(size, element) => {
                    (index < usize::try_from(size).ok()?).then_some(())?;
                    start += index * self.of(element)?.len();
                    ty = element;
                }
                _ => return None,
            }
        }
        Some(start..start + self.of(ty)?.len())
    }
}

fn flatten(ctx: &Context, ty: Type, offset: u64, nesting: usize, leaves: &mut Vec<Leaf>) -> Option<()> {
    let nesting = nesting.checked_sub(1)?;
    let scalar = match llvm_type(ctx, ty)? {
        LlvmType::Integer(1 | 8) => types::I8,
        LlvmType::Integer(16) => types::I16,
        LlvmType::Integer(32) => types::I32,
        LlvmType::Integer(64) | LlvmType::Pointer(0) => types::I64,
        LlvmType::Integer(128) => types::I128,
        LlvmType::Float("float") => types::F32,
        LlvmType::Float("double") => types::F64,
        LlvmType::Array(size, element) => return elements(ctx, element, offset, size, nesting, leaves),
        LlvmType::Vector {
            size,
            scalable: false,
            element,
        } => return lanes(ctx, element, offset, size, leaves),
        LlvmType::Struct(fields) => {
            for (field, start) in fields_with_offsets(ctx, &fields.body?, fields.packed)? {
                flatten(ctx, field, offset.checked_add(start)?, nesting, leaves)?;
            }
            return Some(());
        }
        _ => return None,
    };
    leaves.push(Leaf {
        ty: scalar,
        is_bit: matches!(llvm_type(ctx, ty)?, LlvmType::Integer(1)),
        is_lane: false,
        offset: Some(i32::try_from(offset).ok()?),
    });
    (leaves.len() <= MAX_LEAVES).then_some(())
}

/// The elements of an array, each of which may have several scalars, or none.
fn elements(
    ctx: &Context,
    element: Type,
    offset: u64,
    size: u64,
    nesting: usize,
    leaves: &mut Vec<Leaf>,
) -> Option<()> {
    let stride = layout_of(ctx, element)?.size;
    for index in 0..size {
        let before = leaves.len();
        let start = offset.checked_add(index.checked_mul(stride)?)?;
        flatten(ctx, element, start, nesting, leaves)?;
        if leaves.len() == before {
            // All others have none, either, however many they are.
            break;
        }
    }
    Some(())
}

/// The lanes of a vector, each a scalar.
fn lanes(ctx: &Context, element: Type, offset: u64, size: u64, leaves: &mut Vec<Leaf>) -> Option<()> {
    let stride = layout_of(ctx, element)?.size;
    for index in 0..size {
        flatten(ctx, element, offset.checked_add(index.checked_mul(stride)?)?, 1, leaves)?;
        let leaf = leaves.last_mut()?;
        leaf.is_lane = true;
        if leaf.is_bit {
            leaf.offset = None;
        }
    }
    Some(())
}
