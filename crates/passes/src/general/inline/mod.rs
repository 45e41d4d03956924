//! `inline`: replaces calls by the bodies of the functions that they call.
//!
//! - `call_graph`: the functions and their calls;
//! - `uses`: how often functions are named, for erasing those that no longer are;
//! - `driver`: in which order what is inlined;
//! - `legality`: the rules of the dialects;
//! - `splice`, `allocas`: the replacement itself.

mod allocas;
mod call_graph;
mod driver;
mod legality;
mod splice;
mod uses;

pub(crate) use call_graph::is_call;

use asyncir_ir::def::OpTrait;
use asyncir_ir::symbols::{references, symbol_name, visit_symbol_users};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Diagnostics, OpId, OwnedOp};

use self::driver::{Settings, inline_table};
use super::symbol_dce::require_symbol_table;
use crate::manager::{PassManager, RunConfig, put_back, take_out};
use crate::options::{OptionInfo, PassOptions};
use crate::pass::{Pass, PassContext, PassInfo};
use crate::registry::Registry;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "inline",
    class: "Inliner",
    summary: "Inline function calls",
    anchor: None,
    options: &[
        OptionInfo::text(
            "default-pipeline",
            "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList",
            "canonicalize",
        ),
        OptionInfo::uint(
            "inlining-threshold",
            "If the ratio between the number of the operations in the callee and the number of the operations in the caller exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it",
            "4294967295",
        ),
        OptionInfo::uint(
            "max-iterations",
            "Maximum number of iterations when inlining within an SCC",
            "4",
        ),
        OptionInfo::list(
            "op-pipelines",
            "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)",
        ),
    ],
    create: |options| Ok(Box::new(Inline::new(options)?)),
};

struct Inline {
    /// For functions without a pipeline of their own kind; empty for none.
    default_pipeline: String,
    /// Pipelines by the kind of function.
    pipelines: Vec<(String, PassManager)>,
    threshold: u32,
    max_iterations: u32,
}

impl Inline {
    fn new(options: &PassOptions) -> Result<Self, String> {
        let default_pipeline = options.text("default-pipeline")?.trim().to_owned();
        if !default_pipeline.is_empty() {
            parse(&format!("any({default_pipeline})"))?;
        }
        let number = |name| options.int(name).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let pipelines = split_top_level(options.text("op-pipelines")?);
        let pipelines = pipelines.into_iter().map(|text| {
            let anchor = text.split('(').next().unwrap_or_default().trim().to_owned();
            Ok::<_, String>((anchor, parse(text)?))
        });
        Ok(Self {
            default_pipeline,
            pipelines: pipelines.collect::<Result<_, _>>()?,
            threshold: number("inlining-threshold")?,
            max_iterations: number("max-iterations")?,
        })
    }

    /// Runs the pipeline for functions of its kind on a function of a symbol table.
    fn simplify(&self, cx: &PassContext<'_>, table: &mut Body, function: OpId) -> Result<(), Diagnostics> {
        let name = table.op(function).name().as_str(cx.ctx).to_owned();
        let own = self.pipelines.iter().find(|(anchor, _)| *anchor == name);
        let default;
        let pipeline = match own {
            Some((_, pipeline)) => pipeline,
            None if self.default_pipeline.is_empty() => return Ok(()),
            None => {
                let text = format!("{name}({})", self.default_pipeline);
                default = PassManager::parse(&Registry::new(), &text).map_err(|error| {
                    let mut errors = Diagnostics::new();
                    errors.push(error);
                    errors
                })?;
                &default
            }
        };
        let Some(mut holder) = take_out(table, function) else {
            return Ok(());
        };
        let config = RunConfig {
            threads: cx.threads,
            ..RunConfig::default()
        };
        let result = pipeline.run(cx.ctx, &mut holder, &config);
        put_back(table, function, holder);
        cx.report_all(result?);
        Ok(())
    }

    /// Inlines in a symbol table and in those inside.
    fn run_on(&self, cx: &PassContext<'_>, table: &mut Body, seen_outside: &[Attribute]) -> Result<(), Diagnostics> {
        let inner: Vec<OpId> = table
            .root_regions()
            .iter()
            .flat_map(|&region| table.region_blocks(region))
            .flat_map(|block| table.block_ops(block))
            .filter(|&op| table.op(op).has_trait(OpTrait::SymbolTable))
            .collect();
        for op in inner {
            let seen = named_from_outside(cx.ctx, table, op);
            if let Some(mut own) = table.op_mut(op).take_body() {
                let result = self.run_on(cx, &mut own, &seen);
                table.op_mut(op).put_body(own);
                result?;
            }
        }
        let settings = Settings {
            max_iterations: self.max_iterations,
            threshold: self.threshold,
            simplify: &|table, function| self.simplify(cx, table, function),
        };
        inline_table(cx.ctx, table, &settings, seen_outside)
    }
}

/// References to symbols of an inner symbol table, as they read inside of it.
fn named_from_outside(ctx: &Context, table: &Body, inner: OpId) -> Vec<Attribute> {
    let Some(name) = symbol_name(ctx, table.op(inner)) else {
        return Vec::new();
    };
    let mut named = Vec::new();
    let ops = table
        .root_regions()
        .iter()
        .flat_map(|&region| table.region_blocks(region));
    for op in ops.flat_map(|block| table.block_ops(block)) {
        // What unknown ops name counts like what others do.
        let _ = visit_symbol_users(table.op_ref(ctx, op), &mut |user| {
            for reference in references(ctx, user.data()) {
                if let AttrKind::SymbolRef { root, nested } = reference.kind(ctx)
                    && *root == name
                    && let Some(&first) = nested.first()
                {
                    named.push(ctx.symbol_attr(ctx.str(first)));
                }
            }
        });
    }
    named
}

fn parse(text: &str) -> Result<PassManager, String> {
    PassManager::parse(&Registry::new(), text).map_err(|error| error.message().to_owned())
}

/// Splits pipelines at the commas between them.
fn split_top_level(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts.into_iter().map(str::trim).collect()
}

impl Pass for Inline {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        require_symbol_table(op.op_ref(cx.ctx), "the inliner")?;
        match op.body_mut() {
            Some(table) => self.run_on(cx, table, &[]),
            None => Ok(()),
        }
    }
}
