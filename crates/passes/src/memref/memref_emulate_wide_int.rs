//! `memref-emulate-wide-int`: memory of integers of twice the supported width holds vectors of two halves. Ops of `arith`
//! are emulated as by `arith-emulate-wide-int`.

use asyncir_dialects::arith::attrs::with_element;
use asyncir_dialects::memref::{AllocOp, LoadOp, StoreOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{
    Conversion, ConversionPatterns, ConversionTarget, Rewriter, TypeConverter, apply_partial_conversion,
};
use asyncir_ir::{Context, DYNAMIC, Diagnostics, OpId, OwnedOp, Type, TypeKind, ValueId};

use crate::arith::arith_emulate_wide_int::{self, Types, WIDEST_INT_SUPPORTED, widest};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "memref-emulate-wide-int",
    class: "MemRefEmulateWideInt",
    summary: "Emulate 2*N-bit integer operations using N-bit operations",
    anchor: None,
    options: &[WIDEST_INT_SUPPORTED],
    create: |options| {
        Ok(Box::new(MemRefEmulateWideInt {
            widest: widest(options)?,
        }))
    },
};

struct MemRefEmulateWideInt {
    /// The width of the widest supported integers, in bits.
    widest: u32,
}

impl Pass for MemRefEmulateWideInt {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut types = Types::new(self.widest);
        types.converter.add_conversion(convert_memref);
        let mut target = ConversionTarget::new();
        for dialect in ["arith", "memref", "vector"] {
            let converter = types.converter.clone();
            target.dynamic_dialect(dialect, move |op| converter.is_legal_op(op));
        }
        let mut patterns = ConversionPatterns::new();
        arith_emulate_wide_int::add_patterns(&mut patterns, &types);
        let converter = types.converter.clone();
        patterns
            .add(AllocOp::DEF, &types.converter, move |rw, op, operands| {
                allocate(rw, op, operands, &converter)
            })
            .add(StoreOp::DEF, &types.converter, store);
        let converter = types.converter.clone();
        patterns.add(LoadOp::DEF, &types.converter, move |rw, op, operands| {
            load(rw, op, operands, &converter)
        });
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

fn convert_memref(converter: &TypeConverter, ctx: &Context, ty: Type) -> Option<Conversion> {
    let TypeKind::MemRef { element, .. } = ty.kind(ctx) else {
        return None;
    };
    if element.int_width(ctx).is_none() {
        return Some(Conversion::One(ty));
    }
    Some(match converter.convert_type(ctx, *element) {
        Some(converted) => Conversion::One(with_element(ctx, ty, converted)),
        None => Conversion::Fail,
    })
}

fn allocate(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let ty = converter.convert_type(rw.ctx, view.result_type(0))?;
    let alignment = view.property("alignment");
    let open = ty.shape(rw.ctx)?.iter().filter(|&&size| size == DYNAMIC).count();
    let (sizes, symbols) = operands.split_at_checked(open)?;
    let location = rw.location_of(op);
    rw.replace_with(op, AllocOp::build(rw.ctx, location, sizes, symbols, alignment, &[ty]));
    Some(())
}

/// What was said of the alignment is about another type.
fn load(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let ty = converter.convert_type(rw.ctx, view.result_type(0))?;
    let nontemporal = view.property("nontemporal");
    let (&memref, indices) = operands.split_first()?;
    let location = rw.location_of(op);
    rw.replace_with(
        op,
        LoadOp::build(rw.ctx, location, memref, indices, nontemporal, None, &[ty]),
    );
    Some(())
}

fn store(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let nontemporal = rw.body.op_ref(rw.ctx, op).property("nontemporal");
    let [value, memref, ref indices @ ..] = *operands else {
        return None;
    };
    let location = rw.location_of(op);
    rw.replace_with(
        op,
        StoreOp::build(rw.ctx, location, value, memref, indices, nontemporal, None, &[]),
    );
    Some(())
}
