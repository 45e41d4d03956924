//! An estimate of the work in an iteration, in 32nds of a nanosecond, as far as it can be made before the loop runs.

use asyncir_dialects::arith::build::{fold_binary, index};
use asyncir_dialects::constraints::is_signless_int_or_index;
use asyncir_dialects::{arith, func, scf};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, Location, OpId, ValueId};

use super::calls::Calls;
use super::parallel_loop::{Dimension, ParallelLoop, constant, is_inside};
use super::sample::{Sample, can_be_sampled};
use super::speed::Speed;

/// What is worth a range of its own, in 32nds of a nanosecond: about a microsecond.
pub(super) const WORTH_A_RANGE: u64 = 32_768;

/// How many such ranges are not worth handing out: a loop of some microseconds gains little from a second thread, and
/// what it costs to ask the runtime should not show.
pub(super) const KEPT_TOGETHER: u64 = 6;

/// What entering a loop costs, in 32nds of a nanosecond.
const ENTERING: u64 = 16;

/// What calling a function costs that is not inlined, in 32nds of a nanosecond.
const CALLING: u64 = 32;

/// Where trip counts that depend on the iteration are looked at: in the middle, and near the beginning, where such as
/// fall are longer than most. The larger estimate counts.
const SAMPLES: [i64; 2] = [2, 8];

/// How many inner loops of different shape an estimate takes into account: the deepest ones.
const MAX_TERMS: usize = 8;

/// How many iterations are worth a range of their own.
pub(super) struct First {
    pub(super) count: ValueId,
    /// The work in one of them.
    pub(super) work: Work,
}

/// The work in an iteration when a loop starts.
pub(super) enum Work {
    /// It is the same whenever the loop runs.
    Known(u64),
    /// A value computes it.
    Computed(ValueId),
    /// Nothing is known of it.
    Unknown,
}

/// The work in one iteration: the sum of terms, each a number times the trip counts of inner loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Cost {
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    factor: u64,
    trips: Vec<Dim>,
}

/// Bounds and a step. The bounds are values from around the loop, or can be sampled.
type Dim = (ValueId, ValueId, u64);

impl Cost {
    /// The work in one iteration of a loop, in whose innermost `trailing` dimensions all iterations count as one;
    /// `None` if nothing is known.
    pub(super) fn of(
        ctx: &Context,
        body: &Body,
        calls: &Calls,
        parallel: &ParallelLoop,
        trailing: u64,
    ) -> Option<Self> {
        let estimate = Estimate {
            ctx,
            body,
            calls,
            parallel: Some(parallel),
        };
        let mut cost = estimate.block(parallel.block, estimate.speed_of(parallel))?;
        cost.scale(trailing, &[]);
        Some(cost)
    }

    /// The work if it is the same whenever the loop runs.
    pub(super) fn known(&self) -> Option<u64> {
        let is_known = self.terms.iter().all(|term| term.trips.is_empty());
        let sum = || {
            self.terms
                .iter()
                .fold(0u64, |sum, term| sum.saturating_add(term.factor))
        };
        is_known.then(|| sum().max(1))
    }

    /// Computes how many iterations are worth a range of their own.
    pub(super) fn first(&self, rw: &mut Rewriter<'_>, parallel: &ParallelLoop) -> First {
        let location = parallel.location;
        if let Some(cost) = self.known() {
            let first = rounded(WORTH_A_RANGE / cost).max(1);
            return First {
                count: index(rw, location, first.cast_signed()),
                work: Work::Known(cost),
            };
        }
        let samples = if self.varies(rw, parallel) {
            &SAMPLES[..]
        } else {
            &SAMPLES[..1]
        };
        let mut work = index(rw, location, 1);
        for &parts in samples {
            let sum = self.sampled(rw, &mut Sample::new(parallel, location, parts), location);
            work = fold_binary(rw, location, arith::MaxUIOp::DEF, work, sum);
        }
        let budget = index(rw, location, WORTH_A_RANGE.cast_signed());
        let first = fold_binary(rw, location, arith::DivUIOp::DEF, budget, work);
        let one = index(rw, location, 1);
        First {
            count: fold_binary(rw, location, arith::MaxUIOp::DEF, first, one),
            work: Work::Computed(work),
        }
    }

    /// Whether iterations may differ in their work, by the trip counts of loops in them.
    pub(super) fn varies(&self, rw: &Rewriter<'_>, parallel: &ParallelLoop) -> bool {
        let bounds = self.terms.iter().flat_map(|term| &term.trips);
        bounds
            .flat_map(|&(lower, upper, _)| [lower, upper])
            .any(|value| is_inside(rw.body, parallel.region, value) && constant(rw.ctx, rw.body, value).is_none())
    }

    /// The work in a sample iteration.
    fn sampled(&self, rw: &mut Rewriter<'_>, sample: &mut Sample<'_>, location: Location) -> ValueId {
        let mut sum = index(rw, location, 1);
        for term in &self.terms {
            let mut product = index(rw, location, i64::try_from(term.factor).unwrap_or(i64::MAX));
            for &(lower, upper, step) in &term.trips {
                let (lower, upper) = (sample.value(rw, lower), sample.value(rw, upper));
                let range = fold_binary(rw, location, arith::SubIOp::DEF, upper, lower);
                let zero = index(rw, location, 0);
                let range = fold_binary(rw, location, arith::MaxSIOp::DEF, range, zero);
                let step = index(rw, location, step.cast_signed());
                let trip = fold_binary(rw, location, arith::DivUIOp::DEF, range, step);
                product = fold_binary(rw, location, arith::MulIOp::DEF, product, trip);
            }
            sum = fold_binary(rw, location, arith::AddIOp::DEF, sum, product);
        }
        sum
    }

    fn add(&mut self, factor: u64, trips: &[Dim]) {
        if let Some(term) = self.terms.iter_mut().find(|term| term.trips == trips) {
            term.factor = term.factor.saturating_add(factor);
        } else if factor > 0 {
            let trips = trips.to_vec();
            self.terms.push(Term { factor, trips });
        }
    }

    /// Leaves the outer loops out, whose own work is small beside that of the inner ones, if there are too many terms.
    fn keep_deepest(&mut self) {
        if self.terms.len() > MAX_TERMS {
            self.terms
                .sort_by_key(|term| std::cmp::Reverse((term.trips.len(), term.factor)));
            self.terms.truncate(MAX_TERMS);
        }
    }

    fn scale(&mut self, factor: u64, trips: &[Dim]) {
        for term in &mut self.terms {
            term.factor = term.factor.saturating_mul(factor);
            term.trips.extend_from_slice(trips);
        }
    }
}

/// Down to a multiple of what vectors and cache lines hold, if that is not zero.
fn rounded(iterations: u64) -> u64 {
    const VECTORS: u64 = 64;
    match iterations / VECTORS {
        0 => iterations,
        vectors => vectors * VECTORS,
    }
}

/// The work in a function of one block, if it is the same in each call.
pub(super) fn work_of_function(ctx: &Context, body: &Body, calls: &Calls) -> Option<u64> {
    let region = body.region(body.root()?);
    let block = region.first().filter(|_| region.first() == region.last())?;
    let estimate = Estimate {
        ctx,
        body,
        calls,
        parallel: None,
    };
    estimate.block(block, Speed::Scalar)?.known()
}

struct Estimate<'a> {
    ctx: &'a Context,
    body: &'a Body,
    calls: &'a Calls,
    /// The loop that the work is in, whose variables are sampled.
    parallel: Option<&'a ParallelLoop>,
}

impl Estimate<'_> {
    /// What bounds the ops of a parallel loop that are in no inner one.
    fn speed_of(&self, parallel: &ParallelLoop) -> Speed {
        let variable = self.body.block_args(parallel.block).last();
        let is_chained = !parallel.in_lanes
            && parallel
                .reductions
                .iter()
                .any(|reduction| !is_signless_int_or_index(self.ctx, reduction.ty));
        Speed::of(self.ctx, self.body, parallel.block, variable, is_chained)
    }

    fn block(&self, block: BlockId, speed: Speed) -> Option<Cost> {
        let mut sum = Cost::default();
        for op in self.body.block_ops(block) {
            let cost = self.op(op, speed)?;
            for term in &cost.terms {
                sum.add(term.factor, &term.trips);
            }
        }
        sum.keep_deepest();
        Some(sum)
    }

    fn op(&self, op: OpId, speed: Speed) -> Option<Cost> {
        let data = self.body.op(op);
        if data.is(scf::ForOp::DEF) {
            let view = scf::ForOp::wrap(self.body.op_ref(self.ctx, op));
            let bounds = Dimension {
                lower: view.lowerBound(),
                upper: view.upperBound(),
                step: view.step(),
            };
            let block = self.body.region(*self.body.op_regions(op).first()?).first()?;
            let variable = self.body.block_args(block).next();
            let is_chained = self.body.op(op).num_results() > 0;
            let inner = Speed::of(self.ctx, self.body, block, variable, is_chained);
            return self.inner_loop(block, &[bounds], inner);
        }
        if data.is(scf::ParallelOp::DEF) {
            let inner = ParallelLoop::of(self.ctx, self.body, op)?;
            return self.inner_loop(inner.block, &inner.dimensions, self.speed_of(&inner));
        }
        if data.is(scf::IfOp::DEF) || data.is(scf::ReduceOp::DEF) {
            return self.all_regions(op, speed);
        }
        if !self.body.op_regions(op).is_empty() {
            return None;
        }
        let mut cost = Cost::default();
        if data.is(func::CallOp::DEF) {
            let work = self.calls.work(self.ctx, self.body, op)?;
            cost.add(work.saturating_add(CALLING), &[]);
            return Some(cost);
        }
        let is_float = self
            .body
            .result_types(op)
            .iter()
            .any(|&ty| !is_signless_int_or_index(self.ctx, ty));
        cost.add(self.simple(op)? * speed.weight(is_float), &[]);
        Some(cost)
    }

    fn all_regions(&self, op: OpId, speed: Speed) -> Option<Cost> {
        let mut sum = Cost::default();
        sum.add(speed.weight(false), &[]);
        for &region in self.body.op_regions(op) {
            let Some(block) = self.body.region(region).first() else {
                continue;
            };
            for term in &self.block(block, speed)?.terms {
                sum.add(term.factor, &term.trips);
            }
        }
        Some(sum)
    }

    fn inner_loop(&self, block: BlockId, dimensions: &[Dimension], speed: Speed) -> Option<Cost> {
        let mut cost = self.block(block, speed)?;
        for &dimension in dimensions {
            if let Some(trip) = dimension.known_trip(self.ctx, self.body) {
                cost.scale(trip, &[]);
                continue;
            }
            let step = constant(self.ctx, self.body, dimension.step).unwrap_or(1);
            let step = u64::try_from(step).ok().filter(|&step| step > 0)?;
            let bounds = [dimension.lower, dimension.upper];
            let parallel = self.parallel?;
            if !bounds
                .iter()
                .all(|&value| can_be_sampled(self.ctx, self.body, parallel, value))
            {
                return None;
            }
            cost.scale(1, &[(dimension.lower, dimension.upper, step)]);
        }
        cost.add(ENTERING, &[]);
        Some(cost)
    }

    /// The work in an op without regions, in simple ones; `None` for whatever may do anything.
    fn simple(&self, op: OpId) -> Option<u64> {
        let data = self.body.op(op);
        if data.has_trait(OpTrait::ConstantLike) || data.has_trait(OpTrait::Terminator) {
            return Some(0);
        }
        let name = data.name().as_str(self.ctx);
        let (dialect, mnemonic) = name.split_once('.').unwrap_or((name, ""));
        match dialect {
            "math" => Some(math(mnemonic)),
            "arith" if mnemonic.starts_with("div") || mnemonic.starts_with("rem") => Some(16),
            "arith" | "index" | "vector" | "complex" | "cf" => Some(1),
            "memref" => match mnemonic {
                "alloc" | "dealloc" | "realloc" => Some(50),
                "copy" => None,
                _ => Some(1),
            },
            _ => None,
        }
    }
}

/// The work in an op of the math dialect, in simple ones: some are an instruction, most call the C library.
fn math(mnemonic: &str) -> u64 {
    match mnemonic {
        "absf" | "absi" | "copysign" | "isfinite" | "isinf" | "isnan" | "isnormal" => 1,
        "clampf" => 2,
        "ctlz" | "ctpop" | "cttz" => 4,
        "sqrt" | "rsqrt" => 16,
        _ => 40,
    }
}
