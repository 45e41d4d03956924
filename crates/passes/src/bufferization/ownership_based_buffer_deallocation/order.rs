//! The order in which values are told: arguments before results, by their place.

use std::cmp::Ordering;

use asyncir_ir::{BlockId, Body, OpId, RegionId, ValueDef, ValueId};

/// Sorts values.
pub(super) fn sort(body: &Body, values: &mut [ValueId]) {
    values.sort_by(|&a, &b| compare(body, a, b));
}

fn compare(body: &Body, a: ValueId, b: ValueId) -> Ordering {
    match (body.value_def(a), body.value_def(b)) {
        (
            ValueDef::Argument { block: a, index: first },
            ValueDef::Argument {
                block: b,
                index: second,
            },
        ) => first.cmp(&second).then_with(|| compare_blocks(body, a, b)),
        (ValueDef::Result { op: a, index: first }, ValueDef::Result { op: b, index: second }) => {
            if a == b {
                first.cmp(&second)
            } else {
                compare_ops(body, a, b)
            }
        }
        (ValueDef::Argument { .. }, _) => Ordering::Less,
        (_, ValueDef::Argument { .. }) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

fn compare_ops(body: &Body, a: OpId, b: OpId) -> Ordering {
    match (body.parent_block(a), body.parent_block(b)) {
        (Some(first), Some(second)) if first == second => body.order_in_block(a, b),
        (Some(first), Some(second)) => compare_blocks(body, first, second),
        (first, second) => first.is_some().cmp(&second.is_some()),
    }
}

/// Blocks of a region by their order; regions from the outside to the inside.
fn compare_blocks(body: &Body, a: BlockId, b: BlockId) -> Ordering {
    let place = |block: BlockId| {
        let region = body.block(block).region()?;
        let number = body.region_blocks(region).position(|other| other == block);
        Some((depth(body, region), region, number))
    };
    place(a).cmp(&place(b))
}

fn depth(body: &Body, mut region: RegionId) -> usize {
    let mut depth = 0;
    while let Some(outer) = body.parent_of_region(region) {
        region = outer;
        depth += 1;
    }
    depth
}
