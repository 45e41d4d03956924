//! Bodies: use lists, the order of ops, copies, erasure, dominance.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    BlockId, Body, Context, Dominance, InsertPoint, Location, Mapping, OpId, OperationState, Type, ValueId,
    ValueLiveness, WalkOrder,
};

struct Function {
    ctx: Context,
    body: Body,
}

impl Function {
    fn new() -> Self {
        let mut body = Body::new();
        body.add_root_region();
        Self {
            ctx: Context::new(),
            body,
        }
    }

    fn block(&mut self) -> BlockId {
        let region = self.body.root().unwrap();
        self.body.append_block(region)
    }

    fn op(&mut self, block: BlockId, operands: &[ValueId], successors: &[BlockId]) -> OpId {
        let state = OperationState::new(self.ctx.op_name("t.op"), Location::UNKNOWN)
            .operands(operands)
            .results(&[Type::I32])
            .successors(successors);
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(block));
        op
    }

    fn value(&mut self, block: BlockId, operands: &[ValueId]) -> ValueId {
        let op = self.op(block, operands, &[]);
        self.body.result(op, 0)
    }
}

#[test]
fn uses_come_newest_first_and_replacing_reverses_them() {
    let mut f = Function::new();
    let block = f.block();
    let (a, b) = (f.value(block, &[]), f.value(block, &[]));
    let users = [
        f.op(block, &[a], &[]),
        f.op(block, &[a, a], &[]),
        f.op(block, &[a], &[]),
    ];
    let order = |f: &Function, v| f.body.users(v).collect::<Vec<_>>();
    assert_eq!(order(&f, a), [users[2], users[1], users[1], users[0]]);
    let indices: Vec<usize> = f.body.uses(a).map(|slot| f.body.use_index(slot)).collect();
    assert_eq!(indices, [0, 1, 0, 0]);
    let of_b = f.op(block, &[b], &[]);
    f.body.replace_all_uses(a, b);
    assert_eq!(order(&f, b), [users[0], users[1], users[1], users[2], of_b]);
    assert!(!f.body.has_uses(a));
}

#[test]
fn operands_can_grow_shrink_and_change() {
    let mut f = Function::new();
    let block = f.block();
    let (a, b) = (f.value(block, &[]), f.value(block, &[]));
    let op = f.op(block, &[a], &[]);
    for operands in [vec![a, b], vec![b], vec![], vec![b, b, a]] {
        f.body.set_operands(op, &operands);
        assert_eq!(f.body.operands(op).collect::<Vec<_>>(), operands);
        let count = |v| operands.iter().filter(|o| **o == v).count();
        assert_eq!((f.body.users(a).count(), f.body.users(b).count()), (count(a), count(b)));
    }
}

#[test]
fn copies_map_values_blocks_and_forward_references() {
    let mut f = Function::new();
    let (entry, next) = (f.block(), f.block());
    let outside = f.body.add_block_arg(entry, Type::I32, Location::UNKNOWN);
    let (first, second) = (f.op(entry, &[outside], &[]), f.op(entry, &[outside], &[next]));
    let late = f.value(next, &[]);
    f.body.set_operands(first, &[late, outside]);

    let mut copy = Body::new();
    let region = copy.add_root_region();
    copy.clone_region_from(&f.body, f.body.root().unwrap(), region, &mut Mapping::new());
    let blocks: Vec<BlockId> = copy.region_blocks(region).collect();
    let ops: Vec<OpId> = copy.walk_region(region, WalkOrder::Pre);
    assert_eq!((blocks.len(), ops.len()), (2, 3));
    assert_eq!(
        copy.operand(ops[0], 0),
        copy.result(ops[2], 0),
        "a use before the definition"
    );
    assert_eq!(copy.operand(ops[0], 1), copy.block_arg(blocks[0], 0));
    assert_eq!(copy.successors(ops[1]).collect::<Vec<_>>(), [blocks[1]]);
    assert_eq!(
        f.body.operands(second).collect::<Vec<_>>(),
        [outside],
        "the source stays as it is"
    );
}

#[test]
fn erased_ops_release_their_operands_and_are_reused_only_after_tidying() {
    let mut f = Function::new();
    let block = f.block();
    let a = f.value(block, &[]);
    let user = f.op(block, &[a], &[]);
    f.body.erase_op(user);
    assert!(!f.body.has_uses(a));
    assert_eq!(f.body.num_ops(), 1);
    assert_ne!(f.op(block, &[], &[]), user);
    f.body.tidy();
    assert_eq!(f.op(block, &[], &[]), user);
}

#[test]
fn splitting_and_merging_blocks_keeps_the_order_of_ops() {
    let mut f = Function::new();
    let block = f.block();
    let ops = [f.op(block, &[], &[]), f.op(block, &[], &[]), f.op(block, &[], &[])];
    let ctx = Context::new();
    let mut rw = Rewriter::new(&ctx, &mut f.body);
    let tail = rw.split_block(InsertPoint::Before(ops[1]));
    assert_eq!(rw.body.block_ops(tail).collect::<Vec<_>>(), ops[1..]);
    rw.merge_blocks(tail, block, &[]);
    assert_eq!(f.body.block_ops(block).collect::<Vec<_>>(), ops);
}

/// entry → left, right → join → entry2 (loop back to join), and a block that nothing leads to.
#[test]
fn dominance_follows_branches_and_loops() {
    let mut f = Function::new();
    let [entry, left, right, join, back, lost] = std::array::from_fn(|_| f.block());
    f.op(entry, &[], &[left, right]);
    f.op(left, &[], &[join]);
    f.op(right, &[], &[join]);
    f.op(join, &[], &[back]);
    f.op(back, &[], &[join]);
    f.op(lost, &[], &[join]);
    let dominance = Dominance::new(&f.body);
    let dominates = |a, b| dominance.block_dominates(a, b);
    assert!(dominates(entry, back) && dominates(join, back) && dominates(join, join));
    assert!(!dominates(left, join) && !dominates(back, join) && !dominates(right, left));
    assert!(!dominance.is_reachable(&f.body, lost) && dominance.is_reachable(&f.body, back));
    assert_eq!(dominance.immediate_dominator(join), Some(entry));
    let region = f.body.root().unwrap();
    assert_eq!(dominance.reverse_post_order(&f.body, region)[0], entry);
}

#[test]
fn liveness_ends_behind_the_last_use_in_each_block() {
    let mut f = Function::new();
    let [entry, left, right] = std::array::from_fn(|_| f.block());
    let v = f.value(entry, &[]);
    f.op(entry, &[v], &[left, right]);
    let uses = [f.op(left, &[v], &[]), f.op(left, &[v], &[])];
    f.op(right, &[], &[]);
    let liveness = ValueLiveness::new(&f.body, v).unwrap();
    assert!(liveness.is_live_out(entry) && liveness.is_live_in(left) && !liveness.is_live_in(right));
    assert_eq!(liveness.last_users(&f.body), [uses[1]]);
}
