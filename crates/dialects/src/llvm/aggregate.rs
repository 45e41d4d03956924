//! Parts of structures, arrays and vectors.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{DirectiveArgs, InferCx};
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::{Context, Diagnostic, Fallible, OpRef, Type, TypeKind};

use super::types;

/// The type of an element of a vector.
pub fn element(ctx: &Context, ty: Type) -> Option<Type> {
    match *ty.kind(ctx) {
        TypeKind::Vector { element, .. } => Some(element),
        _ => None,
    }
}

/// The type at the end of a path of field numbers; an error is a message.
pub fn field_type(ctx: &Context, container: Type, path: &[i64]) -> Result<Type, String> {
    let mut ty = container;
    for &index in path {
        if let Some((count, element)) = types::array_parts(ctx, ty) {
            if index < 0 || index as u64 >= count {
                return Err(format!("position out of bounds: {index}"));
            }
            ty = element;
            continue;
        }
        let Some(parts) = types::struct_parts(ctx, ty) else {
            return Err(format!(
                "expected LLVM IR structure/array type, got: '{}'",
                ctx.show_type(ty)
            ));
        };
        let fields = parts.fields.unwrap_or_default();
        ty = usize::try_from(index)
            .ok()
            .and_then(|index| fields.get(index).copied())
            .ok_or_else(|| format!("position out of bounds: {index}"))?;
    }
    Ok(ty)
}

fn slot_type(args: &DirectiveArgs<'_>, name: &str) -> Option<Type> {
    args.types
        .iter()
        .find(|(slot, _)| *slot == name)
        .and_then(|(_, types)| types.first())
        .copied()
}

/// The type of what the path in `position` leads to, for the slot `slot`.
fn parse_field(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>, slot: &'static str) -> Fallible {
    let at = p.position();
    let Some(container) = slot_type(args, "container") else {
        return Err(p.error(at, "expected the type of the container"));
    };
    let position = args
        .state
        .properties
        .get(p.ctx(), "position")
        .and_then(|attr| attr.as_dense_ints(p.ctx()));
    match field_type(p.ctx(), container, &position.unwrap_or_default()) {
        Ok(ty) => {
            args.types.push((slot, vec![ty]));
            Ok(())
        }
        Err(message) => Err(p.error(at, &message)),
    }
}

/// Infers the result of `llvm.extractvalue`.
pub fn parse_extracted(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    parse_field(p, args, "res")
}

/// Infers the value of `llvm.insertvalue`.
pub fn parse_inserted(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    parse_field(p, args, "value")
}

/// Infers the result of `llvm.shufflevector`.
pub fn parse_shuffled(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let at = p.position();
    let mask = args
        .state
        .properties
        .get(p.ctx(), "mask")
        .and_then(|attr| attr.as_dense_ints(p.ctx()));
    let Some(vector) = slot_type(args, "v1") else {
        return Err(p.error(at, "expected an LLVM compatible vector type"));
    };
    match shuffled(p.ctx(), vector, mask.unwrap_or_default().len()) {
        Some(ty) => {
            args.types.push(("res", vec![ty]));
            Ok(())
        }
        None => Err(p.error(at, "expected an LLVM compatible vector type")),
    }
}

fn shuffled(ctx: &Context, vector: Type, count: usize) -> Option<Type> {
    let TypeKind::Vector { scalable, element, .. } = vector.kind(ctx) else {
        return None;
    };
    let kind = TypeKind::Vector {
        shape: Box::new([count as i64]),
        scalable: Box::new([scalable.first().copied().unwrap_or(false)]),
        element: *element,
    };
    Some(ctx.ty(kind))
}

/// What is inferred is not written.
pub fn print_nothing(_: &mut dyn OpPrinter, _: OpRef<'_>) {}

fn path(op: OpRef<'_>) -> Vec<i64> {
    op.property("position")
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default()
}

/// The result is the field's.
pub fn verify_extract(op: OpRef<'_>) -> Fallible {
    let (container, field) = (op.operand_type(0), op.result_type(0));
    let expected = field_type(op.ctx, container, &path(op)).map_err(|message| op.error(message))?;
    if expected == field {
        return Ok(());
    }
    let shown = |ty| op.ctx.show_type(ty);
    Err(op.error(format_args!(
        "Type mismatch: extracting from '{}' should produce '{}' but this op returns '{}'",
        shown(container),
        shown(expected),
        shown(field)
    )))
}

/// The value has the field's type.
pub fn verify_insert(op: OpRef<'_>) -> Fallible {
    let (container, value) = (op.operand_type(0), op.operand_type(1));
    let expected = field_type(op.ctx, container, &path(op)).map_err(|message| op.error(message))?;
    if expected == value {
        return Ok(());
    }
    let (value, container) = (op.ctx.show_type(value), op.ctx.show_type(container));
    Err(op.error(format_args!(
        "Type mismatch: cannot insert '{value}' into '{container}'"
    )))
}

/// The mask leads to elements of the vectors.
pub fn verify_shuffle(op: OpRef<'_>) -> Fallible {
    let mask = op.required("mask").as_dense_ints(op.ctx).unwrap_or_default();
    let scalable =
        matches!(op.operand_type(0).kind(op.ctx), TypeKind::Vector { scalable, .. } if scalable.contains(&true));
    if scalable && mask.iter().any(|&lane| lane != 0 && lane != -1) {
        return Err(op.error("expected a splat operation for scalable vectors"));
    }
    Ok(())
}

fn unknown(cx: &InferCx<'_>) -> Diagnostic {
    Diagnostic::error(cx.location, "failed to infer returned types")
}

/// The type of the field that is extracted.
pub fn infer_extract(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let position = cx
        .properties
        .get(cx.ctx, "position")
        .and_then(|attr| attr.as_dense_ints(cx.ctx))
        .unwrap_or_default();
    let container = cx.operands.first().ok_or_else(|| unknown(cx))?;
    field_type(cx.ctx, *container, &position)
        .map(|ty| smallvec![ty])
        .map_err(|message| Diagnostic::error(cx.location, message))
}

/// The type of the shuffled vector.
pub fn infer_shuffle(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let count = cx
        .properties
        .get(cx.ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(cx.ctx))
        .unwrap_or_default()
        .len();
    let ty = cx.operands.first().and_then(|&ty| shuffled(cx.ctx, ty, count));
    ty.map(|ty| smallvec![ty]).ok_or_else(|| unknown(cx))
}

/// The element type of the vector.
pub fn infer_element(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let ty = cx.operands.first().and_then(|&ty| element(cx.ctx, ty));
    ty.map(|ty| smallvec![ty]).ok_or_else(|| unknown(cx))
}
