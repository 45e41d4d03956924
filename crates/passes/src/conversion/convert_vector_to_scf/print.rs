//! `vector.print` of a vector: loops that print its elements, in parentheses and with commas between them.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::{arith, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Location, OpId, Signedness, Type, TypeKind, ValueId};

use super::build::{self, Place};
use super::transfer::Wanted;

/// Punctuation of `vector.print`, by the keywords of its enum.
fn punctuation(rw: &Rewriter<'_>, keyword: &str) -> Option<Attribute> {
    vector::attrs::punctuation(rw.ctx, keyword)
}

fn print(rw: &mut Rewriter<'_>, loc: Location, value: Option<ValueId>, keyword: &str) -> OpId {
    let mark = punctuation(rw, keyword);
    rw.insert(vector::PrintOp::build(rw.ctx, loc, value, mark, None, &[]))
}

/// The integers of a vector as wide as C has them.
fn legal_integers(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, width: u32, sign: Signedness) -> ValueId {
    let ctx = rw.ctx;
    let wide = width.max(8).next_power_of_two();
    let vector = rw.body.value_type(value);
    let of =
        |width, signedness| arith::attrs::with_element(ctx, vector, ctx.ty(TypeKind::Integer { width, signedness }));
    let (source, target) = (of(width, Signedness::Signless), of(wide, Signedness::Signless));
    let mut value = bitcast(rw, loc, value, source);
    if source != target {
        let is_unsigned = width == 1 || sign == Signedness::Unsigned;
        let def = if is_unsigned {
            arith::ExtUIOp::DEF
        } else {
            arith::ExtSIOp::DEF
        };
        value = super::super::llvm_common::ops::simple(rw, def, loc, &[value], target);
    }
    bitcast(rw, loc, value, of(wide, sign))
}

fn bitcast(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, ty: Type) -> ValueId {
    rw.insert_value(vector::BitcastOp::build(rw.ctx, loc, value, &[ty]))
}

/// The bounds of the loop over a dimension, and the last index in it.
struct Dimension {
    lower: ValueId,
    upper: ValueId,
    step: ValueId,
    last: ValueId,
}

fn dimension(rw: &mut Rewriter<'_>, loc: Location, size: i64, is_scalable: bool) -> Dimension {
    let lower = index(rw, loc, 0);
    let mut upper = index(rw, loc, size);
    let step = index(rw, loc, 1);
    if is_scalable {
        let scale = rw.insert_value(vector::VectorScaleOp::build(rw.ctx, loc, &[Type::INDEX]));
        upper = ArithBuilder::new(rw, loc).muli(upper, scale);
    }
    let last = ArithBuilder::new(rw, loc).subi(upper, step);
    Dimension {
        lower,
        upper,
        step,
        last,
    }
}

/// Prints a vector element by element.
pub(super) fn decompose(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let source = vector::PrintOp::cast(rw.body.op_ref(ctx, op))?.source()?;
    let ending = rw.body.op(op).property(ctx, "punctuation");
    let ty = rw.body.value_type(source);
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(ctx)
    else {
        return None;
    };
    if shape.len() > 1 && scalable.contains(&true) {
        return None;
    }
    rw.set_before(op);
    let mut value = source;
    if let TypeKind::Integer { width, signedness } = *element.kind(ctx) {
        value = legal_integers(rw, loc, value, width, signedness);
    }
    let element = rw.body.value_type(value).element_or_self(ctx);
    let sizes: Vec<i64> = if shape.is_empty() { vec![1] } else { shape.to_vec() };
    if shape.len() != 1 {
        let count = sizes.iter().try_fold(1, |count: i64, &size| count.checked_mul(size))?;
        let flat = ctx.vector_type(&[count], element);
        value = rw.insert_value(vector::ShapeCastOp::build(ctx, loc, value, &[flat]));
    }
    let mut first_close = None;
    let mut indices = Vec::new();
    for (dim, &size) in sizes.iter().enumerate() {
        let (index, close) = print_dimension(rw, loc, size, scalable.get(dim) == Some(&true))?;
        first_close = first_close.or(Some(close));
        indices.push(index);
    }
    let index = flat_index(rw, loc, &sizes, &indices)?;
    let part = build::extract(rw, loc, value, &[Place::Value(index)], element);
    print(rw, loc, Some(part), "no_punctuation");
    rw.set_after(first_close?);
    rw.insert(vector::PrintOp::build(ctx, loc, None, ending, None, &[]));
    rw.erase(op);
    Some(())
}

/// Makes the loop over a dimension and goes to its start; gives its counter and the print behind it.
fn print_dimension(rw: &mut Rewriter<'_>, loc: Location, size: i64, is_scalable: bool) -> Option<(ValueId, OpId)> {
    let d = dimension(rw, loc, size, is_scalable);
    print(rw, loc, None, "open");
    let mut counter = None;
    let state = build::for_loop(rw, loc, (d.lower, d.upper, d.step), &[], |_, index, _| {
        counter = Some(index);
        Vec::new()
    });
    let region = *state.regions.first()?;
    rw.insert(state);
    let close = print(rw, loc, None, "close");
    let block = rw.body.region(region).first()?;
    rw.set_start(block);
    let is_not_last = ArithBuilder::new(rw, loc).cmpi("ult", counter?, d.last);
    let mut comma = |rw: &mut Rewriter<'_>| {
        print(rw, loc, None, "comma");
        Vec::new()
    };
    build::if_else(rw, loc, is_not_last, &[], &mut comma, None);
    rw.set_start(block);
    Some((counter?, close))
}

/// The index in the flattened vector.
fn flat_index(rw: &mut Rewriter<'_>, loc: Location, sizes: &[i64], indices: &[ValueId]) -> Option<ValueId> {
    let mut sum = None;
    let mut stride = 1;
    for (&size, &index) in sizes.iter().zip(indices).rev() {
        let factor = arith::build::index(rw, loc, stride);
        let mut b = ArithBuilder::new(rw, loc);
        let term = b.muli(factor, index);
        sum = Some(match sum {
            Some(sum) => b.addi(sum, term),
            None => term,
        });
        stride *= size;
    }
    sum
}
