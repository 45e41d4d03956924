//! The function that runs a range of a parallel loop's iterations.
//!
//! Iterations of the outer dimensions are numbered through. A range of them becomes rows: runs in which only the last
//! outer dimension changes. So what is run most often is a loop as in the source, and there is one division a
//! dimension in a range, none in a row.

use asyncir_dialects::arith::build::{ArithBuilder, fold_binary, index};
use asyncir_dialects::{arith, func, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Body, Context, Ident, Mapping, OpId, Type, ValueId};

use super::domain::Domain;
use super::lanes::{self, Lanes};
use super::parallel_loop::{Dimension, ParallelLoop};
use super::reduction::{self, Leaves};
use crate::r#async::distinct;
use crate::r#async::new_functions::{NewFunction, build_function};
use crate::r#async::outline::captures;
use crate::scf::build::{for_loop, for_loop_carrying};

/// What the function of a loop needs from around it, in the order of its arguments behind the range.
pub(super) struct Captures {
    pub(super) values: Vec<ValueId>,
}

impl Captures {
    /// All values that the loop uses, with those that bound it and those that its reductions need. Constants
    /// are copied into the function instead.
    pub(super) fn of(
        ctx: &Context,
        body: &Body,
        parallel: &ParallelLoop,
        domain: &Domain,
        leaves: Option<&Leaves>,
    ) -> Self {
        let mut wanted = Vec::new();
        for dimension in &parallel.dimensions[..domain.outer] {
            wanted.extend([dimension.lower, dimension.step]);
        }
        for dimension in &parallel.dimensions[domain.outer..] {
            wanted.extend([dimension.lower, dimension.upper, dimension.step]);
        }
        wanted.extend_from_slice(domain.trips.get(1..).unwrap_or_default());
        if let Some(leaves) = leaves {
            wanted.extend([leaves.size, domain.total]);
            wanted.extend(parallel.reductions.iter().map(|reduction| reduction.init));
            wanted.extend_from_slice(&leaves.partials);
        }
        wanted.extend(captures(body, parallel.region));
        let mut values = Vec::new();
        for value in wanted {
            if constant_value(ctx, body, value).is_none() && !values.contains(&value) {
                values.push(value);
            }
        }
        Self { values }
    }
}

/// Makes the function. The loop, an op of `source`, is copied.
pub(super) fn range_function(
    ctx: &Context,
    source: &Body,
    parallel: &ParallelLoop,
    domain: &Domain,
    (captures, leaves): (&Captures, Option<&Leaves>),
    name: Ident,
) -> NewFunction {
    let mut inputs = vec![Type::INDEX; 2];
    inputs.extend(captures.values.iter().map(|&value| source.value_type(value)));
    build_function(ctx, name, (inputs, Vec::new()), parallel.location, |rw, arguments| {
        let mut map = Mapping::new();
        for (&value, &argument) in captures.values.iter().zip(&arguments[2..]) {
            map.map_value(value, argument);
        }
        let groups = distinct::groups(ctx, source, &captures.values);
        distinct::declare(rw, parallel.location, &groups, &mut map);
        let lanes = parallel.in_lanes.then(|| Lanes::new(rw, source, parallel));
        let mut builder = RangeBuilder {
            source,
            parallel,
            domain,
            lanes: lanes.as_ref(),
            map,
        };
        let range = (arguments[0], arguments[1]);
        match leaves {
            None => drop(builder.rows(rw, range, &[])),
            Some(leaves) => builder.leaves(rw, range, leaves),
        }
        rw.insert(func::ReturnOp::build(ctx, parallel.location, &[], &[]));
    })
}

/// Fills a function with loops.
struct RangeBuilder<'a> {
    source: &'a Body,
    parallel: &'a ParallelLoop,
    domain: &'a Domain,
    /// If iterations are combined in lanes.
    lanes: Option<&'a Lanes<'a>>,
    /// What stands for the values of the source.
    map: Mapping,
}

impl<'a> RangeBuilder<'a> {
    /// What stands for a value from around the loop.
    fn value(&mut self, rw: &mut Rewriter<'_>, value: ValueId) -> ValueId {
        if let Some(known) = self.map.get(value) {
            return known;
        }
        let Some(op) = self.source.defining_op(value) else {
            unreachable!("a value that is not captured is a constant")
        };
        let copy = rw.body.clone_op_from(self.source, op, &mut Mapping::new());
        rw.insert_copy(copy);
        rw.body.result(copy, 0)
    }

    fn dimension(&mut self, rw: &mut Rewriter<'_>, dimension: Dimension) -> Dimension {
        Dimension {
            lower: self.value(rw, dimension.lower),
            step: self.value(rw, dimension.step),
            ..dimension
        }
    }

    /// Runs ranges of leaves: each combines its iterations on its own, and stores the result.
    fn leaves(&mut self, rw: &mut Rewriter<'_>, range: (ValueId, ValueId), leaves: &Leaves) {
        let location = self.parallel.location;
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        let (size, total) = (self.value(rw, leaves.size), self.value(rw, self.domain.total));
        let inits: Vec<ValueId> = self
            .parallel
            .reductions
            .iter()
            .map(|reduction| reduction.init)
            .collect();
        let inits: Vec<ValueId> = inits.into_iter().map(|init| self.value(rw, init)).collect();
        let partials: Vec<ValueId> = leaves.partials.iter().map(|&partial| self.value(rw, partial)).collect();
        for_loop_carrying(rw, location, range, one, &[], |rw, leaf, _| {
            let mut b = ArithBuilder::new(rw, location);
            let begin = b.muli(leaf, size);
            let end = b.addi(begin, size);
            let end = b.binary(arith::MinUIOp::DEF, end, total);
            let is_first = b.cmpi("eq", leaf, zero);
            let mut starts = reduction::starts(rw, self.parallel, &inits, is_first);
            if let Some(lanes) = self.lanes {
                starts.extend(lanes.starts(rw));
            }
            let results = self.rows(rw, (begin, end), &starts);
            let results = match self.lanes {
                Some(lanes) => lanes.totals(rw, &results),
                None => reduction::without_flags(self.parallel, &results),
            };
            for (&result, &partial) in results.iter().zip(&partials) {
                let store = memref::StoreOp::build(rw.ctx, location, result, partial, &[leaf], None, None, &[]);
                rw.insert(store);
            }
            Vec::new()
        });
    }

    /// Runs the iterations `begin..end` of the outer dimensions, carrying values.
    fn rows(&mut self, rw: &mut Rewriter<'_>, (begin, end): (ValueId, ValueId), carried: &[ValueId]) -> Vec<ValueId> {
        let outer: Vec<Dimension> = self.parallel.dimensions[..self.domain.outer].to_vec();
        let outer: Vec<Dimension> = outer
            .into_iter()
            .map(|dimension| self.dimension(rw, dimension))
            .collect();
        let trips: Vec<ValueId> = self.domain.trips[1..].to_vec();
        let trips: Vec<ValueId> = trips.into_iter().map(|trip| self.value(rw, trip)).collect();
        let Some((&row_length, outer_trips)) = trips.split_last() else {
            return self.row(rw, &outer, &[], (begin, end), carried);
        };
        let location = self.parallel.location;
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        let mut b = ArithBuilder::new(rw, location);
        // Coordinates of the first iteration; the first dimension needs no remainder.
        let mut number = b.binary(arith::DivUIOp::DEF, begin, row_length);
        let column = b.binary(arith::RemUIOp::DEF, begin, row_length);
        let last = b.subi(end, one);
        let last_row = b.binary(arith::DivUIOp::DEF, last, row_length);
        let behind = b.addi(last_row, one);
        let first_row = number;
        let mut coordinates = Vec::new();
        for &trip in outer_trips.iter().rev() {
            coordinates.push(b.binary(arith::RemUIOp::DEF, number, trip));
            number = b.binary(arith::DivUIOp::DEF, number, trip);
        }
        coordinates.push(number);
        coordinates.reverse();
        let left = b.subi(end, begin);
        let mut inits = vec![left, column];
        inits.extend_from_slice(&coordinates);
        inits.extend_from_slice(carried);
        let results = for_loop_carrying(rw, location, (first_row, behind), one, &inits, |rw, _, state| {
            let (left, column) = (state[0], state[1]);
            let (coordinates, carried) = state[2..].split_at(coordinates.len());
            let mut b = ArithBuilder::new(rw, location);
            let stop = b.addi(column, left);
            let stop = b.binary(arith::MinUIOp::DEF, stop, row_length);
            let results = self.row(rw, &outer, coordinates, (column, stop), carried);
            let mut b = ArithBuilder::new(rw, location);
            let done = b.subi(stop, column);
            let mut next = vec![b.subi(left, done), zero];
            next.extend(next_row(rw, location, coordinates, outer_trips));
            next.extend(results);
            next
        });
        results[inits.len() - carried.len()..].to_vec()
    }

    /// Runs iterations `range` of the last outer dimension, at coordinates of the others.
    fn row(
        &mut self,
        rw: &mut Rewriter<'_>,
        outer: &[Dimension],
        coordinates: &[ValueId],
        range: (ValueId, ValueId),
        carried: &[ValueId],
    ) -> Vec<ValueId> {
        let location = self.parallel.location;
        let one = index(rw, location, 1);
        let mut variables: Vec<ValueId> = coordinates
            .iter()
            .zip(outer)
            .map(|(&coordinate, &dimension)| variable(rw, location, dimension, coordinate))
            .collect();
        let last = outer[variables.len()];
        if let Some(lanes) = self.lanes {
            return self.blocks(rw, lanes, &mut variables, last, range, carried);
        }
        for_loop_carrying(rw, location, range, one, carried, |rw, number, carried| {
            variables.push(variable(rw, location, last, number));
            self.inner(rw, &mut variables, carried)
        })
    }

    /// Runs iterations `range` of the last dimension in blocks, which are combined in lanes.
    fn blocks(
        &mut self,
        rw: &mut Rewriter<'_>,
        lanes: &Lanes<'_>,
        variables: &mut Vec<ValueId>,
        last: Dimension,
        (begin, end): (ValueId, ValueId),
        carried: &[ValueId],
    ) -> Vec<ValueId> {
        let location = self.parallel.location;
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        let size = index(rw, location, lanes::BLOCK);
        for_loop_carrying(rw, location, (begin, end), size, carried, |rw, first, carried| {
            let mut b = ArithBuilder::new(rw, location);
            let left = b.subi(end, first);
            let count = b.binary(arith::MinUIOp::DEF, left, size);
            for_loop(rw, location, (zero, count), one, |rw, place| {
                let number = ArithBuilder::new(rw, location).addi(first, place);
                variables.push(variable(rw, location, last, number));
                self.body(rw, variables);
                let operands = self.parallel.reductions.iter().map(|reduction| reduction.operand);
                let contributions: Vec<ValueId> = operands.map(|operand| self.map.value(operand)).collect();
                lanes.keep(rw, place, &contributions);
            });
            lanes.combine(rw, count, carried)
        })
    }

    /// Runs the inner dimensions as a whole, and the body of the loop in them.
    fn inner(&mut self, rw: &mut Rewriter<'_>, variables: &mut Vec<ValueId>, carried: &[ValueId]) -> Vec<ValueId> {
        let Some(&dimension) = self.parallel.dimensions.get(variables.len()) else {
            return self.iteration(rw, variables, carried);
        };
        let (lower, upper) = (self.value(rw, dimension.lower), self.value(rw, dimension.upper));
        let step = self.value(rw, dimension.step);
        let location = self.parallel.location;
        for_loop_carrying(rw, location, (lower, upper), step, carried, |rw, variable, carried| {
            variables.push(variable);
            self.inner(rw, variables, carried)
        })
    }

    /// Runs an iteration. Gives the carried values, combined with what it contributes.
    fn iteration(&mut self, rw: &mut Rewriter<'_>, variables: &[ValueId], carried: &[ValueId]) -> Vec<ValueId> {
        self.body(rw, variables);
        reduction::combine_iteration(rw, self.source, self.parallel, &mut self.map, carried)
    }

    /// Copies the body of the loop.
    fn body(&mut self, rw: &mut Rewriter<'_>, variables: &[ValueId]) {
        for (argument, &variable) in self.source.block_args(self.parallel.block).zip(variables) {
            self.map.map_value(argument, variable);
        }
        let needed = captures(self.source, self.parallel.region);
        for value in needed {
            // Constants from around the loop.
            if self.map.get(value).is_none() {
                let copy = self.value(rw, value);
                self.map.map_value(value, copy);
            }
        }
        let ops: Vec<OpId> = self.parallel.body_ops(self.source).collect();
        for op in ops {
            let copy = rw.body.clone_op_from(self.source, op, &mut self.map);
            rw.insert_copy(copy);
        }
    }
}

/// The coordinates of the row behind one; the last coordinate changes fastest.
fn next_row(
    rw: &mut Rewriter<'_>,
    location: asyncir_ir::Location,
    coordinates: &[ValueId],
    trips: &[ValueId],
) -> Vec<ValueId> {
    let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
    let mut next = coordinates.to_vec();
    let mut b = ArithBuilder::new(rw, location);
    let mut carry = one;
    for position in (0..next.len()).rev() {
        next[position] = b.addi(next[position], carry);
        // The first coordinate has no trip count here: it does not wrap around.
        let Some(trip) = position.checked_sub(1).and_then(|position| trips.get(position)) else {
            break;
        };
        let wraps = b.cmpi("eq", next[position], *trip);
        next[position] = b.select(wraps, zero, next[position]);
        carry = b.select(wraps, one, zero);
    }
    next
}

/// The value of a loop's variable in an iteration.
fn variable(rw: &mut Rewriter<'_>, location: asyncir_ir::Location, dimension: Dimension, number: ValueId) -> ValueId {
    let offset = fold_binary(rw, location, arith::MulIOp::DEF, number, dimension.step);
    fold_binary(rw, location, arith::AddIOp::DEF, offset, dimension.lower)
}
