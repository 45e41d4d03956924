//! `affine-simplify-structures`: affine maps and integer sets are written in a simple form, and affine loops, conditions and
//! `affine.apply` are folded.

use std::collections::HashMap;

use asyncir_dialects::affine::{ApplyOp, ForOp, IfOp};
use asyncir_ir::affine::IntegerSet;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FrozenPatternSet, RewritePattern, Strictness, apply_to_ops};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Diagnostics, OpId, OwnedOp, WalkOrder};

use crate::analysis::constraints::{System, Work, as_variable};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-simplify-structures",
    class: "SimplifyAffineStructures",
    summary: "Simplify affine expressions in maps/sets and normalize memrefs",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(AffineSimplifyStructures)),
};

struct AffineSimplifyStructures;

impl Pass for AffineSimplifyStructures {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let defs = [ApplyOp::DEF, ForOp::DEF, IfOp::DEF];
        let patterns = defs.iter().flat_map(|def| def.hooks.canonicalize.iter().copied());
        let patterns = FrozenPatternSet::new(patterns.map(|pattern| pattern as &dyn RewritePattern));
        for_each_body(op, cx, &|body| {
            for region in body.root_regions().to_vec() {
                let mut simplified = Simplified::default();
                let ops = body.walk_region(region, WalkOrder::Post);
                ops.iter().for_each(|&op| simplified.update(cx.ctx, body, op));
                let is_affine = |op: &OpId| defs.iter().any(|def| body.op(*op).is(def));
                let affine: Vec<OpId> = ops.into_iter().filter(is_affine).collect();
                apply_to_ops(
                    cx.ctx,
                    body,
                    (region, &affine),
                    &patterns,
                    Strictness::ExistingAndNewOps,
                );
            }
            Ok(())
        })
    }
}

/// What attributes become.
#[derive(Default)]
struct Simplified {
    known: HashMap<Attribute, Attribute>,
    work: Option<Work>,
}

impl Simplified {
    /// Simplifies the maps and sets of an op.
    fn update(&mut self, ctx: &Context, body: &mut Body, op: OpId) {
        let (properties, attrs) = (body.op(op).properties(), body.op(op).attrs());
        let (new_properties, new_attrs) = (self.dictionary(ctx, properties), self.dictionary(ctx, attrs));
        if new_properties != properties {
            body.op_mut(op).set_properties(new_properties);
        }
        if new_attrs != attrs {
            body.op_mut(op).set_attrs(new_attrs);
        }
    }

    fn dictionary(&mut self, ctx: &Context, dictionary: Attribute) -> Attribute {
        let Some(entries) = dictionary.as_dict(ctx) else {
            return dictionary;
        };
        let mut new = dictionary;
        for (name, value) in entries.iter() {
            let simple = self.attribute(ctx, *value);
            if simple != *value {
                new = ctx.dict_with(new, ctx.str(*name), Some(simple));
            }
        }
        new
    }

    fn attribute(&mut self, ctx: &Context, attr: Attribute) -> Attribute {
        if let Some(&known) = self.known.get(&attr) {
            return known;
        }
        let simple = match attr.kind(ctx) {
            AttrKind::AffineMap(map) => ctx.attr(AttrKind::AffineMap(map.flattened())),
            AttrKind::IntegerSet(set) => {
                let set = simplify_set(set, self.work.get_or_insert_with(Work::new));
                set.map_or(attr, |set| ctx.attr(AttrKind::IntegerSet(set)))
            }
            _ => return attr,
        };
        self.known.insert(attr, simple);
        simple
    }
}

/// A set in a simple form. `None` of sets with products or quotients of variables, which MLIR takes to be everything.
fn simplify_set(set: &IntegerSet, work: &mut Work) -> Option<IntegerSet> {
    let mut system = System::default();
    for (expr, is_eq) in set.constraints() {
        let sum = system.flatten(expr, &mut as_variable)?;
        if *is_eq {
            system.require_zero(sum);
        } else {
            system.require_not_negative(sum);
        }
    }
    if system.has_no_solution(work) {
        return Some(IntegerSet::empty(set.num_dims(), set.num_symbols()));
    }
    set.simplified()
}
