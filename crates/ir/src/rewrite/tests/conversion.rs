//! Dialect conversion.

use super::super::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_full_conversion,
    apply_partial_conversion,
};
use super::{AddOp, FnOp, Maker, NegOp, RetOp, UseOp, context, show};
use crate::def::OpView;
use crate::{Context, Diagnostics, Location, Operation, OperationState, OwnedOp, Type};

fn widening() -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.add_conversion(|_, _, ty| Some(Conversion::One(ty)));
    converter.add_conversion(|_, _, ty| (ty == Type::I32).then_some(Conversion::One(Type::I64)));
    converter.add_conversion(|_, _, ty| (ty == Type::F32).then(|| Conversion::Many(vec![Type::I64, Type::I64])));
    converter.add_cast_materializations();
    converter
}

/// `t.neg` becomes wider.
fn patterns(converter: &TypeConverter) -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    patterns.add(NegOp::DEF, converter, |rw, op, operands| {
        let location = rw.location_of(op);
        let state = NegOp::build(rw.ctx, location, operands[0], &[rw.body.value_type(operands[0])]);
        rw.replace_with(op, state);
        Some(())
    });
    patterns
}

fn target(converter: &TypeConverter) -> ConversionTarget {
    let mut target = ConversionTarget::new();
    let converter = converter.clone();
    target.dynamic_op(NegOp::DEF, move |op| converter.is_legal_op(op));
    target
}

fn function(maker: Maker<'_>) -> OwnedOp {
    let mut state = OperationState::of(FnOp::DEF, Location::UNKNOWN);
    state.body = Some(Box::new(maker.body));
    OwnedOp::new(state)
}

fn convert(
    ctx: &Context,
    op: &mut Operation,
    patterns: &ConversionPatterns,
    target: &ConversionTarget,
) -> Result<(), Diagnostics> {
    apply_partial_conversion(ctx, op, target, patterns, &ConversionConfig::default())
}

#[test]
fn casts_stand_where_types_do_not_fit() {
    let ctx = context();
    let converter = widening();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let first = maker.neg(arg);
    maker.uses(&[first]);
    let sum = maker.add(first, first);
    let second = maker.neg(sum);
    maker.ret(&[second]);
    let mut op = function(maker);
    convert(&ctx, op.operation_mut(), &patterns(&converter), &target(&converter)).expect("legal");
    assert_eq!(
        show(&ctx, op.body().expect("a body")),
        "^0(0: i32)\n1 = conversion_cast 0 : i64\n2 = neg 1 : i64\n3 = conversion_cast 2 : i32\nuse 3\n\
         4 = add 3 3 : i32\n5 = conversion_cast 4 : i64\n6 = neg 5 : i64\n7 = conversion_cast 6 : i32\nret 7\n"
    );
}

#[test]
fn chains_of_converted_ops_need_no_casts_between() {
    let ctx = context();
    let converter = widening();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    // Folding would undo a pair of negations, so another op stands between.
    let first = maker.neg(arg);
    let sum = maker.add(first, arg);
    let second = maker.neg(sum);
    maker.ret(&[second]);
    let mut patterns = patterns(&converter);
    patterns.add(AddOp::DEF, &converter, |rw, op, operands| {
        let ty = rw.body.value_type(operands[0]);
        let state = AddOp::build(rw.ctx, rw.location_of(op), operands[0], operands[1], &[ty]);
        rw.replace_with(op, state);
        Some(())
    });
    let mut target = target(&converter);
    let legal = converter.clone();
    target.dynamic_op(AddOp::DEF, move |op| legal.is_legal_op(op));
    let mut op = function(maker);
    convert(&ctx, op.operation_mut(), &patterns, &target).expect("legal");
    assert_eq!(
        show(&ctx, op.body().expect("a body")),
        "^0(0: i32)\n1 = conversion_cast 0 : i64\n2 = neg 1 : i64\n3 = add 2 1 : i64\n4 = neg 3 : i64\n\
         5 = conversion_cast 4 : i32\nret 5\n"
    );
}

#[test]
fn signatures_of_isolated_ops_are_converted_with_their_bodies() {
    let ctx = context();
    let converter = widening();
    let mut maker = Maker::new(&ctx, &[Type::I32, Type::F32]);
    let (arg, pair) = (maker.arg(0), maker.arg(1));
    let negated = maker.neg(arg);
    maker.uses(&[pair]);
    maker.ret(&[negated]);
    let inner = function(maker);
    let mut outer = Maker::new(&ctx, &[]);
    let mut state = OperationState::of(FnOp::DEF, Location::UNKNOWN);
    state.body = inner.operation().body().map(|body| Box::new(body.clone()));
    outer.op(state);
    let mut module = function(outer);

    let mut patterns = patterns(&converter);
    let signature = converter.clone();
    patterns.add(FnOp::DEF, &converter, move |rw, op, _| {
        let body = rw.body.op_mut(op).take_body()?;
        let types: Vec<Type> = body.block_args(body.entry()?).map(|arg| body.value_type(arg)).collect();
        let mut state = OperationState::new(rw.ctx.op_name("t.converted"), rw.location_of(op));
        state.body = Some(body);
        let new = rw.insert(state);
        let conversion = signature.convert_signature(rw.ctx, &types)?;
        rw.convert_body_signature(new, &conversion, &signature)?;
        rw.erase(op);
        Some(())
    });
    patterns.add_ranges(UseOp::DEF, &converter, |rw, op, operands| {
        let state = UseOp::build(rw.ctx, rw.location_of(op), &operands.concat(), &[]);
        rw.replace_with(op, state);
        Some(())
    });
    patterns.add(RetOp::DEF, &converter, |rw, op, operands| {
        let state = RetOp::build(rw.ctx, rw.location_of(op), operands, &[]);
        rw.replace_with(op, state);
        Some(())
    });
    let mut target = target(&converter);
    for def in [UseOp::DEF, RetOp::DEF] {
        let legal = converter.clone();
        target.dynamic_op(def, move |op| legal.is_legal_op(op));
    }
    target.illegal_op(FnOp::DEF).legal_op_named("t.converted");
    convert(&ctx, module.operation_mut(), &patterns, &target).expect("legal");
    let body = module.body().expect("a body");
    assert_eq!(show(&ctx, body), "converted\n");
    let function = body.block_ops(body.entry().expect("a block")).next().expect("an op");
    assert_eq!(
        show(&ctx, body.op(function).body().expect("a body")),
        "^0(0: i64, 1: i64, 2: i64)\n3 = neg 0 : i64\nuse 1 2\nret 3\n"
    );
}

#[test]
fn illegal_ops_that_nothing_converts_are_errors() {
    let ctx = context();
    let converter = widening();
    let make = || {
        let mut maker = Maker::new(&ctx, &[Type::I32]);
        let arg = maker.arg(0);
        maker.uses(&[arg]);
        maker.ret(&[]);
        function(maker)
    };
    let mut target = ConversionTarget::new();
    target.illegal_op(UseOp::DEF);
    let error = convert(&ctx, make().operation_mut(), &patterns(&converter), &target).expect_err("illegal");
    let messages: Vec<String> = error.iter().map(|d| d.message().to_owned()).collect();
    assert!(messages[0].starts_with("failed to legalize operation 't.use' that was explicitly marked illegal"));

    let (none, target) = (ConversionPatterns::new(), ConversionTarget::new());
    convert(&ctx, make().operation_mut(), &none, &target).expect("unknown ops may stay");
    let mut op = make();
    let config = ConversionConfig::default();
    let error =
        apply_full_conversion(&ctx, op.operation_mut(), &target, &none, &config).expect_err("not all are legal");
    assert!(
        error
            .iter()
            .all(|d| { d.message().starts_with("failed to legalize operation 't.use'") })
    );
}

#[test]
fn erased_results_that_are_still_used_become_casts_from_nothing() {
    let ctx = context();
    let converter = widening();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let negated = maker.neg(arg);
    maker.ret(&[negated]);
    let mut patterns = ConversionPatterns::new();
    patterns.add(NegOp::DEF, &converter, |rw, op, _| {
        rw.erase(op);
        Some(())
    });
    let mut target = ConversionTarget::new();
    target.illegal_op(NegOp::DEF);
    let mut op = function(maker);
    convert(&ctx, op.operation_mut(), &patterns, &target).expect("legal");
    let body = op.body().expect("a body");
    assert_eq!(show(&ctx, body), "^0(0: i32)\n1 = conversion_cast : i32\nret 1\n");
}
