//! `vector.broadcast` of vectors.

use asyncir_dialects::{ub, vector};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, Type, ValueId};

/// Splits a broadcast of a vector into broadcasts of scalars or of vectors with fewer dimensions.
pub(super) fn split(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, result) = (op_ref.operand(0), op_ref.result_type(0));
    let from = op_ref.operand_type(0).shape(ctx)?;
    let to = result.shape(ctx)?;
    rw.set_before(op);
    if from.len() <= 1 && to.len() == 1 {
        let position: &[i64] = if from.is_empty() { &[] } else { &[0] };
        let scalar = extract(rw, loc, source, position, result.element_or_self(ctx));
        rw.replace_with(op, vector::BroadcastOp::build(ctx, loc, scalar, &[result]));
        return Some(());
    }
    let inner = vector::without_outer_dims(ctx, result, 1)?;
    let stretched = from.iter().zip(to).position(|(from, to)| from != to);
    let mut parts = Vec::new();
    if from.len() < to.len() {
        let part = rw.insert_value(vector::BroadcastOp::build(ctx, loc, source, &[inner]));
        parts = vec![part; usize::try_from(to[0]).ok()?];
    } else if stretched.is_none() {
        rw.replace(op, &[source]);
        return Some(());
    }
    let mut whole = rw.insert_value(ub::PoisonOp::build(ctx, loc, None, &[result]));
    let source_inner = vector::without_outer_dims(ctx, rw.body.value_type(source), 1);
    for index in 0..to[0] {
        let known = parts
            .get(index as usize)
            .or(if stretched == Some(0) { parts.first() } else { None });
        let part = match known {
            Some(&part) => part,
            None => {
                let part = extract(rw, loc, source, &[index], source_inner?);
                let part = rw.insert_value(vector::BroadcastOp::build(ctx, loc, part, &[inner]));
                parts.push(part);
                part
            }
        };
        let position = ctx.dense_i64_array(&[index]);
        whole = rw.insert_value(vector::InsertOp::build(ctx, loc, part, whole, &[], position, &[result]));
    }
    rw.replace(op, &[whole]);
    Some(())
}

fn extract(rw: &mut Rewriter<'_>, loc: Location, source: ValueId, position: &[i64], ty: Type) -> ValueId {
    let position = rw.ctx.dense_i64_array(position);
    rw.insert_value(vector::ExtractOp::build(rw.ctx, loc, source, &[], position, &[ty]))
}
