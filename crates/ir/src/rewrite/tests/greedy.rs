//! The greedy driver and region simplification.

use super::super::region_simplify::RegionSimplifyLevel;
use super::super::{FnPattern, FrozenPatternSet, GreedyConfig, RewritePattern, apply_patterns_greedily};
use super::{AddOp, CondBrOp, Maker, NegOp, context, show};
use crate::def::OpView;
use crate::{Context, Location, Type};

fn canonicalize(maker: &mut Maker<'_>, level: RegionSimplifyLevel) -> String {
    let config = GreedyConfig {
        top_down: true,
        region_simplify: level,
        ..GreedyConfig::default()
    };
    let outcome = apply_patterns_greedily(maker.ctx, &mut maker.body, &FrozenPatternSet::new([]), &config);
    assert!(outcome.converged);
    show(maker.ctx, &maker.body)
}

fn normal(maker: &mut Maker<'_>) -> String {
    canonicalize(maker, RegionSimplifyLevel::Normal)
}

#[test]
fn constants_are_folded_merged_and_put_first() {
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let one = maker.constant(1);
    maker.uses(&[one]);
    let two = maker.constant(2);
    let other_one = maker.constant(1);
    let three = maker.add(two, other_one);
    let swapped = maker.add(three, arg);
    maker.ret(&[swapped, other_one]);
    assert_eq!(
        normal(&mut maker),
        "^0(0: i32)\n1 = const #3 : i32\n2 = const #1 : i32\nuse 2\n3 = add 0 1 : i32\nret 3 2\n"
    );
}

#[test]
fn dead_ops_and_involutions_go_away() {
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let inner = maker.neg(arg);
    let outer = maker.neg(inner);
    maker.add(inner, outer);
    maker.ret(&[outer]);
    assert_eq!(normal(&mut maker), "^0(0: i32)\nret 0\n");
}

#[test]
fn unreachable_blocks_and_dead_arguments_go_away() {
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let (next, lost) = (maker.add_block(&[Type::I32, Type::I32]), maker.add_block(&[]));
    let arg = maker.arg(0);
    let negated = maker.neg(arg);
    maker.br(next, &[negated, arg]);
    maker.block = next;
    let second = maker.body.block_arg(next, 1);
    maker.ret(&[second]);
    maker.block = lost;
    maker.br(lost, &[]);
    assert_eq!(normal(&mut maker), "^0(0: i32)\nbr 0 ^1\n^1(1: i32)\nret 1\n");
}

fn diamond(ctx: &Context) -> Maker<'_> {
    let mut maker = Maker::new(ctx, &[Type::I32, Type::I32]);
    let (left, right) = (maker.add_block(&[]), maker.add_block(&[]));
    let end = maker.add_block(&[Type::I32]);
    maker.op(CondBrOp::build(ctx, Location::UNKNOWN, &[], &[], &[]).successors(&[left, right]));
    let (a, b) = (maker.arg(0), maker.arg(1));
    for (block, value) in [(left, a), (right, b)] {
        maker.block = block;
        maker.uses(&[value]);
        maker.br(end, &[value]);
    }
    maker.block = end;
    let arg = maker.body.block_arg(end, 0);
    maker.ret(&[arg]);
    maker
}

#[test]
fn equal_blocks_are_merged_only_if_asked_for() {
    let ctx = context();
    let before = show(&ctx, &diamond(&ctx).body);
    assert_eq!(normal(&mut diamond(&ctx)), before);
    assert_eq!(
        canonicalize(&mut diamond(&ctx), RegionSimplifyLevel::Aggressive),
        "^0(0: i32, 1: i32)\ncond_br 0 1 ^1 ^1\n^1(2: i32)\nuse 2\nbr ^2\n^2()\nret 2\n"
    );
}

#[test]
fn patterns_run_best_first_until_nothing_changes() {
    static HALVE: FnPattern = FnPattern {
        name: "halve",
        root: AddOp::DEF,
        benefit: 2,
        rewrite: |rw, op| {
            let lhs = rw.body.operand(op, 0);
            let ty = rw.body.value_type(lhs);
            if rw.body.operand(op, 1) != lhs {
                return false;
            }
            rw.replace_with(op, NegOp::build(rw.ctx, Location::UNKNOWN, lhs, &[ty]));
            true
        },
    };
    static LOSE: FnPattern = FnPattern {
        name: "lose",
        root: AddOp::DEF,
        benefit: 1,
        rewrite: |_, _| false,
    };
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let double = maker.add(arg, arg);
    let four = maker.add(double, double);
    maker.ret(&[four]);
    let patterns = FrozenPatternSet::new([&LOSE as _, &HALVE as _]);
    let outcome = apply_patterns_greedily(&ctx, &mut maker.body, &patterns, &GreedyConfig::default());
    assert!(outcome.changed && outcome.converged);
    assert_eq!(show(&ctx, &maker.body), "^0(0: i32)\nret 0\n");
}

#[test]
fn patterns_that_go_on_for_ever_are_stopped() {
    static GROW: FnPattern = FnPattern {
        name: "grow",
        root: NegOp::DEF,
        benefit: 1,
        rewrite: |rw, op| {
            let input = rw.body.operand(op, 0);
            let ty = rw.body.value_type(input);
            let sum = rw.insert_value(AddOp::build(rw.ctx, Location::UNKNOWN, input, input, &[ty]));
            rw.replace_with(op, NegOp::build(rw.ctx, Location::UNKNOWN, sum, &[ty]));
            true
        },
    };
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let negated = maker.neg(arg);
    maker.ret(&[negated]);
    let patterns = FrozenPatternSet::new([&GROW as _]);
    let config = GreedyConfig {
        max_iterations: Some(2),
        ..GreedyConfig::default()
    };
    let outcome = apply_patterns_greedily(&ctx, &mut maker.body, &patterns, &config);
    assert!(outcome.changed && !outcome.converged);
}

#[test]
fn what_was_left_alone_is_looked_at_again_where_it_changed_or_patterns_match() {
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let arg = maker.arg(0);
    let sum = maker.add(arg, arg);
    maker.ret(&[sum]);
    let run = |maker: &mut Maker<'_>, patterns: &FrozenPatternSet<'_>| {
        let outcome = apply_patterns_greedily(maker.ctx, &mut maker.body, patterns, &GreedyConfig::default());
        assert!(outcome.converged);
        outcome.changed
    };
    let none = FrozenPatternSet::new([]);
    assert!(!run(&mut maker, &none));
    assert!(maker.body.is_settled());
    let swap = FnPattern::new("double", AddOp::DEF, |rw, op| {
        let operand = rw.body.operand(op, 0);
        rw.replace(op, &[operand]);
        true
    });
    let frozen = FrozenPatternSet::new([&swap as &dyn RewritePattern]);
    assert!(run(&mut maker, &frozen), "patterns match");
    let dead = maker.neg(arg);
    let block = maker.body.entry().expect("a block");
    let dead = maker.body.defining_op(dead).expect("an op");
    maker.body.move_op(dead, maker.body.start_of(block));
    assert!(!maker.body.is_settled());
    assert!(run(&mut maker, &none), "something is dead now");
    assert_eq!(show(&ctx, &maker.body), "^0(0: i32)\nret 0\n");
}
