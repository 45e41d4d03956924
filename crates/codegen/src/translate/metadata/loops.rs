//! Annotations of loops.

use asyncir_ir::{Attribute, Context};

use super::{Key, Metadata, param};

/// How an option of a loop is written.
#[derive(Clone, Copy)]
enum Form {
    /// `!{!"name", i1 value}`
    Bool,
    /// `!{!"name", i1 value}` with the opposite of the value.
    Negated,
    /// `!{!"name"}` if it is true.
    Unit,
    /// `!{!"name.disable"}` or `!{!"name.enable"}`
    Disable,
    /// `!{!"name", i32 value}`
    Number,
    /// `!{!"name", !loop}`: the annotation of a loop that the transformation makes.
    FollowUp,
}
use Form::{Bool, Disable, FollowUp, Negated, Number, Unit};

/// An option: the parameter of the attribute, what follows `llvm.loop.` in the name, its form.
type LoopOption = (&'static str, &'static str, Form);

const VECTORIZE: &[LoopOption] = &[
    ("disable", "vectorize.enable", Negated),
    ("predicateEnable", "vectorize.predicate.enable", Bool),
    ("scalableEnable", "vectorize.scalable.enable", Bool),
    ("width", "vectorize.width", Number),
    ("followupVectorized", "vectorize.followup_vectorized", FollowUp),
    ("followupEpilogue", "vectorize.followup_epilogue", FollowUp),
    ("followupAll", "vectorize.followup_all", FollowUp),
];
const INTERLEAVE: &[LoopOption] = &[("count", "interleave.count", Number)];
const UNROLL: &[LoopOption] = &[
    ("disable", "unroll", Disable),
    ("count", "unroll.count", Number),
    ("runtimeDisable", "unroll.runtime.disable", Bool),
    ("full", "unroll.full", Unit),
    ("followupUnrolled", "unroll.followup_unrolled", FollowUp),
    ("followupRemainder", "unroll.followup_remainder", FollowUp),
    ("followupAll", "unroll.followup_all", FollowUp),
];
const UNROLL_AND_JAM: &[LoopOption] = &[
    ("disable", "unroll_and_jam", Disable),
    ("count", "unroll_and_jam.count", Number),
    ("followupOuter", "unroll_and_jam.followup_outer", FollowUp),
    ("followupInner", "unroll_and_jam.followup_inner", FollowUp),
    (
        "followupRemainderOuter",
        "unroll_and_jam.followup_remainder_outer",
        FollowUp,
    ),
    (
        "followupRemainderInner",
        "unroll_and_jam.followup_remainder_inner",
        FollowUp,
    ),
    ("followupAll", "unroll_and_jam.followup_all", FollowUp),
];
const LICM: &[LoopOption] = &[
    // Sic: the only name without `loop`.
    ("disable", "llvm.licm.disable", Unit),
    ("versioningDisable", "licm_versioning.disable", Unit),
];
const DISTRIBUTE: &[LoopOption] = &[
    ("disable", "distribute.enable", Negated),
    ("followupCoincident", "distribute.followup_coincident", FollowUp),
    ("followupSequential", "distribute.followup_sequential", FollowUp),
    ("followupFallback", "distribute.followup_fallback", FollowUp),
    ("followupAll", "distribute.followup_all", FollowUp),
];
const PIPELINE: &[LoopOption] = &[
    ("disable", "pipeline.disable", Bool),
    ("initiationinterval", "pipeline.initiationinterval", Number),
];
const PEELED: &[LoopOption] = &[("count", "peeled.count", Number)];
const UNSWITCH: &[LoopOption] = &[("partialDisable", "unswitch.partial.disable", Unit)];

/// The groups of options, in the order in which they are written.
const GROUPS: [(&str, &[LoopOption]); 9] = [
    ("vectorize", VECTORIZE),
    ("interleave", INTERLEAVE),
    ("unroll", UNROLL),
    ("unrollAndJam", UNROLL_AND_JAM),
    ("licm", LICM),
    ("distribute", DISTRIBUTE),
    ("pipeline", PIPELINE),
    ("peeled", PEELED),
    ("unswitch", UNSWITCH),
];

impl Metadata {
    /// `distinct !{!itself, !place, !option, ...}` with the places where the loop begins and ends, if they are known.
    pub(super) fn loop_id(&mut self, ctx: &Context, annotation: Attribute, places: &[usize]) -> usize {
        self.numbered(Key::Attribute("loop", annotation), |this, number| {
            let mut nodes = vec![number];
            nodes.extend(places);
            for (name, text) in [
                ("disableNonforced", "disable_nonforced"),
                ("mustProgress", "mustprogress"),
            ] {
                nodes.extend(this.option(ctx, annotation, (name, text, Unit)));
            }
            if let Some(is_vectorized) = param(ctx, annotation, "isVectorized").and_then(Attribute::as_bool) {
                let node = format!("{{!\"llvm.loop.isvectorized\", i32 {}}}", u8::from(is_vectorized));
                nodes.push(this.number(&node));
            }
            for (group, options) in GROUPS {
                let Some(group) = param(ctx, annotation, group) else {
                    continue;
                };
                for &option in options {
                    nodes.extend(this.option(ctx, group, option));
                }
            }
            nodes.extend(this.parallel_accesses(ctx, annotation));
            let nodes: Vec<String> = nodes.iter().map(|node| format!("!{node}")).collect();
            format!("distinct {{{}}}", nodes.join(", "))
        })
    }

    /// The node of an option, if it is given.
    fn option(&mut self, ctx: &Context, group: Attribute, (name, text, form): LoopOption) -> Option<usize> {
        let value = param(ctx, group, name)?;
        let text = match text.strip_prefix("llvm.") {
            Some(_) => text.to_owned(),
            None => format!("llvm.loop.{text}"),
        };
        let truth = value.as_bool();
        Some(match form {
            Bool => self.number(&format!("{{!\"{text}\", i1 {}}}", truth?)),
            Negated => self.number(&format!("{{!\"{text}\", i1 {}}}", !truth?)),
            Unit if truth != Some(true) => return None,
            Unit => self.number(&format!("{{!\"{text}\"}}")),
            Disable => {
                let what = if truth? { "disable" } else { "enable" };
                self.number(&format!("{{!\"{text}.{what}\"}}"))
            }
            // A number without a sign, as an i32.
            Number => self.number(&format!("{{!\"{text}\", i32 {}}}", value.as_i64(ctx)? as i32)),
            FollowUp => self.numbered(Key::FollowUp(text.clone(), value), |this, _| {
                format!("{{!\"{text}\", !{}}}", this.loop_id(ctx, value, &[]))
            }),
        })
    }

    /// The accesses that iterations do independently of each other, if there are any.
    fn parallel_accesses(&mut self, ctx: &Context, annotation: Attribute) -> Option<usize> {
        let list = param(ctx, annotation, "parallelAccesses")?;
        let groups = list.as_array(ctx).filter(|groups| !groups.is_empty())?;
        Some(self.numbered(Key::Attribute("parallel", list), |this, _| {
            let groups: Vec<String> = groups
                .iter()
                .map(|&group| format!(", !{}", this.access_group(ctx, group)))
                .collect();
            format!("{{!\"llvm.loop.parallel_accesses\"{}}}", groups.concat())
        }))
    }
}
