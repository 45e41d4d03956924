//! `generate-runtime-verification`: assertions of what makes ops valid and can be told only when they are executed.

mod linalg;
mod memref;
mod parts;
mod shapes;
mod sizes;
mod tensor;

use asyncir_dialects::arith::build::fold_binary;
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::{arith, cf, memref as m, scf, tensor as t};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    AttrKind, Body, Context, Diagnostics, Location, OpId, OperationState, OwnedOp, RegionId, Type, ValueId, WalkOrder,
};

use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "generate-runtime-verification",
    class: "GenerateRuntimeVerification",
    summary: "Generate additional runtime op verification checks",
    anchor: None,
    options: &[
        OptionInfo::uint(
            "verbose-level",
            "Verbosity level for runtime verification messages: 0 = Minimum (only source location), 1 = Detailed (include \
             full operation details, names, types, shapes, etc.)",
            "1",
        ),
        OptionInfo::flag(
            "check-sizes",
            "Also check that sizes of memory are not negative, that there is memory for what is allocated, and that memory \
             which gets another shape has that many elements",
            "false",
        )
        .of_asyncir(),
    ],
    create: |options| {
        Ok(Box::new(GenerateRuntimeVerification {
            verbose_level: options.int("verbose-level")?,
            checks_sizes: options.flag("check-sizes")?,
        }))
    },
};

struct GenerateRuntimeVerification {
    verbose_level: i64,
    checks_sizes: bool,
}

impl Pass for GenerateRuntimeVerification {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if self.verbose_level > 1 {
            let message = "generate-runtime-verification pass: set verboseLevel to 0 or 1";
            return Err(op.op_ref(cx.ctx).bare_error(message).into());
        }
        for_each_body(op, cx, &|body| {
            self.verify_body(cx.ctx, body);
            Ok(())
        })
    }
}

impl GenerateRuntimeVerification {
    /// What puts assertions before an op that gives memory another shape.
    fn shape_check(&self, def: &'static OpDef) -> Option<fn(&mut Checks<'_>) -> Option<()>> {
        if self.checks_sizes { shapes::check_of(def) } else { None }
    }

    /// Puts assertions around all ops of a body that have some. Messages show ops with the names that values have before.
    fn verify_body(&self, ctx: &Context, body: &mut Body) {
        let has_sizes = |def| self.checks_sizes && sizes::has_sizes(def);
        let is_verified = |def| checks_of(def).is_some() || has_sizes(def) || self.shape_check(def).is_some();
        let ops = body.walk_all(WalkOrder::Post).into_iter();
        let ops: Vec<OpId> = ops.filter(|&op| body.op(op).def().is_some_and(is_verified)).collect();
        let texts = if self.verbose_level == 1 {
            ctx.show_ops(body, &ops)
        } else {
            vec![String::new(); ops.len()]
        };
        for (op, text) in ops.into_iter().zip(texts) {
            let Some(def) = body.op(op).def() else { continue };
            let at = body.op(op).location();
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(op);
            let mut checks = Checks { rw, op, at, text };
            if let Some(check) = checks_of(def) {
                // What cannot be checked is left as it is.
                let _ = check(&mut checks);
            }
            if has_sizes(def) {
                sizes::check(&mut checks);
            }
            if let Some(check) = self.shape_check(def) {
                let _ = check(&mut checks);
            }
        }
    }
}

/// What puts assertions before an op of a kind; `None` if there is nothing to assert.
fn checks_of(def: &'static OpDef) -> Option<fn(&mut Checks<'_>) -> Option<()>> {
    Some(match def {
        _ if def == m::AssumeAlignmentOp::DEF => memref::assume_alignment,
        _ if def == m::CastOp::DEF => memref::cast,
        _ if def == m::CopyOp::DEF => memref::copy,
        _ if def == m::DimOp::DEF || def == t::DimOp::DEF => memref::dim,
        _ if def == m::ExpandShapeOp::DEF => memref::expand_shape,
        _ if [m::LoadOp::DEF, m::GenericAtomicRMWOp::DEF, t::ExtractOp::DEF].contains(&def) => {
            |checks| memref::access(checks, 0)
        }
        _ if [m::StoreOp::DEF, m::AtomicRMWOp::DEF, t::InsertOp::DEF].contains(&def) => {
            |checks| memref::access(checks, 1)
        }
        _ if def == m::SubViewOp::DEF => memref::subview,
        _ if def == t::CastOp::DEF => tensor::cast,
        _ if def == t::ExtractSliceOp::DEF => tensor::extract_slice,
        _ if Structured::is(def) => linalg::structured,
        _ => return None,
    })
}

/// Ends the program with a message if `condition` does not hold: with the text of the op, if there is one, and what is wrong
/// with it.
pub(crate) fn insert_assertion(rw: &mut Rewriter<'_>, at: Location, condition: ValueId, (text, wrong): (&str, &str)) {
    let ctx = rw.ctx;
    let location = ctx.show_attr(ctx.attr(AttrKind::Location(at)));
    let line_break = if text.is_empty() { "" } else { "\n" };
    let message = format!("ERROR: Runtime op verification failed\n{text}{line_break}^ {wrong}\nLocation: {location}");
    let message = ctx.str_attr(&message);
    rw.insert(cf::AssertOp::build(ctx, at, condition, message, &[]));
}

/// Makes the checks of one op.
struct Checks<'a> {
    rw: Rewriter<'a>,
    op: OpId,
    at: Location,
    /// The op as messages show it.
    text: String,
}

impl Checks<'_> {
    /// Ends the program with a message if `condition` does not hold.
    fn assert(&mut self, condition: ValueId, message: &str) {
        insert_assertion(&mut self.rw, self.at, condition, (&self.text, message));
    }

    /// The operand of that number.
    fn operand(&self, index: usize) -> ValueId {
        self.rw.body.operand(self.op, index)
    }

    fn index(&mut self, value: i64) -> ValueId {
        arith::build::index(&mut self.rw, self.at, value)
    }

    fn cmpi(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        arith::build::ArithBuilder::new(&mut self.rw, self.at).cmpi(predicate, lhs, rhs)
    }

    /// Asserts that two indices are equal.
    fn assert_equal(&mut self, lhs: ValueId, rhs: ValueId, message: &str) {
        let condition = self.cmpi("eq", lhs, rhs);
        self.assert(condition, message);
    }

    /// The size of a dimension, asked for by an op.
    fn dim(&mut self, of: ValueId, dim: usize) -> ValueId {
        let state = self.dim_state(of, dim);
        self.rw.insert_value(state)
    }

    /// The size of a dimension, a constant if it is known.
    fn folded_dim(&mut self, of: ValueId, dim: usize) -> ValueId {
        let state = self.dim_state(of, dim);
        self.rw.insert_or_fold(state)
    }

    fn dim_state(&mut self, of: ValueId, dim: usize) -> OperationState {
        let index = self.index(dim as i64);
        let ctx = self.rw.ctx;
        if asyncir_dialects::constraints::is_tensor(ctx, self.rw.body.value_type(of)) {
            return t::DimOp::build(ctx, self.at, of, index, &[Type::INDEX]);
        }
        m::DimOp::build(ctx, self.at, of, index, &[Type::INDEX])
    }

    /// Whether `low <= value < high`.
    fn in_bounds(&mut self, value: ValueId, low: ValueId, high: ValueId) -> ValueId {
        let at_least = self.folded_cmpi("sge", value, low);
        let below = self.folded_cmpi("slt", value, high);
        fold_binary(&mut self.rw, self.at, arith::AndIOp::DEF, at_least, below)
    }

    fn folded_cmpi(&mut self, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let number = arith::attrs::CMPI_PREDICATES.value(predicate).unwrap_or_default();
        let predicate = self.rw.ctx.i64_attr(number);
        let state = arith::CmpIOp::build(self.rw.ctx, self.at, lhs, rhs, predicate, &[Type::I1]);
        self.rw.insert_or_fold(state)
    }
    /// What one of two blocks gives, an `i1`.
    fn if_else(
        &mut self,
        condition: ValueId,
        then: impl FnOnce(&mut Self) -> ValueId,
        otherwise: impl FnOnce(&mut Self) -> ValueId,
    ) -> ValueId {
        let [yes, no] = [self.rw.body.create_region(), self.rw.body.create_region()];
        let mut state = scf::IfOp::build(self.rw.ctx, self.at, condition, &[Type::I1]);
        state.regions.extend([yes, no]);
        let op = self.rw.insert(state);
        self.fill(yes, |checks| vec![then(checks)]);
        self.fill(no, |checks| vec![otherwise(checks)]);
        self.rw.set_after(op);
        self.rw.body.result(op, 0)
    }

    /// What is done only if a condition holds.
    fn if_then(&mut self, condition: ValueId, then: impl FnOnce(&mut Self)) {
        let [yes, no] = [self.rw.body.create_region(), self.rw.body.create_region()];
        let mut state = scf::IfOp::build(self.rw.ctx, self.at, condition, &[]);
        state.regions.extend([yes, no]);
        let op = self.rw.insert(state);
        self.fill(yes, |checks| {
            then(checks);
            vec![]
        });
        self.rw.set_after(op);
    }

    fn fill(&mut self, region: RegionId, fill: impl FnOnce(&mut Self) -> Vec<ValueId>) {
        self.rw.create_block(region, None, &[]);
        let results = fill(self);
        self.rw.insert(scf::YieldOp::build(self.rw.ctx, self.at, &results, &[]));
    }
}
