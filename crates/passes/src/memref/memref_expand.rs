//! `memref-expand`: spells out `memref.reshape` with a shape of known length as loads of the sizes and a
//! `memref.reinterpret_cast`.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::{arith, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{DYNAMIC, Diagnostics, Location, OpId, OpRef, OwnedOp, Type, ValueId};

use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "memref-expand",
    class: "ExpandOpsPass",
    summary: "Legalize memref operations to be convertible to LLVM.",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(MemRefExpand)),
};

struct MemRefExpand;

impl Pass for MemRefExpand {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        patterns.add_rewrite(&RESHAPE);
        let mut target = ConversionTarget::new();
        target.legal_dialect("arith").legal_dialect("memref");
        target.dynamic_op(memref::ReshapeOp::DEF, |op| !has_static_shape_operand(op));
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

static RESHAPE: FnPattern = FnPattern {
    name: "expand-reshape",
    root: memref::ReshapeOp::DEF,
    benefit: 1,
    rewrite: |rw, op| expand_reshape(rw, op).is_some(),
};

fn has_static_shape_operand(op: OpRef<'_>) -> bool {
    op.operand_type(1)
        .shape(op.ctx)
        .is_some_and(|shape| !shape.contains(&DYNAMIC))
}

/// Sizes and strides of the new view: those the type leaves open, and all as attributes with `?` for them.
#[derive(Default)]
struct View {
    sizes: Vec<ValueId>,
    strides: Vec<ValueId>,
}

fn expand_reshape(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let op_ref = rw.body.op_ref(ctx, op);
    let (source, shape, target) = (op_ref.operand(0), op_ref.operand(1), op_ref.result_type(0));
    let location = op_ref.location();
    let sizes = target.shape(ctx)?.to_vec();
    let (strides, _) = strides_and_offset(ctx, target)?;
    let view = sizes_and_strides(rw, location, shape, &sizes, &strides);
    let cast = memref::ReinterpretCastOp::build(
        ctx,
        location,
        source,
        &[],
        &view.sizes,
        &view.strides,
        ctx.dense_i64_array(&[0]),
        ctx.dense_i64_array(&sizes),
        ctx.dense_i64_array(&strides),
        &[target],
    );
    let value = rw.insert_value(cast);
    rw.replace(op, &[value]);
    Some(())
}

/// Loads the open sizes, innermost first, and multiplies them to the open strides.
fn sizes_and_strides(
    rw: &mut Rewriter<'_>,
    location: Location,
    shape: ValueId,
    sizes: &[i64],
    strides: &[i64],
) -> View {
    let mut view = View::default();
    let mut stride = None;
    for index in (0..sizes.len()).rev() {
        let size = if sizes[index] == DYNAMIC {
            let size = load_size(rw, location, shape, index);
            view.sizes.insert(0, size);
            size
        } else {
            ArithBuilder::new(rw, location).constant(Type::INDEX, sizes[index])
        };
        if let (DYNAMIC, Some(value)) = (strides[index], stride) {
            view.strides.insert(0, value);
        }
        if index == 0 || strides[index - 1] != DYNAMIC {
            continue;
        }
        let mut b = ArithBuilder::new(rw, location);
        let inner = match stride {
            Some(stride) if strides[index] == DYNAMIC => stride,
            _ => b.constant(Type::INDEX, strides[index]),
        };
        stride = Some(b.muli(inner, size));
    }
    view
}

fn load_size(rw: &mut Rewriter<'_>, location: Location, shape: ValueId, index: usize) -> ValueId {
    let at = ArithBuilder::new(rw, location).constant(Type::INDEX, index as i64);
    let element = rw.body.value_type(shape).element_or_self(rw.ctx);
    let load = memref::LoadOp::build(rw.ctx, location, shape, &[at], None, None, &[element]);
    let size = rw.insert_value(load);
    if element.is_index() {
        return size;
    }
    ArithBuilder::new(rw, location).cast(arith::IndexCastOp::DEF, size, Type::INDEX)
}
