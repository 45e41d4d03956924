//! The verifier says what MLIR says, and says all of it.

use asyncir_ir::def::{AttrConstraint, Dialect, OpView, RegionKind, TypeConstraint};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::verify::{VerifyAhead, verify_op};
use asyncir_ir::{
    Body, Context, Dominance, Fallible, InsertPoint, Location, OpId, OpRef, OperationState, OwnedOp, Type, ValueId,
};

static I32: TypeConstraint = TypeConstraint::new("32-bit integer", |_, ty| ty == Type::I32);
static ANY: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);
static INT: AttrConstraint = AttrConstraint::new("integer attribute", |ctx, attr| attr.as_int(ctx).is_some());

asyncir_ir::ops! {
    /// The ops of the test dialect.
    const OPS;

    op FuncOp "v.func" {
        summary "a function";
        regions { body: RegionKind::Any }
        traits [IsolatedFromAbove]
    }
    op AddOp "v.add" {
        summary "an addition";
        operands { lhs: one I32, rhs: one I32 }
        results { sum: one I32 }
        attributes { note: required ANY, count: optional INT }
        traits [SameOperandsAndResultType]
    }
    op ListOp "v.list" {
        summary "two lists";
        operands { first: variadic I32, second: variadic I32 }
        traits [AttrSizedOperandSegments]
    }
    op ModuleOp "v.module" {
        summary "a symbol table";
        regions { body: RegionKind::Any }
        traits [IsolatedFromAbove, SymbolTable, NoTerminator]
    }
    op NamedOp "v.named" {
        summary "a symbol";
        attributes { sym_name: required ANY }
        traits [Symbol]
    }
    op CallOp "v.call" {
        summary "what names a symbol";
        attributes { callee: required ANY }
        hooks { verify_symbols: verify_call }
    }
    op RetOp "v.ret" {
        summary "a terminator";
        traits [Terminator]
        parents ["v.func"]
    }
}

static DIALECT: Dialect = Dialect {
    name: "v",
    description: "",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: None,
    verify_attr: None,
    allows_unknown_ops: false,
};

fn verify_call(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let callee = op.required("callee");
    match scope.lookup(op.ctx, callee) {
        Some(_) => Ok(()),
        None => Err(op.error(format_args!("names {}, which is nowhere", op.ctx.show_attr(callee)))),
    }
}

/// Verifies a function whose entry block `fill` makes, and returns the messages.
fn errors(fill: impl FnOnce(&Context, &mut Body)) -> Vec<String> {
    let ctx = Context::with_dialects(&[&DIALECT]);
    let mut body = Body::new();
    let region = body.add_root_region();
    body.append_block(region);
    fill(&ctx, &mut body);
    let mut state = OperationState::of(FuncOp::DEF, Location::UNKNOWN);
    state.body = Some(Box::new(body));
    let function = OwnedOp::new(state);
    verify_op(function.op_ref(&ctx))
        .iter()
        .map(|d| d.message().to_owned())
        .collect()
}

fn insert(body: &mut Body, state: OperationState) -> OpId {
    let entry = body.entry().unwrap();
    let op = body.create_op(state);
    body.insert_op(op, InsertPoint::End(entry));
    op
}

fn arguments(body: &mut Body, ty: Type) -> [ValueId; 2] {
    let entry = body.entry().unwrap();
    std::array::from_fn(|_| body.add_block_arg(entry, ty, Location::UNKNOWN))
}

fn ret() -> OperationState {
    OperationState::of(RetOp::DEF, Location::UNKNOWN)
}

#[test]
fn a_sound_function_has_no_errors() {
    let found = errors(|ctx, body| {
        let [a, b] = arguments(body, Type::I32);
        insert(
            body,
            AddOp::build(ctx, Location::UNKNOWN, a, b, ctx.str_attr("x"), None, &[Type::I32]),
        );
        insert(body, ListOp::build(ctx, Location::UNKNOWN, &[a], &[a, b], &[]));
        insert(body, ret());
    });
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn attributes_operands_and_counts_are_checked() {
    let found = errors(|ctx, body| {
        let [a, b] = arguments(body, Type::I32);
        let [c, _] = arguments(body, Type::I64);
        let add = |operands: &[ValueId]| {
            OperationState::of(AddOp::DEF, Location::UNKNOWN)
                .operands(operands)
                .results(&[Type::I32])
        };
        insert(body, add(&[a, b]));
        insert(body, add(&[a]));
        insert(body, add(&[a, c]).property(ctx, "note", ctx.i64_attr(1)));
        let text = ctx.str_attr("x");
        insert(
            body,
            add(&[a, b]).property(ctx, "note", text).property(ctx, "count", text),
        );
        let sizes = |sizes: &[i32]| {
            let state = OperationState::of(ListOp::DEF, Location::UNKNOWN).operands(&[a, b]);
            state.property(ctx, "operandSegmentSizes", ctx.dense_i32_array(sizes))
        };
        insert(body, sizes(&[1]));
        insert(body, sizes(&[1, 2]));
        insert(body, sizes(&[-1, 3]));
        insert(body, ret());
    });
    let ctx = Context::new();
    let i64 = ctx.show_type(Type::I64);
    let wanted = [
        "'v.add' op requires attribute 'note'",
        "'v.add' op expected 2 operands, but found 1",
        &format!("'v.add' op operand #1 must be 32-bit integer, but got '{i64}'"),
        "'v.add' op attribute 'count' failed to satisfy constraint: integer attribute",
        "'v.list' op 'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1",
        "'v.list' op operand count (2) does not match with the total size (3) specified in attribute \
         'operandSegmentSizes'",
        "'v.list' op 'operandSegmentSizes' attribute cannot have negative elements",
    ];
    assert_eq!(found, wanted);
}

#[test]
fn blocks_end_with_their_terminator() {
    assert_eq!(errors(|_, _| {}), ["empty block: expect at least a terminator"]);
    let found = errors(|_, body| {
        insert(body, ret());
        insert(body, ret());
    });
    assert_eq!(found, ["'v.ret' op must be the last operation in the parent block"]);
}

#[test]
fn values_dominate_their_uses() {
    let found = errors(|ctx, body| {
        let [a, b] = arguments(body, Type::I32);
        let add = |x, y| AddOp::build(ctx, Location::UNKNOWN, x, y, ctx.str_attr("x"), None, &[Type::I32]);
        let first = insert(body, add(a, b));
        let second = insert(body, add(a, b));
        body.set_operands(first, &[a, body.result(second, 0)]);
        insert(body, ret());
    });
    assert_eq!(found, ["operand #1 does not dominate this use"]);
}

#[test]
fn unknown_ops_need_leave() {
    let found = errors(|ctx, body| {
        insert(body, OperationState::new(ctx.op_name("v.unknown"), Location::UNKNOWN));
        insert(body, OperationState::new(ctx.op_name("w.unknown"), Location::UNKNOWN));
        insert(body, ret());
    });
    assert_eq!(found.len(), 2);
    assert!(
        found[0].contains("found in dialect ('v') that does not allow unknown operations"),
        "{found:?}"
    );
    assert!(
        found[1].starts_with("'w.unknown' op created with unregistered dialect"),
        "{found:?}"
    );
}

/// A function that returns at once, with a sum before that if `fill` makes one.
fn function(ctx: &Context, fill: impl FnOnce(&Context, &mut Body)) -> OwnedOp {
    let mut body = Body::new();
    let region = body.add_root_region();
    body.append_block(region);
    fill(ctx, &mut body);
    insert(&mut body, ret());
    let mut state = OperationState::of(FuncOp::DEF, Location::UNKNOWN);
    state.body = Some(Box::new(body));
    OwnedOp::new(state)
}

#[test]
fn a_function_found_sound_is_checked_again_once_it_may_have_changed() {
    let ctx = Context::with_dialects(&[&DIALECT]);
    let mut function = function(&ctx, |ctx, body| {
        let [a, b] = arguments(body, Type::I32);
        let note = ctx.str_attr("x");
        insert(
            body,
            AddOp::build(ctx, Location::UNKNOWN, a, b, note, None, &[Type::I32]),
        );
    });
    assert!(verify_op(function.op_ref(&ctx)).is_empty());
    assert!(verify_op(function.op_ref(&ctx)).is_empty());
    let body = function.body_mut().unwrap();
    let sum = body.block(body.entry().unwrap()).first_op().unwrap();
    body.op_mut(sum).set_property(&ctx, "note", None);
    let found = verify_op(function.op_ref(&ctx));
    let messages: Vec<&str> = found.iter().map(|d| d.message()).collect();
    assert_eq!(messages, ["'v.add' op requires attribute 'note'"]);
}

#[test]
fn ops_that_differ_in_types_alone_are_told_apart() {
    let ctx = Context::with_dialects(&[&DIALECT]);
    let add = |ty: Type| {
        function(&ctx, |ctx, body| {
            let [a, b] = arguments(body, ty);
            let note = ctx.str_attr("x");
            insert(
                body,
                AddOp::build(ctx, Location::UNKNOWN, a, b, note, None, &[Type::I32]),
            );
        })
    };
    // What the verifier learnt from sound ops does not vouch for others.
    for (ty, errors) in [(Type::I32, 0), (Type::I64, 1), (Type::I32, 0), (Type::I64, 1)] {
        assert_eq!(verify_op(add(ty).op_ref(&ctx)).len(), errors);
    }
}

#[test]
fn a_function_checked_ahead_is_not_taken_for_sound_under_another_owner() {
    let ctx = Context::with_dialects(&[&DIALECT]);
    let mut function = function(&ctx, |_, _| {});
    let mut body = function.operation_mut().take_body().unwrap();
    VerifyAhead::new(&ctx).body(function.op_ref(&ctx), &mut body);
    // A return stands in functions alone.
    let mut ctx = ctx;
    ctx.allow_unregistered = true;
    let mut other = OperationState::new(ctx.op_name("w.other"), Location::UNKNOWN);
    other.body = Some(body);
    let found = verify_op(OwnedOp::new(other).op_ref(&ctx));
    let messages: Vec<&str> = found.iter().map(|d| d.message()).collect();
    assert_eq!(messages, ["'v.ret' op expects parent op 'v.func'"]);
}

#[test]
fn what_was_found_sound_is_checked_again_after_any_change() {
    type Change = fn(&Context, &mut Body);
    let ops = |body: &Body| body.block_ops(body.entry().unwrap()).collect::<Vec<OpId>>();
    let changes: [(&str, Change); 8] = [
        ("the type of a value", |_, body| {
            let argument = body.block_arg(body.entry().unwrap(), 0);
            body.set_value_type(argument, Type::I64);
        }),
        ("an operand", |_, body| {
            let sum = body.block_ops(body.entry().unwrap()).next().unwrap();
            body.set_operand(sum, 0, body.result(sum, 0));
        }),
        ("uses", |_, body| {
            let sum = body.block_ops(body.entry().unwrap()).next().unwrap();
            body.replace_all_uses(body.operand(sum, 0), body.result(sum, 0));
        }),
        ("the order of ops", |_, body| {
            let entry = body.entry().unwrap();
            let last = body.block(entry).last_op().unwrap();
            body.move_op(last, body.start_of(entry));
        }),
        ("an op less", |_, body| {
            let last = body.block(body.entry().unwrap()).last_op().unwrap();
            body.erase_op(last);
        }),
        ("an op more", |_, body| {
            insert(body, ret());
        }),
        ("a block more", |_, body| {
            body.append_block(body.root().unwrap());
        }),
        ("a region more", |_, body| {
            body.add_root_region();
        }),
    ];
    for (what, change) in changes {
        let ctx = Context::with_dialects(&[&DIALECT]);
        let mut function = function(&ctx, |ctx, body| {
            let [a, b] = arguments(body, Type::I32);
            let note = ctx.str_attr("x");
            insert(
                body,
                AddOp::build(ctx, Location::UNKNOWN, a, b, note, None, &[Type::I32]),
            );
        });
        assert_eq!(ops(function.body().unwrap()).len(), 2);
        assert!(verify_op(function.op_ref(&ctx)).is_empty());
        let body = function.body_mut().unwrap();
        change(&ctx, body);
        assert!(verify_op(function.op_ref(&ctx)).has_errors(), "{what}");
    }
}

/// A module of a symbol and a function that names it twice and something else once.
fn module_with_calls(ctx: &Context) -> OwnedOp {
    let mut module = Body::new();
    let region = module.add_root_region();
    module.append_block(region);
    for name in ["f", "g"] {
        insert(
            &mut module,
            NamedOp::build(ctx, Location::UNKNOWN, ctx.str_attr(name), &[]),
        );
    }
    let callers = function(ctx, |ctx, body| {
        for name in ["f", "g", "f"] {
            insert(body, CallOp::build(ctx, Location::UNKNOWN, ctx.symbol_attr(name), &[]));
        }
    });
    let mut state = OperationState::of(FuncOp::DEF, Location::UNKNOWN);
    state.body = callers.body().map(|body| Box::new(body.clone()));
    insert(&mut module, state);
    let mut state = OperationState::of(ModuleOp::DEF, Location::UNKNOWN);
    state.body = Some(Box::new(module));
    OwnedOp::new(state)
}

#[test]
fn all_that_name_a_symbol_are_told_that_it_has_gone() {
    let ctx = Context::with_dialects(&[&DIALECT]);
    for checked_before in [true, false] {
        let mut module = module_with_calls(&ctx);
        if checked_before {
            assert!(verify_op(module.op_ref(&ctx)).is_empty());
        }
        let body = module.body_mut().unwrap();
        let first = body.block(body.entry().unwrap()).first_op().unwrap();
        body.erase_op(first);
        let found = verify_op(module.op_ref(&ctx));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|d| d.message().starts_with("'v.call' op names")));
    }
}

#[test]
fn branches_stay_in_their_region() {
    let mut ctx = Context::with_dialects(&[&DIALECT]);
    ctx.allow_unregistered = true;
    let op = |name| OperationState::new(ctx.op_name(name), Location::UNKNOWN);
    let mut body = Body::new();
    let region = body.add_root_region();
    let (entry, second) = (body.append_block(region), body.append_block(region));
    let inner = body.create_region();
    let inside = body.append_block(inner);
    let mut owner = op("w.region");
    owner.regions.push(inner);
    body.append_op(entry, owner);
    body.append_op(entry, op("w.branch").successors(&[second]));
    body.append_op(inside, op("w.branch").successors(&[second]));
    body.append_op(second, op("w.end"));
    let mut root = op("w.function");
    root.body = Some(Box::new(body));
    let root = OwnedOp::new(root);
    let found = verify_op(root.op_ref(&ctx));
    let messages: Vec<&str> = found.iter().map(|d| d.message()).collect();
    assert_eq!(messages, ["'w.branch' op branching to block of a different region"]);
    // Nor does what is found out about dominance go astray.
    let body = root.operation().body().expect("it has a body");
    let dominance = Dominance::new(body);
    assert!(dominance.block_dominates(entry, second));
}
