//! The iterations that execute an access, and the indices in each of them.

use asyncir_dialects::affine::operands::as_set;
use asyncir_dialects::affine::scope::is_symbol;
use asyncir_dialects::affine::{Applied, ForOp, IfOp, ParallelOp, bounds_of_loop};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, Context, OpId, RegionId, ValueId};

use super::access::Access;
use crate::analysis::constraints::{Linear, System, Variable};

/// The iterations that execute an access.
pub(super) struct Domain {
    /// The constraints of all ops around the access.
    pub(super) system: System,
    /// What the loops around the access count, from the outermost on: the first dimensions.
    pub(super) counters: Vec<ValueId>,
    /// The number of dimensions.
    pub(super) num_dims: u32,
    /// The indices of the element.
    pub(super) indices: Vec<Linear>,
}

/// What a domain is made with.
struct Builder<'a> {
    ctx: &'a Context,
    body: &'a Body,
    scope: Option<RegionId>,
    /// Values that are the same in all iterations; these are shared by all domains.
    symbols: &'a mut Vec<ValueId>,
    domain: Domain,
    /// Other values that occur in conditions.
    unknown: Vec<ValueId>,
}

impl Domain {
    /// The domain of an access; `None` if it is not affine.
    pub(super) fn of(ctx: &Context, body: &Body, access: &Access, symbols: &mut Vec<ValueId>) -> Option<Self> {
        let around = around(body, access.op);
        let counters = around
            .iter()
            .flat_map(|around| around.counters(ctx, body))
            .collect::<Vec<_>>();
        let mut builder = Builder {
            ctx,
            body,
            scope: access.scope,
            symbols,
            domain: Self {
                system: System::default(),
                counters,
                num_dims: 0,
                indices: Vec::new(),
            },
            unknown: Vec::new(),
        };
        for around in around {
            builder.add(around)?;
        }
        builder.domain.indices = builder.sums(&access.indices)?;
        builder.domain.num_dims = u32::try_from(builder.domain.counters.len() + builder.unknown.len()).ok()?;
        Some(builder.domain)
    }
}

/// The indices that an access may have: the constraints of the loops on which these depend.
pub(super) fn range_of_indices(
    ctx: &Context,
    body: &Body,
    access: &Access,
    symbols: &mut Vec<ValueId>,
) -> Option<(System, Vec<Linear>)> {
    let loops = around(body, access.op).into_iter();
    let loops: Vec<Around> = loops.filter(|around| !body.op(around.op).is(IfOp::DEF)).collect();
    let mut builder = Builder {
        ctx,
        body,
        scope: access.scope,
        symbols,
        domain: Domain {
            system: System::default(),
            counters: loops.iter().flat_map(|around| around.counters(ctx, body)).collect(),
            num_dims: 0,
            indices: Vec::new(),
        },
        unknown: Vec::new(),
    };
    let mut needed = access.indices.operands.clone();
    let mut needed_loops = Vec::new();
    for around in loops.into_iter().rev() {
        if around
            .counters(ctx, body)
            .iter()
            .any(|counter| needed.contains(counter))
        {
            let operands = body.operands(around.op).map(|operand| Applied {
                map: AffineMap::identity(1),
                operands: vec![operand],
            });
            needed.extend(operands.flat_map(|operand| operand.composed(ctx, body, access.scope).operands));
            needed_loops.push(around);
        }
    }
    for around in needed_loops.into_iter().rev() {
        builder.add(around)?;
    }
    let indices = builder.sums(&access.indices)?;
    Some((builder.domain.system, indices))
}

/// An op around an access, and which of its regions the access is in.
#[derive(Clone, Copy)]
struct Around {
    op: OpId,
    region: usize,
}

impl Around {
    /// What a loop counts.
    fn counters(self, ctx: &Context, body: &Body) -> Vec<ValueId> {
        let view = body.op_ref(ctx, self.op);
        if let Some(view) = ForOp::cast(view) {
            return view
                .block()
                .into_iter()
                .flat_map(|block| body.block_args(block).next())
                .collect();
        }
        let block = ParallelOp::cast(view).and_then(ParallelOp::block);
        block.into_iter().flat_map(|block| body.block_args(block)).collect()
    }
}

/// The affine ops around an op in its affine scope, from the outermost on.
fn around(body: &Body, op: OpId) -> Vec<Around> {
    let mut around = Vec::new();
    let mut region = body.parent_region(op);
    while let Some(inner) = region {
        let Some(owner) = body.region(inner).parent() else {
            break;
        };
        if body.op(owner).has_trait(OpTrait::AffineScope) {
            break;
        }
        let data = body.op(owner);
        if data.is(ForOp::DEF) || data.is(IfOp::DEF) || data.is(ParallelOp::DEF) {
            let regions = body.op_regions(owner);
            let region = regions.iter().position(|&region| region == inner).unwrap_or(0);
            around.push(Around { op: owner, region });
        }
        region = body.parent_region(owner);
    }
    around.reverse();
    around
}

impl Builder<'_> {
    fn add(&mut self, around: Around) -> Option<()> {
        let view = self.body.op_ref(self.ctx, around.op);
        if let Some(view) = ForOp::cast(view) {
            self.add_loop(view)
        } else if let Some(view) = ParallelOp::cast(view) {
            self.add_parallel(view)
        } else {
            // A condition that cannot be expressed is left out.
            let before = self.domain.system.clone();
            if self.add_condition(around).is_none() {
                self.domain.system = before;
            }
            Some(())
        }
    }

    fn add_loop(&mut self, view: ForOp<'_>) -> Option<()> {
        let counter = self.variable(self.body.block_arg(view.block()?, 0))?;
        let (lower, upper, step) = (view.lower_bound()?, view.upper_bound()?, i128::from(view.step_size()));
        // Steps from a start that is not known are left out, as by MLIR.
        if let Some(start) = lower.map.single_constant_result().filter(|_| step != 1) {
            let distance = counter.plus(&Linear::constant(start.into()), -1)?;
            let quotient = (step > 0).then(|| self.domain.system.quotient(&distance, step))??;
            self.domain.system.require_zero(distance.plus(&quotient, -step)?);
        }
        self.add_bounds(&counter, &lower, &upper)
    }

    fn add_parallel(&mut self, view: ParallelOp<'_>) -> Option<()> {
        let ((lower, lower_sizes), (upper, upper_sizes)) = (view.lower_bounds()?, view.upper_bounds()?);
        let (mut first_lower, mut first_upper) = (0, 0);
        let counters = self.body.block_args(view.block()?).zip(lower_sizes).zip(upper_sizes);
        for ((counter, num_lower), num_upper) in counters.collect::<Vec<_>>() {
            let counter = self.variable(counter)?;
            let lower = bounds_of_loop(&lower, first_lower, num_lower)?;
            let upper = bounds_of_loop(&upper, first_upper, num_upper)?;
            self.add_bounds(&counter, &lower, &upper)?;
            first_lower += num_lower;
            first_upper += num_upper;
        }
        Some(())
    }

    fn add_bounds(&mut self, counter: &Linear, lower: &Applied, upper: &Applied) -> Option<()> {
        for bound in self.sums(&lower.composed(self.ctx, self.body, self.scope))? {
            self.domain.system.require_not_negative(counter.plus(&bound, -1)?);
        }
        for bound in self.sums(&upper.composed(self.ctx, self.body, self.scope))? {
            let last = bound.plus(&Linear::constant(1), -1)?;
            self.domain.system.require_not_negative(last.plus(counter, -1)?);
        }
        Some(())
    }

    /// Requires the condition of an `affine.if`, or its opposite if that is one inequality.
    fn add_condition(&mut self, around: Around) -> Option<()> {
        let view = self.body.op_ref(self.ctx, around.op);
        let set = as_set(self.ctx, view.property("condition")?)?;
        let (exprs, kinds): (Vec<AffineExpr>, Vec<bool>) = set.constraints().iter().cloned().unzip();
        let applied = Applied {
            map: AffineMap::new(set.num_dims(), set.num_symbols(), exprs)?,
            operands: view.operands().to_vec(),
        };
        let applied = applied.canonical(self.ctx, self.body, self.scope);
        for &operand in &applied.operands {
            if self.variable(operand).is_none() {
                self.unknown.push(operand);
            }
        }
        let sums = self.sums(&applied)?;
        let is_second = around.region > 0;
        match (&sums[..], &kinds[..]) {
            ([sum], [false]) if is_second => {
                self.domain
                    .system
                    .require_not_negative(Linear::constant(-1).plus(sum, -1)?);
            }
            _ if is_second => {}
            _ => {
                for (sum, is_equality) in sums.into_iter().zip(kinds) {
                    if is_equality {
                        self.domain.system.require_zero(sum);
                    } else {
                        self.domain.system.require_not_negative(sum);
                    }
                }
            }
        }
        Some(())
    }

    /// The results of a map.
    fn sums(&mut self, applied: &Applied) -> Option<Vec<Linear>> {
        let operands = applied.operands.iter().map(|&operand| self.variable(operand));
        let operands: Vec<Linear> = operands.collect::<Option<_>>()?;
        let num_dims = applied.map.num_dims();
        let mut leaf = |leaf: &AffineExpr| match leaf {
            AffineExpr::Dim(dim) => operands.get(*dim as usize).cloned(),
            AffineExpr::Symbol(symbol) => operands.get((num_dims + symbol) as usize).cloned(),
            _ => None,
        };
        let results = applied.map.results().iter();
        results
            .map(|result| self.domain.system.flatten(result, &mut leaf))
            .collect()
    }

    /// What stands for a value: a counter of a loop around, or what does not change.
    fn variable(&mut self, value: ValueId) -> Option<Linear> {
        let number = |list: &[ValueId]| list.iter().position(|&other| other == value).map(|index| index as u32);
        if let Some(dim) = number(&self.domain.counters) {
            return Some(Linear::variable(Variable::Dim(dim)));
        }
        if let Some(index) = number(&self.unknown) {
            return Some(Linear::variable(Variable::Dim(
                self.domain.counters.len() as u32 + index,
            )));
        }
        if !is_symbol(self.ctx, self.body, value, self.scope) {
            return None;
        }
        let known = number(self.symbols);
        let symbol = known.unwrap_or_else(|| {
            self.symbols.push(value);
            self.symbols.len() as u32 - 1
        });
        Some(Linear::variable(Variable::Symbol(symbol)))
    }
}
