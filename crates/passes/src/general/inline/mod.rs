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
use crate::manager::{Parent, PassManager, Scope, put_back, take_out};
use crate::options::{OptionInfo, PassOptions};
use crate::pass::{Pass, PassContext, PassInfo};
use crate::pipeline::split_top_level;
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
        OptionInfo::pipelines(
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

    /// Runs the pipeline for functions of its kind on a function of a symbol table, which was taken out of its owner.
    fn simplify(
        &self,
        cx: &PassContext<'_>,
        owner: Scope<'_>,
        table: &mut Body,
        function: OpId,
    ) -> Result<(), Diagnostics> {
        let name = table.op(function).name().as_str(cx.ctx).to_owned();
        let own = self.pipelines.iter().find(|(anchor, _)| *anchor == name);
        let default;
        let pipeline = match own {
            Some((_, pipeline)) => pipeline,
            None if self.default_pipeline.is_empty() => return Ok(()),
            None => {
                let text = format!("{name}({})", self.default_pipeline);
                default = PassManager::parse(&Registry::new(), &text)?;
                &default
            }
        };
        let Some(mut holder) = take_out(table, function) else {
            return Ok(());
        };
        let result = if cx.is_observed() {
            // Who is told may want to see the function in the module.
            let mut outer = owner.op.clone();
            outer.operation_mut().put_body(Box::new(std::mem::take(table)));
            let scope = Scope { op: &outer, ..owner };
            let result = cx.run_passes(pipeline, &mut holder, Some((&scope, function)));
            *table = outer
                .operation_mut()
                .take_body()
                .map_or_else(Body::default, |body| *body);
            result
        } else {
            cx.run_passes(pipeline, &mut holder, None)
        };
        put_back(table, function, holder);
        result
    }

    /// Inlines in the symbol table of an op and in those inside.
    fn run_on(
        &self,
        cx: &PassContext<'_>,
        op: &mut OwnedOp,
        parent: Parent<'_>,
        seen_outside: &[Attribute],
    ) -> Result<(), Diagnostics> {
        for inner in inner_tables(op) {
            let table = op.body();
            let seen = table.map_or_else(Vec::new, |table| named_from_outside(cx.ctx, table, inner));
            let Some(mut own) = op.body_mut().and_then(|table| take_out(table, inner)) else {
                continue;
            };
            let scope = Scope { op, parent };
            let result = self.run_on(cx, &mut own, Some((&scope, inner)), &seen);
            if let Some(table) = op.body_mut() {
                put_back(table, inner, own);
            }
            result?;
        }
        let Some(mut table) = op.operation_mut().take_body() else {
            return Ok(());
        };
        let owner = Scope { op, parent };
        let settings = Settings {
            max_iterations: self.max_iterations,
            threshold: self.threshold,
            simplify: &|table, function| self.simplify(cx, owner, table, function),
        };
        let result = inline_table(cx.ctx, &mut table, &settings, seen_outside);
        op.operation_mut().put_body(table);
        result
    }
}

/// The symbol tables in that of an op.
fn inner_tables(op: &OwnedOp) -> Vec<OpId> {
    let Some(table) = op.body() else {
        return Vec::new();
    };
    let blocks = table
        .root_regions()
        .iter()
        .flat_map(|&region| table.region_blocks(region));
    blocks
        .flat_map(|block| table.block_ops(block))
        .filter(|&op| table.op(op).has_trait(OpTrait::SymbolTable))
        .collect()
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
                    named.push(ctx.symbol_of(first));
                }
            }
        });
    }
    named
}

fn parse(text: &str) -> Result<PassManager, String> {
    PassManager::parse(&Registry::new(), text).map_err(|error| error.message().to_owned())
}

impl Pass for Inline {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        require_symbol_table(op.op_ref(cx.ctx), "the inliner")?;
        self.run_on(cx, op, cx.parent, &[])
    }
}
