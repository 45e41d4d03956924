//! The function that runs one block of a parallel loop's iterations.
//!
//! Iterations are numbered through, the last dimension fastest. Block `i` holds the numbers from `i * size` on; its
//! first and last iteration, taken apart into coordinates, bound a nest of sequential loops.

use asyncir_dialects::arith::build::{ArithBuilder, constant, index};
use asyncir_dialects::{arith, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, Ident, Location, Mapping, OpId, Type, ValueId};

use crate::r#async::new_functions::{NewFunction, build_function};
use crate::r#async::outline::captures;
use crate::scf::build::for_loop;

/// What is known of a loop without running the program: per dimension, the constants.
pub(super) struct Bounds {
    pub(super) trip_counts: Vec<Option<Attribute>>,
    pub(super) lower: Vec<Option<Attribute>>,
    pub(super) steps: Vec<Option<Attribute>>,
}

/// A compute function that was made.
pub(super) struct ComputeFunction {
    pub(super) name: Ident,
    pub(super) inputs: Vec<Type>,
    /// What the loop uses from outside, passed as the last operands.
    pub(super) captures: Vec<ValueId>,
}

/// Makes the compute function of `parallel`, an op of `source`, in which the `aligned` innermost loops run over their
/// whole range.
pub(super) fn compute_function(
    ctx: &Context,
    source: &Body,
    parallel: OpId,
    bounds: &Bounds,
    aligned: usize,
    name: Ident,
) -> (NewFunction, ComputeFunction) {
    let location = source.op(parallel).location();
    let captured = captures(source, source.op_regions(parallel)[0]);
    let loops = bounds.trip_counts.len();
    let mut inputs = vec![Type::INDEX; 2 + 4 * loops];
    inputs.extend(captured.iter().map(|&value| source.value_type(value)));
    let function = build_function(ctx, name, (inputs.clone(), Vec::new()), location, |rw, arguments| {
        let nest = Nest::new(rw, location, bounds, arguments, aligned);
        let copied = LoopBody {
            source,
            parallel,
            captured: &captured,
            captures: &arguments[2 + 4 * loops..],
        };
        nest.build(rw, &copied, (nest.first[0], nest.end[0]), &mut Vec::new());
        rw.insert(func::ReturnOp::build(ctx, location, &[], &[]));
    });
    let compute = ComputeFunction {
        name,
        inputs,
        captures: captured,
    };
    (function, compute)
}

/// What the innermost loop runs.
struct LoopBody<'a> {
    source: &'a Body,
    parallel: OpId,
    captured: &'a [ValueId],
    captures: &'a [ValueId],
}

/// The values that bound the nest of loops.
struct Nest {
    location: Location,
    zero: ValueId,
    one: ValueId,
    trip_counts: Vec<ValueId>,
    lower: Vec<ValueId>,
    steps: Vec<ValueId>,
    /// Coordinates of the first iteration of the block, and of the last one.
    first: Vec<ValueId>,
    last: Vec<ValueId>,
    /// One behind the coordinates of the last iteration.
    end: Vec<ValueId>,
    aligned: usize,
}

/// A loop around the one being built: its variable, and whether all loops so far are in their first, and in their
/// last, iteration of the block.
#[derive(Clone, Copy)]
struct Level {
    variable: ValueId,
    is_first: ValueId,
    is_last: ValueId,
}

impl Nest {
    fn new(rw: &mut Rewriter<'_>, location: Location, bounds: &Bounds, arguments: &[ValueId], aligned: usize) -> Self {
        let loops = bounds.trip_counts.len();
        let (block, size) = (arguments[0], arguments[1]);
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        // Constants are better than arguments for whatever optimises the function.
        let mut known = |group: usize, attrs: &[Option<Attribute>]| -> Vec<ValueId> {
            let arguments = &arguments[2 + group * loops..];
            let pairs = arguments.iter().zip(attrs);
            pairs
                .map(|(&argument, attr)| match *attr {
                    Some(attr) => constant(rw, location, attr),
                    None => argument,
                })
                .collect()
        };
        let trip_counts = known(0, &bounds.trip_counts);
        let lower = known(1, &bounds.lower);
        let steps = known(3, &bounds.steps);

        let mut b = ArithBuilder::new(rw, location);
        let total = trip_counts[1..]
            .iter()
            .fold(trip_counts[0], |product, &count| b.muli(product, count));
        let first = b.muli(block, size);
        let behind = b.addi(first, size);
        let behind = b.binary(arith::MinSIOp::DEF, behind, total);
        let last = b.subi(behind, one);
        let first = delinearize(&mut b, first, &trip_counts);
        let last = delinearize(&mut b, last, &trip_counts);
        let mut end: Vec<ValueId> = last.iter().map(|&coordinate| b.addi(coordinate, one)).collect();
        if loops == 1 && bounds.trip_counts[0].is_none() {
            // A trip count of -1 has the remainder 0 for its last iteration, as if there was one to run.
            end[0] = b.binary(arith::MinSIOp::DEF, end[0], trip_counts[0]);
        }
        Self {
            location,
            zero,
            one,
            trip_counts,
            lower,
            steps,
            first,
            last,
            end,
            aligned,
        }
    }

    fn build(&self, rw: &mut Rewriter<'_>, body: &LoopBody<'_>, range: (ValueId, ValueId), levels: &mut Vec<Level>) {
        for_loop(rw, self.location, range, self.one, |rw, coordinate| {
            self.fill(rw, body, coordinate, levels);
        });
    }

    /// Fills the loop of the next dimension.
    fn fill(&self, rw: &mut Rewriter<'_>, body: &LoopBody<'_>, coordinate: ValueId, levels: &mut Vec<Level>) {
        let depth = levels.len();
        let mut b = ArithBuilder::new(rw, self.location);
        let offset = b.muli(coordinate, self.steps[depth]);
        let variable = b.addi(self.lower[depth], offset);
        let mut is_first = b.cmpi("eq", coordinate, self.first[depth]);
        let mut is_last = b.cmpi("eq", coordinate, self.last[depth]);
        if let Some(around) = levels.last() {
            is_first = b.andi(is_first, around.is_first);
            is_last = b.andi(is_last, around.is_last);
        }
        levels.push(Level {
            variable,
            is_first,
            is_last,
        });
        let (loops, next) = (self.trip_counts.len(), depth + 1);
        if next == loops {
            return self.copy_body(rw, body, levels);
        }
        let range = if next >= loops - self.aligned {
            (self.zero, self.trip_counts[next])
        } else {
            let mut b = ArithBuilder::new(rw, self.location);
            let from = b.select(is_first, self.first[next], self.zero);
            let to = b.select(is_last, self.end[next], self.trip_counts[next]);
            (from, to)
        };
        self.build(rw, body, range, levels);
    }

    /// Copies what the parallel loop runs.
    fn copy_body(&self, rw: &mut Rewriter<'_>, body: &LoopBody<'_>, levels: &[Level]) {
        let mut map = Mapping::new();
        let region = body.source.op_regions(body.parallel)[0];
        let Some(entry) = body.source.region(region).first() else {
            return;
        };
        for (argument, level) in body.source.block_args(entry).zip(levels) {
            map.map_value(argument, level.variable);
        }
        for (&from, &to) in body.captured.iter().zip(body.captures) {
            map.map_value(from, to);
        }
        for op in body.source.block_ops(entry) {
            if !body.source.op(op).has_trait(OpTrait::Terminator) {
                let copy = rw.body.clone_op_from(body.source, op, &mut map);
                rw.insert_copy(copy);
            }
        }
    }
}

/// The coordinates of an iteration.
fn delinearize(b: &mut ArithBuilder<'_, '_>, mut number: ValueId, trip_counts: &[ValueId]) -> Vec<ValueId> {
    let mut coordinates: Vec<ValueId> = Vec::with_capacity(trip_counts.len());
    for &count in trip_counts.iter().rev() {
        coordinates.push(b.binary(arith::RemSIOp::DEF, number, count));
        number = b.binary(arith::DivSIOp::DEF, number, count);
    }
    coordinates.reverse();
    coordinates
}
