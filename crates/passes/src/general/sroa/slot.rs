//! Memory with parts.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Body, Context, OpId, Type, TypeKind, ValueId};

use super::place::Parts;

/// Arrays and memrefs with more elements stay as they are.
const MAX_ELEMENTS: u64 = 16;

/// Memory with several parts that are numbered.
pub(super) struct Slot {
    /// The op that allocates it.
    pub(super) allocation: OpId,
    /// The result of the op that allocates the memory.
    pub(super) address: ValueId,
    /// What is in it.
    pub(super) form: Form,
}

/// What is in the memory.
pub(super) enum Form {
    /// The elements of a memref, in the order of their indices.
    MemRef { shape: Vec<i64>, element: Type },
    /// An array or structure of the llvm dialect.
    Aggregate { ty: Type, parts: Parts },
}

impl Slot {
    /// The memory that an op allocates, if it is used, and has parts that are few enough.
    pub(super) fn of(ctx: &Context, body: &Body, op: OpId) -> Option<Self> {
        let address = body.result(op, 0);
        if !body.has_uses(address) {
            return None;
        }
        let form = if body.op(op).is(llvm::AllocaOp::DEF) {
            is_single(ctx, body, op).then(|| aggregate(ctx, body, op))?
        } else {
            memref(ctx, body.value_type(address))
        };
        Some(Self {
            allocation: op,
            address,
            form: form?,
        })
    }

    /// The type of a part.
    pub(super) fn part_type(&self, index: usize) -> Type {
        match &self.form {
            Form::MemRef { element, .. } => *element,
            Form::Aggregate { parts, .. } => parts.part(index).ty,
        }
    }

    /// How many parts there are.
    pub(super) fn num_parts(&self) -> usize {
        match &self.form {
            Form::MemRef { shape, .. } => shape.iter().product::<i64>() as usize,
            Form::Aggregate { parts, .. } => parts.len(),
        }
    }
}

/// Whether a `llvm.alloca` allocates memory for one object.
fn is_single(ctx: &Context, body: &Body, op: OpId) -> bool {
    let count = constant_value(ctx, body, body.operand(op, 0));
    count
        .and_then(|count| count.as_int(ctx))
        .is_some_and(|(_, count)| count.is_one())
}

fn aggregate(ctx: &Context, body: &Body, op: OpId) -> Option<Form> {
    let ty = body.op_ref(ctx, op).required("elem_type").as_type(ctx)?;
    if llvm::types::array_parts(ctx, ty).is_some_and(|(count, _)| count > MAX_ELEMENTS) {
        return None;
    }
    Some(Form::Aggregate {
        ty,
        parts: Parts::of(ctx, ty)?,
    })
}

fn memref(ctx: &Context, ty: Type) -> Option<Form> {
    let TypeKind::MemRef { shape, element, .. } = ty.kind(ctx) else {
        return None;
    };
    let mut count: u64 = 1;
    for &size in shape {
        count = count.checked_mul(u64::try_from(size).ok()?)?;
    }
    (count <= MAX_ELEMENTS && count != 1).then(|| Form::MemRef {
        shape: shape.to_vec(),
        element: *element,
    })
}
