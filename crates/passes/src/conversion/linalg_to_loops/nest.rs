//! A structured op as a loop nest.

use asyncir_dialects::affine::{self, Applied};
use asyncir_dialects::arith::build::index;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::structured::shape_of;
use asyncir_dialects::linalg::{IndexOp, Structured};
use asyncir_dialects::{matchers, memref, scf};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Context, DYNAMIC, Location, Mapping, OpId, OperationState, RegionId, Type, ValueId};

/// What kind of loops are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::conversion) enum LoopKind {
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

/// What the body of the nest is made of: the parts of the op that do not change while it is lowered.
struct Payload {
    operands: Vec<ValueId>,
    maps: Vec<AffineMap>,
    num_inputs: usize,
    block: BlockId,
    location: Location,
    /// The affine scope of the op.
    scope: Option<RegionId>,
}

struct Builder<'r, 'a> {
    rw: &'r mut Rewriter<'a>,
    location: Location,
    kind: LoopKind,
}

/// Turns `op` into loops if it is a structured op on memory.
pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId, kind: LoopKind) -> Option<()> {
    let nest = Structured::of(rw.body.op_ref(rw.ctx, op)).filter(Structured::is_on_buffers)?;
    let block = rw.body.region(*rw.body.op_regions(op).first()?).first()?;
    let sources = nest.loop_sources()?;
    let iterators = nest.iterators.clone();
    let location = rw.location_of(op);
    let payload = Payload {
        operands: nest.operands().to_vec(),
        num_inputs: nest.num_inputs,
        maps: nest.maps,
        block,
        location,
        scope: affine::scope::affine_scope(rw.body, op),
    };
    rw.set_before(op);
    let mut builder = Builder { rw, location, kind };
    let sizes = builder.sizes(&payload.operands);
    let ranges: Vec<Range> = sources
        .into_iter()
        .map(|source| builder.range(sizes.get(source).copied()))
        .collect();
    builder.nest(&ranges, &iterators, &mut Vec::new(), &payload);
    rw.erase(op);
    Some(())
}

/// The size of a dimension.
#[derive(Clone, Copy)]
enum Size {
    Known(i64),
    Value(ValueId),
}

impl Builder<'_, '_> {
    fn constant(&mut self, value: i64) -> ValueId {
        index(self.rw, self.location, value)
    }

    /// The sizes of all dimensions of all operands.
    fn sizes(&mut self, operands: &[ValueId]) -> Vec<Size> {
        let ctx = self.rw.ctx;
        let mut sizes = Vec::new();
        for &operand in operands {
            let ty = self.rw.body.value_type(operand);
            for (dim, &size) in shape_of(ctx, ty).iter().enumerate() {
                sizes.push(match size {
                    DYNAMIC => Size::Value(self.dim(operand, dim)),
                    size => Size::Known(size),
                });
            }
        }
        sizes
    }

    fn dim(&mut self, operand: ValueId, dim: usize) -> ValueId {
        let index = self.constant(dim as i64);
        let state = memref::DimOp::build(self.rw.ctx, self.location, operand, index, &[Type::INDEX]);
        self.rw.insert_or_fold(state)
    }

    fn range(&mut self, size: Option<Size>) -> Range {
        let lower = self.constant(0);
        let upper = match size {
            Some(Size::Value(value)) => value,
            Some(Size::Known(size)) => self.constant(size),
            None => self.constant(0),
        };
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
        let mut map = Mapping::new();
        let args: Vec<ValueId> = self.rw.body.block_args(payload.block).collect();
        for (index, &arg) in args.iter().enumerate() {
            let value = self.element(indices, payload, index);
            map.map_value(arg, value);
        }
        let ops: Vec<OpId> = self.rw.body.block_ops(payload.block).collect();
        let Some((&end, ops)) = ops.split_last() else { return };
        for &op in ops {
            self.copy(op, indices, &mut map);
        }
        let yielded: Vec<ValueId> = self.rw.body.operands(end).map(|value| map.value(value)).collect();
        let places: Vec<Vec<ValueId>> = (payload.num_inputs..payload.operands.len())
            .map(|index| self.indices_of(indices, payload, index))
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
    fn element(&mut self, indices: &[ValueId], payload: &Payload, index: usize) -> ValueId {
        let operand = payload.operands[index];
        let ty = self.rw.body.value_type(operand);
        let Some(element) = memref::types::memref_element(self.rw.ctx, ty) else {
            return operand;
        };
        let place = self.indices_of(indices, payload, index);
        let (ctx, at) = (self.rw.ctx, self.location);
        let state = match self.kind {
            LoopKind::Affine => {
                let map = affine::map_attr(ctx, AffineMap::identity(place.len() as u32));
                affine::LoadOp::build(ctx, at, operand, &place, map, &[element])
            }
            _ => memref::LoadOp::build(ctx, at, operand, &place, None, None, &[element]),
        };
        self.rw.insert_value(state)
    }

    fn indices_of(&mut self, indices: &[ValueId], payload: &Payload, index: usize) -> Vec<ValueId> {
        let applied = Applied {
            map: payload.maps[index].clone(),
            operands: indices.to_vec(),
        };
        affine::apply_each(self.rw, payload.location, &applied, payload.scope)
    }

    /// Repeats an op of the region. Indices of loops are known here.
    fn copy(&mut self, op: OpId, indices: &[ValueId], map: &mut Mapping) {
        let ctx: &Context = self.rw.ctx;
        if let Some(index) = IndexOp::cast(self.rw.body.op_ref(ctx, op)) {
            let dim = index.dim().and_then(|dim| dim.as_i64(ctx)).unwrap_or_default();
            if let Some(&value) = usize::try_from(dim).ok().and_then(|dim| indices.get(dim)) {
                let result = self.rw.body.result(op, 0);
                map.map_value(result, value);
                return;
            }
        }
        let copy = self.rw.body.clone_op(op, map);
        self.rw.insert_copy(copy);
    }
}
