//! Async ops around values whose types are converted: for conversions that leave tasks as they are.

use asyncir_dialects::r#async::types::{TOKEN, VALUE};
use asyncir_dialects::r#async::{AwaitOp, ExecuteOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{Conversion, ConversionPatterns, ConversionTarget, Rewriter, TypeConverter};
use asyncir_ir::{OpId, OperationState, Type, ValueId};

/// Lets a conversion convert payload types: tokens stay, `!async.value<T>` follows `T`, and `async.execute`,
/// `async.await` and `async.yield` are legal once their types are.
///
/// All other rules of the converter must be there already: the patterns keep the converter as it is now.
pub fn populate_async_structural_type_conversions_and_legality(
    converter: &mut TypeConverter,
    patterns: &mut ConversionPatterns,
    target: &mut ConversionTarget,
) {
    converter.add_conversion(|_, ctx, ty| ty.is_a(ctx, &TOKEN).then_some(Conversion::One(ty)));
    converter.add_conversion(|converter, ctx, ty| {
        let payload = ty.params_of(ctx, &VALUE)?.first()?.as_type(ctx)?;
        Some(match converter.convert_type(ctx, payload) {
            Some(converted) => Conversion::One(ctx.dialect_type(&VALUE, &[ctx.type_attr(converted)])),
            None => Conversion::Fail,
        })
    });
    let shared = converter.clone();
    patterns
        .add(ExecuteOp::DEF, converter, move |rw, op, operands| {
            convert_execute(rw, op, operands, &shared)
        })
        .add(AwaitOp::DEF, converter, |rw, op, operands| {
            let location = rw.location_of(op);
            rw.replace_with(op, AwaitOp::build(rw.ctx, location, operands[0], &[]));
            Some(())
        })
        .add(YieldOp::DEF, converter, |rw, op, operands| {
            let location = rw.location_of(op);
            rw.replace_with(op, YieldOp::build(rw.ctx, location, operands, &[]));
            Some(())
        });
    for def in [ExecuteOp::DEF, AwaitOp::DEF, YieldOp::DEF] {
        let shared = converter.clone();
        target.dynamic_op(def, move |op| shared.is_legal_op(op));
    }
}

/// Makes the op anew with converted types, around the same blocks.
fn convert_execute(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let data = rw.body.op(op);
    let mut state = OperationState::like(data).operands(operands);
    let results: Vec<Type> = rw.body.result_types(op).to_vec();
    state.results = converter.convert_types(rw.ctx, &results)?.into();
    let from = rw.body.op_regions(op)[0];
    let to = rw.body.create_region();
    state.regions.push(to);
    rw.set_before(op);
    let new = rw.insert(state);
    rw.inline_region(from, to, None);
    rw.convert_region_types(to, converter)?;
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Some(())
}
