//! Checks of ops on tensors.

use asyncir_dialects::tensor::{ExtractSliceOp, RankOp};
use asyncir_ir::{DYNAMIC, Type};

use super::Checks;
use super::parts::{self, Limits};

/// A tensor has the sizes that its new type says and the old one does not.
pub(super) fn cast(checks: &mut Checks<'_>) -> Option<()> {
    let (ctx, at, source) = (checks.rw.ctx, checks.at, checks.operand(0));
    let shape = checks
        .rw
        .body
        .value_type(checks.rw.body.result(checks.op, 0))
        .shape(ctx)?;
    let known = checks.rw.body.value_type(source).shape(ctx);
    if known.is_none() {
        let rank = checks.rw.insert_value(RankOp::build(ctx, at, source, &[Type::INDEX]));
        let wanted = checks.index(shape.len() as i64);
        checks.assert_equal(rank, wanted, "rank mismatch");
    }
    for (dim, &size) in shape.iter().enumerate() {
        if known.is_some_and(|known| known.get(dim) != Some(&DYNAMIC)) || size == DYNAMIC {
            continue;
        }
        let actual = checks.dim(source, dim);
        let wanted = checks.index(size);
        checks.assert_equal(actual, wanted, &format!("size mismatch of dim {dim}"));
    }
    Some(())
}

/// In each dimension the first and the last element are within the tensor.
pub(super) fn extract_slice(checks: &mut Checks<'_>) -> Option<()> {
    let source = checks.operand(0);
    let part = ExtractSliceOp(checks.rw.body.op_ref(checks.rw.ctx, checks.op)).part();
    let limits = Limits::new(checks);
    parts::check(checks, "extract_slice", &part, &limits, |checks, dim| {
        checks.folded_dim(source, dim)
    });
    Some(())
}
