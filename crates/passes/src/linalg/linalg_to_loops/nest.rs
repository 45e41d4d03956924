//! A structured op as a loop nest.

use asyncir_dialects::affine::{self, Applied};
use asyncir_dialects::arith::build::index;
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::{matchers, memref, scf};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Location, OpId, OperationState, Type, ValueId};

use super::payload::Payload;
use crate::conversion::fold_result::{FoldResult, materialize};

/// What kind of loops are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::linalg) enum LoopKind {
    /// `scf.for`
    Sequential,
    /// `scf.parallel` for parallel loops, `scf.for` for others.
    Parallel,
    /// `affine.for`
    Affine,
}

/// From where to where a loop goes, and in which steps.
struct Range {
    lower: ValueId,
    upper: ValueId,
    step: ValueId,
}

struct Builder<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    location: Location,
    kind: LoopKind,
}

/// Turns `op` into loops if it is a structured op on memory.
pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId, kind: LoopKind) -> Option<()> {
    let nest = Structured::of(rw.body.op_ref(rw.ctx, op)).filter(Structured::is_on_buffers)?;
    let sources = nest.loop_sources()?;
    let iterators = nest.iterators.clone();
    let payload = Payload::of(nest)?;
    let location = payload.location;
    rw.set_before(op);
    let sizes = payload.sizes(rw);
    let mut builder = Builder { rw, location, kind };
    let ranges: Vec<Range> = sources
        .into_iter()
        .map(|source| builder.range(sizes.get(source).copied()))
        .collect();
    builder.nest(&ranges, &iterators, &mut Vec::new(), &payload);
    rw.erase(op);
    Some(())
}

impl Builder<'_, '_> {
    fn constant(&mut self, value: i64) -> ValueId {
        index(self.rw, self.location, value)
    }

    fn range(&mut self, size: Option<FoldResult>) -> Range {
        let lower = self.constant(0);
        let upper = materialize(self.rw, self.location, size.unwrap_or(FoldResult::Known(0)));
        let step = self.constant(1);
        Range { lower, upper, step }
    }

    /// Makes the loops from the outermost that is left, and the body in the innermost one.
    fn nest(&mut self, ranges: &[Range], iterators: &[Iteration], indices: &mut Vec<ValueId>, payload: &Payload) {
        let Some(first) = ranges.first() else {
            return self.body(indices, payload);
        };
        if self.kind == LoopKind::Affine {
            let state = self.affine_loop(first, indices);
            return self.enter(
                state,
                affine::YieldOp::DEF,
                &ranges[1..],
                &iterators[1..],
                indices,
                payload,
            );
        }
        let parallel = iterators.iter().take_while(|&&it| it == Iteration::Parallel).count();
        if self.kind == LoopKind::Sequential || parallel == 0 {
            let state = self.for_loop(first, indices);
            return self.enter(
                state,
                scf::YieldOp::DEF,
                &ranges[1..],
                &iterators[1..],
                indices,
                payload,
            );
        }
        let state = self.parallel_loop(&ranges[..parallel], indices);
        self.enter_filled(
            state,
            scf::ReduceOp::DEF,
            &ranges[parallel..],
            &iterators[parallel..],
            indices,
            payload,
        );
    }

    fn for_loop(&mut self, range: &Range, indices: &mut Vec<ValueId>) -> (OperationState, BlockId) {
        let region = self.rw.body.create_region();
        let block = self.rw.body.append_block(region);
        indices.push(self.rw.body.add_block_arg(block, Type::INDEX, self.location));
        let bounds = (range.lower, range.upper, range.step);
        let state = scf::ForOp::with_region(self.rw.ctx, self.location, bounds, &[], &[], region);
        (state, block)
    }

    /// A bound of an affine loop: a constant, or a value.
    fn affine_bound(&self, value: ValueId) -> Applied {
        match matchers::constant_int(self.rw.ctx, self.rw.body, value) {
            Some(value) => Applied {
                map: AffineMap::constant(&[value]),
                operands: Vec::new(),
            },
            None => Applied {
                map: AffineMap::identity(1),
                operands: vec![value],
            },
        }
    }

    fn affine_loop(&mut self, range: &Range, indices: &mut Vec<ValueId>) -> (OperationState, BlockId) {
        let ctx = self.rw.ctx;
        let (lower, upper) = (self.affine_bound(range.lower), self.affine_bound(range.upper));
        let region = self.rw.body.create_region();
        let block = self.rw.body.append_block(region);
        indices.push(self.rw.body.add_block_arg(block, Type::INDEX, self.location));
        let mut state = affine::ForOp::build(
            ctx,
            self.location,
            &lower.operands,
            &upper.operands,
            &[],
            affine::map_attr(ctx, lower.map),
            affine::map_attr(ctx, upper.map),
            ctx.index_attr(1),
            &[],
        );
        state.regions.push(region);
        (state, block)
    }

    fn parallel_loop(&mut self, ranges: &[Range], indices: &mut Vec<ValueId>) -> (OperationState, BlockId) {
        let region = self.rw.body.create_region();
        let block = self.rw.body.append_block(region);
        for _ in ranges {
            indices.push(self.rw.body.add_block_arg(block, Type::INDEX, self.location));
        }
        let each = |pick: fn(&Range) -> ValueId| ranges.iter().map(pick).collect::<Vec<_>>();
        let mut state = scf::ParallelOp::build(
            self.rw.ctx,
            self.location,
            &each(|range| range.lower),
            &each(|range| range.upper),
            &each(|range| range.step),
            &[],
            &[],
        );
        state.regions.push(region);
        (state, block)
    }

    /// Puts a loop at the cursor, fills it and goes behind it.
    fn enter(
        &mut self,
        (state, block): (OperationState, BlockId),
        end: &'static asyncir_ir::def::OpDef,
        ranges: &[Range],
        iterators: &[Iteration],
        indices: &mut Vec<ValueId>,
        payload: &Payload,
    ) {
        let op = self.rw.insert(state);
        self.fill(block, end, ranges, iterators, indices, payload);
        self.rw.set_after(op);
    }

    /// Fills a loop and puts it at the cursor after that, as MLIR does with `scf.parallel`. The greedy driver is not
    /// told of ops that are nowhere yet; so it comes to those of the body later, which decides about the order of their
    /// constants.
    fn enter_filled(
        &mut self,
        (state, block): (OperationState, BlockId),
        end: &'static asyncir_ir::def::OpDef,
        ranges: &[Range],
        iterators: &[Iteration],
        indices: &mut Vec<ValueId>,
        payload: &Payload,
    ) {
        let point = self.rw.point();
        self.fill(block, end, ranges, iterators, indices, payload);
        self.rw.set_point(point);
        self.rw.insert(state);
    }

    fn fill(
        &mut self,
        block: BlockId,
        end: &'static asyncir_ir::def::OpDef,
        ranges: &[Range],
        iterators: &[Iteration],
        indices: &mut Vec<ValueId>,
        payload: &Payload,
    ) {
        self.rw.set_end(block);
        self.nest(ranges, iterators, indices, payload);
        self.rw.set_end(block);
        self.rw.insert(OperationState::of(end, self.location));
    }

    /// What is done for each point of the nest: elements are loaded, the region of the op is repeated, and what it
    /// yields is stored.
    fn body(&mut self, indices: &[ValueId], payload: &Payload) {
        let elements: Vec<ValueId> = (0..payload.operands.len())
            .map(|operand| self.element(indices, payload, operand))
            .collect();
        let yielded = payload.repeat(self.rw, indices, &elements);
        let places: Vec<Vec<ValueId>> = (payload.num_inputs..payload.operands.len())
            .map(|operand| payload.place(self.rw, indices, operand))
            .collect();
        for ((value, &target), place) in yielded
            .into_iter()
            .zip(&payload.operands[payload.num_inputs..])
            .zip(places)
        {
            let (ctx, at) = (self.rw.ctx, self.location);
            let state = match self.kind {
                LoopKind::Affine => {
                    let map = affine::map_attr(ctx, AffineMap::identity(place.len() as u32));
                    affine::StoreOp::build(ctx, at, value, target, &place, map, &[])
                }
                _ => memref::StoreOp::build(ctx, at, value, target, &place, None, None, &[]),
            };
            self.rw.insert(state);
        }
    }

    /// The element of an operand: loaded, or the operand itself if it is a scalar.
    fn element(&mut self, indices: &[ValueId], payload: &Payload, operand: usize) -> ValueId {
        let memory = payload.operands[operand];
        let ty = self.rw.body.value_type(memory);
        match memref::types::memref_element(self.rw.ctx, ty) {
            Some(element) if self.kind == LoopKind::Affine => {
                let place = payload.place(self.rw, indices, operand);
                let map = affine::map_attr(self.rw.ctx, AffineMap::identity(place.len() as u32));
                let state = affine::LoadOp::build(self.rw.ctx, self.location, memory, &place, map, &[element]);
                self.rw.insert_value(state)
            }
            _ => payload.load(self.rw, indices, operand),
        }
    }
}
