//! `print-op-stats`: writes to standard error how many ops of each kind there are.

use std::collections::BTreeMap;
use std::io::Write;

use asyncir_ir::{Body, Context, Diagnostics, Operation, OwnedOp, WalkOrder};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "print-op-stats",
    class: "PrintOpStats",
    summary: "Print statistics of operations",
    anchor: None,
    options: &[OptionInfo::flag("json", "print the stats as JSON", "false")],
    create: |options| {
        Ok(Box::new(PrintOpStats {
            json: options.flag("json")?,
        }))
    },
};

struct PrintOpStats {
    json: bool,
}

/// How many ops there are of each name.
type Counts<'c> = BTreeMap<&'c str, usize>;

impl Pass for PrintOpStats {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut counts = Counts::new();
        count(cx.ctx, op.operation(), &mut counts);
        let text = if self.json { json(&counts) } else { table(&counts) };
        // That nobody reads it is no reason to fail.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        Ok(())
    }
}

fn count<'c>(ctx: &'c Context, op: &Operation, counts: &mut Counts<'c>) {
    *counts.entry(op.name().as_str(ctx)).or_default() += 1;
    if let Some(body) = op.body() {
        count_body(ctx, body, counts);
    }
}

fn count_body<'c>(ctx: &'c Context, body: &Body, counts: &mut Counts<'c>) {
    for op in body.walk_all(WalkOrder::Pre) {
        count(ctx, body.op(op), counts);
    }
}

/// The name of the dialect, empty if there is none, and that of the op in it.
fn parts(name: &str) -> (&str, &str) {
    match name.split_once('.') {
        Some((dialect, op)) if !op.is_empty() => (dialect, op),
        Some((name, _)) => ("", name),
        None => ("", name),
    }
}

/// The names are aligned at the points in them.
fn table(counts: &Counts<'_>) -> String {
    let longest = |length: fn((&str, &str)) -> usize| counts.keys().map(|name| length(parts(name))).max().unwrap_or(0);
    let (dialects, ops) = (longest(|(dialect, _)| dialect.len()), longest(|(_, op)| op.len()));
    let mut text = "Operations encountered:\n-----------------------\n".to_owned();
    for (name, count) in counts {
        let (dialect, op) = parts(name);
        let point = if dialect.is_empty() { " " } else { "." };
        // Widths of `format!` end at 65,535.
        let before = " ".repeat(dialects + 2 - dialect.len());
        let behind = " ".repeat(ops - op.len());
        text.push_str(&format!("{before}{dialect}{point}{op}{behind} , {count}\n"));
    }
    text
}

fn json(counts: &Counts<'_>) -> String {
    let lines: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("  \"{name}\" : {count}"))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
