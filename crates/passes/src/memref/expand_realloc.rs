//! `expand-realloc`: memory that has to grow is allocated anew and filled from the old one; other memory is seen with the
//! new size.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::memref;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{DYNAMIC, Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use crate::conversion::convert_vector_to_scf::build::if_else;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "expand-realloc",
    class: "ExpandReallocPass",
    summary: "Expand memref.realloc operations into its components",
    anchor: None,
    options: &[OptionInfo::flag(
        "emit-deallocs",
        "Emit deallocation operations for the original MemRef",
        "true",
    )],
    create: |options| {
        Ok(Box::new(ExpandRealloc {
            frees: options.flag("emit-deallocs")?,
        }))
    },
};

struct ExpandRealloc {
    /// Whether the old memory is freed where it is replaced.
    frees: bool,
}

impl Pass for ExpandRealloc {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        patterns.add_rewrite(if self.frees { &FREEING } else { &KEEPING });
        let mut target = ConversionTarget::new();
        target
            .legal_dialects(&["arith", "scf", "memref"])
            .illegal_op(memref::ReallocOp::DEF);
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

static FREEING: FnPattern = FnPattern::new("expand-realloc", memref::ReallocOp::DEF, |rw, op| {
    expand(rw, op, true).is_some()
});
static KEEPING: FnPattern = FnPattern::new("expand-realloc-kept", memref::ReallocOp::DEF, |rw, op| {
    expand(rw, op, false).is_some()
});

/// A size: in a type, and as a value.
#[derive(Clone, Copy)]
struct Size {
    number: i64,
    value: ValueId,
}

impl Size {
    /// The value, if the type leaves the size open.
    fn open(&self) -> &[ValueId] {
        if self.number == DYNAMIC {
            std::slice::from_ref(&self.value)
        } else {
            &[]
        }
    }
}

fn expand(rw: &mut Rewriter<'_>, op: OpId, frees: bool) -> Option<()> {
    let view = memref::ReallocOp(rw.body.op_ref(rw.ctx, op));
    let (location, source, target) = (view.0.location(), view.source(), view.0.result_type(0));
    let (given, alignment) = (view.dynamicResultSize(), view.alignment());
    let old = size_of(rw, location, source)?;
    let new = match given {
        Some(value) => Size { number: DYNAMIC, value },
        None => {
            let number = *target.shape(rw.ctx)?.first()?;
            let value = ArithBuilder::new(rw, location).constant(Type::INDEX, number);
            Size { number, value }
        }
    };
    let part = memref::subview_type(rw.ctx, target, &[0], &[old.number], &[1])?;
    let grows = ArithBuilder::new(rw, location).cmpi("ult", old.value, new.value);
    let result = if_else(
        rw,
        location,
        grows,
        &[target],
        &mut |rw| {
            let state = memref::AllocOp::build(rw.ctx, location, new.open(), &[], alignment, &[target]);
            let memory = rw.insert_value(state);
            fill(rw, location, source, memory, (old, part));
            if frees {
                rw.insert(memref::DeallocOp::build(rw.ctx, location, source, &[]));
            }
            vec![memory]
        },
        Some(&mut |rw| vec![resized(rw, location, source, new, target)]),
    );
    let result = rw.body.result(result, 0);
    rw.replace(op, &[result]);
    Some(())
}

/// The size of memory of one dimension.
fn size_of(rw: &mut Rewriter<'_>, location: Location, memory: ValueId) -> Option<Size> {
    let number = *rw.body.value_type(memory).shape(rw.ctx)?.first()?;
    let value = match number {
        DYNAMIC => {
            let first = ArithBuilder::new(rw, location).constant(Type::INDEX, 0);
            rw.insert_value(memref::DimOp::build(rw.ctx, location, memory, first, &[Type::INDEX]))
        }
        _ => ArithBuilder::new(rw, location).constant(Type::INDEX, number),
    };
    Some(Size { number, value })
}

/// Copies memory to the beginning of another, which is of the type `part`.
fn fill(rw: &mut Rewriter<'_>, location: Location, from: ValueId, to: ValueId, (size, part): (Size, Type)) {
    let ctx = rw.ctx;
    let numbers = |number| ctx.dense_i64_array(&[number]);
    let (offset, sizes, stride) = (numbers(0), numbers(size.number), numbers(1));
    let state = memref::SubViewOp::build(ctx, location, to, &[], size.open(), &[], offset, sizes, stride, &[part]);
    let beginning = rw.insert_value(state);
    rw.insert(memref::CopyOp::build(ctx, location, from, beginning, &[]));
}

/// The memory of `source` as a memref of another size.
fn resized(rw: &mut Rewriter<'_>, location: Location, source: ValueId, size: Size, target: Type) -> ValueId {
    let ctx = rw.ctx;
    let numbers = |number| ctx.dense_i64_array(&[number]);
    let (offset, sizes, stride) = (numbers(0), numbers(size.number), numbers(1));
    let cast = memref::ReinterpretCastOp::build(
        ctx,
        location,
        source,
        &[],
        size.open(),
        &[],
        offset,
        sizes,
        stride,
        &[target],
    );
    rw.insert_value(cast)
}
