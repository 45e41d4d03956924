//! `linalg-generalize-named-ops`: structured ops that have names become `linalg.generic`, with the loops, the elements and
//! the computation that the names stand for.

use asyncir_dialects::affine::map_attr;
use asyncir_dialects::linalg::{GenericOp, Structured};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Attribute, Diagnostics, OpId, OwnedOp};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "linalg-generalize-named-ops",
    class: "LinalgGeneralizeNamedOpsPass",
    summary: "Convert named ops into generic ops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LinalgGeneralizeNamedOps)),
};

struct LinalgGeneralizeNamedOps;

impl Pass for LinalgGeneralizeNamedOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new([&Generalize as &dyn RewritePattern]);
        rewrite_greedily(op, cx, &patterns)
    }
}

struct Generalize;

impl RewritePattern for Generalize {
    fn name(&self) -> &str {
        "LinalgGeneralizationPattern"
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        generalize(rw, op).is_some()
    }
}

/// Makes a `linalg.generic` of an op that has a name.
pub(crate) fn generalize(rw: &mut Rewriter<'_>, op: OpId) -> Option<OpId> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    if view.data().is(GenericOp::DEF) {
        return None;
    }
    let structured = Structured::of(view)?;
    let &[region] = rw.body.op_regions(op) else {
        return None;
    };
    let maps: Vec<Attribute> = structured.maps.iter().map(|map| map_attr(ctx, map.clone())).collect();
    let iterators: Vec<Attribute> = structured.iterators.iter().map(|iterator| iterator.attr(ctx)).collect();
    let operands = structured.operands();
    let (inputs, inits) = operands.split_at(structured.num_inputs);
    let (location, types) = (rw.location_of(op), rw.body.result_types(op));
    let (maps, iterators) = (ctx.array_attr(&maps), ctx.array_attr(&iterators));
    rw.set_before(op);
    let new_region = rw.body.create_region();
    let mut state = GenericOp::build(ctx, location, inputs, inits, maps, iterators, None, None, &types);
    state.regions.push(new_region);
    let new = rw.insert(state);
    rw.inline_region(region, new_region, None);
    let results: Vec<_> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Some(new)
}
