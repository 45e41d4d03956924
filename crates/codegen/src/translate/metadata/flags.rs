//! Flags of the module.

use asyncir_dialects::llvm::module_flags::{BEHAVIORS, CG_PROFILE_ENTRY_DEF, PROFILE_FORMATS, PROFILE_SUMMARY_DEF};
use asyncir_ir::{Attribute, Context, OpRef};

use super::{Metadata, Stage, param, string};
use crate::dialect::attr;
use crate::translate::text::name;

impl Metadata {
    /// Takes up the flags of an `llvm.module_flags`. The summary of a profile comes last, as in MLIR.
    pub(in crate::translate) fn add_flags(&mut self, op: OpRef<'_>) {
        let ctx = op.ctx;
        let flags = attr(op, "flags").and_then(|flags| flags.as_array(ctx));
        for &flag in flags.unwrap_or_default() {
            let key = param(ctx, flag, "key")
                .and_then(|key| key.as_str(ctx))
                .unwrap_or_default();
            let behavior = param(ctx, flag, "behavior").and_then(|behavior| behavior.as_i64(ctx));
            let behavior = behavior
                .filter(|&behavior| BEHAVIORS.keyword(behavior).is_some())
                .unwrap_or(1);
            let Some(value) = param(ctx, flag, "value") else {
                continue;
            };
            let value = self.flag_value(ctx, value);
            let key_text = string(ctx, ctx.str_attr(key));
            let node = self.number(&format!("{{i32 {behavior}, {key_text}, {value}}}"));
            self.add_flag(key, node, Stage::Ops);
        }
    }

    fn flag_value(&mut self, ctx: &Context, value: Attribute) -> String {
        if let Some(number) = value.as_i64(ctx) {
            // LLVM keeps 32 bits.
            return format!("i32 {}", number as i32);
        }
        if value.as_str(ctx).is_some() {
            return string(ctx, value);
        }
        let node = match value.as_array(ctx) {
            Some(entries) => self.call_graph_profile(ctx, entries),
            None => self.profile_summary(ctx, value),
        };
        format!("!{node}")
    }

    /// `distinct !{!{ptr @from, ptr @to, i64 3}}`
    fn call_graph_profile(&mut self, ctx: &Context, entries: &[Attribute]) -> usize {
        let mut nodes = Vec::new();
        for &entry in entries
            .iter()
            .filter(|entry| entry.params_of(ctx, &CG_PROFILE_ENTRY_DEF).is_some())
        {
            let function =
                |of| match param(ctx, entry, of).and_then(|symbol| crate::dialect::leaf_symbol(ctx, Some(symbol)?)) {
                    Some(symbol) => format!("ptr {}", name('@', ctx.str(symbol))),
                    None => "null".to_owned(),
                };
            let count = param(ctx, entry, "count")
                .and_then(|count| count.as_i64(ctx))
                .unwrap_or(0);
            let node = self.number(&format!("{{{}, {}, i64 {count}}}", function("from"), function("to")));
            nodes.push(format!("!{node}"));
        }
        self.distinct(&format!("{{{}}}", nodes.join(", ")))
    }

    fn profile_summary(&mut self, ctx: &Context, summary: Attribute) -> usize {
        let number = |of: Attribute, name| param(ctx, of, name).and_then(|number| number.as_i64(ctx));
        let mut nodes = Vec::new();
        if summary.params_of(ctx, &PROFILE_SUMMARY_DEF).is_some() {
            let format = PROFILE_FORMATS.keyword(number(summary, "format").unwrap_or(0));
            nodes.push(format!("{{!\"ProfileFormat\", !\"{}\"}}", format.unwrap_or_default()));
        }
        let counts = [
            ("TotalCount", "total_count"),
            ("MaxCount", "max_count"),
            ("MaxInternalCount", "max_internal_count"),
            ("MaxFunctionCount", "max_function_count"),
            ("NumCounts", "num_counts"),
            ("NumFunctions", "num_functions"),
            ("IsPartialProfile", "is_partial_profile"),
        ];
        for (name, of) in counts {
            if let Some(count) = number(summary, of) {
                nodes.push(format!("{{!\"{name}\", i64 {count}}}"));
            }
        }
        if let Some(ratio) = param(ctx, summary, "partial_profile_ratio").and_then(|ratio| ratio.as_float(ctx)) {
            let bits = ratio.1;
            nodes.push(format!("{{!\"PartialProfileRatio\", double 0x{bits:016X}}}"));
        }
        let details = param(ctx, summary, "detailed_summary").and_then(|details| details.as_array(ctx));
        let details: Vec<String> = details
            .unwrap_or_default()
            .iter()
            .map(|&detail| {
                let part = |name| number(detail, name).unwrap_or(0);
                let (cut, least, count) = (part("cut_off"), part("min_count"), part("num_counts"));
                format!("!{}", self.number(&format!("{{i64 {cut}, i64 {least}, i64 {count}}}")))
            })
            .collect();
        let details = self.number(&format!("{{{}}}", details.join(", ")));
        nodes.push(format!("{{!\"DetailedSummary\", !{details}}}"));
        let nodes: Vec<String> = nodes.iter().map(|node| format!("!{}", self.number(node))).collect();
        self.number(&format!("{{{}}}", nodes.join(", ")))
    }
}
