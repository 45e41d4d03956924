//! Indices of `llvm.getelementptr`: constants and operands in one list.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::DirectiveArgs;
use asyncir_ir::{Context, Fallible, OpRef, Type, TypeKind};

use super::types;

/// Stands among the constant indices for the next operand.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// An index: a number, or an operand by its number among the dynamic ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// A constant.
    Constant(i32),
    /// An operand.
    Dynamic(usize),
}

/// The indices of an address computation, in order.
pub fn indices(op: OpRef<'_>) -> Vec<GepIndex> {
    let raw = op
        .property("rawConstantIndices")
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default();
    let mut dynamic = 0;
    let index = |value: i64| {
        if value == i64::from(DYNAMIC_INDEX) {
            dynamic += 1;
            GepIndex::Dynamic(dynamic - 1)
        } else {
            GepIndex::Constant(value as i32)
        }
    };
    raw.into_iter().map(index).collect()
}

/// `%i, 0, %j`
pub fn parse_indices(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let (mut raw, mut dynamic) = (Vec::new(), Vec::new());
    loop {
        let at = p.position();
        if let Some(value) = p.optional_integer()? {
            let value = i32::try_from(value);
            raw.push(value.map_err(|_| p.error(at, "integer value too large"))?);
        } else {
            dynamic.push(p.operand()?);
            raw.push(DYNAMIC_INDEX);
        }
        if !p.optional_punct(",") {
            break;
        }
    }
    args.operands.push(("dynamicIndices", dynamic));
    let raw = p.ctx().dense_i32_array(&raw);
    args.state.properties = p
        .ctx()
        .dict_with(args.state.properties, "rawConstantIndices", Some(raw));
    Ok(())
}

/// Writes what [`parse_indices`] reads.
pub fn print_indices(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    for (number, index) in indices(op).into_iter().enumerate() {
        if number > 0 {
            p.text(", ");
        }
        match index {
            GepIndex::Constant(value) => p.text(&value.to_string()),
            GepIndex::Dynamic(number) if number + 1 < op.data().num_operands() => p.operand(op.operand(number + 1)),
            GepIndex::Dynamic(_) => p.text("<<missing>>"),
        }
    }
}

/// What an index leads to.
fn step(ctx: &Context, ty: Type, index: GepIndex) -> Result<Type, Step> {
    if let Some(parts) = types::struct_parts(ctx, ty) {
        let GepIndex::Constant(field) = index else {
            return Err(Step::DynamicField);
        };
        let fields = parts.fields.unwrap_or_default();
        return usize::try_from(field)
            .ok()
            .and_then(|field| fields.get(field).copied())
            .ok_or(Step::OutOfRange);
    }
    if let Some((_, element)) = types::array_parts(ctx, ty) {
        return Ok(element);
    }
    match *ty.kind(ctx) {
        TypeKind::Vector { element, .. } => Ok(element),
        _ => Err(Step::NotIndexable),
    }
}

enum Step {
    DynamicField,
    OutOfRange,
    NotIndexable,
}

/// Indices fit the element type.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let indices = indices(op);
    let dynamic = indices
        .iter()
        .filter(|index| matches!(index, GepIndex::Dynamic(_)))
        .count();
    if dynamic + 1 != op.data().num_operands() {
        return Err(op.error(format_args!(
            "expected as many dynamic indices as specified in 'rawConstantIndices'"
        )));
    }
    let Some(mut ty) = op.required("elem_type").as_type(ctx) else {
        return Ok(());
    };
    for (number, &index) in indices.iter().enumerate().skip(1) {
        ty = match step(ctx, ty, index) {
            Ok(ty) => ty,
            Err(Step::DynamicField) => {
                return Err(op.error(format_args!("expected index {number} indexing a struct to be constant")));
            }
            Err(Step::OutOfRange) => {
                return Err(op.error(format_args!("index {number} indexing a struct is out of bounds")));
            }
            Err(Step::NotIndexable) => {
                let shown = ctx.show_type(ty);
                return Err(op.error(format_args!("type '{shown}' cannot be indexed (index #{number})")));
            }
        };
    }
    Ok(())
}
