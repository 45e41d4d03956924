//! The rewriter: a cursor into a body. All changes of patterns go through it, so that listeners see them.

use crate::body::{BlockId, Body, InsertPoint, OpId, OperationState, RegionId, ValueId};
use crate::context::Context;
use crate::def::InferCx;
use crate::diagnostics::Fallible;
use crate::location::Location;
use crate::types::Type;

/// Is told about changes of a body.
pub trait Listener {
    /// An op was made and inserted.
    fn inserted(&mut self, _body: &Body, _op: OpId) {}
    /// An op is about to be erased.
    fn erased(&mut self, _body: &Body, _op: OpId) {}
    /// An op is about to be replaced by values.
    fn replaced(&mut self, _body: &Body, _op: OpId, _with: &[ValueId]) {}
    /// Operands, attributes or regions of an op were changed.
    fn modified(&mut self, _body: &Body, _op: OpId) {}
    /// A block was made and inserted.
    fn block_inserted(&mut self, _body: &Body, _block: BlockId) {}
    /// A block is about to be erased.
    fn block_erased(&mut self, _body: &Body, _block: BlockId) {}
}

/// A cursor into a body.
pub struct Rewriter<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body. Reading it is free; changes go through the rewriter's methods.
    pub body: &'a mut Body,
    point: Option<InsertPoint>,
    listener: Option<&'a mut dyn Listener>,
    symbols: Option<&'a mut Body>,
}

impl<'a> Rewriter<'a> {
    /// A rewriter that stands nowhere.
    pub fn new(ctx: &'a Context, body: &'a mut Body) -> Self {
        Self {
            ctx,
            body,
            point: None,
            listener: None,
            symbols: None,
        }
    }

    /// The same with a listener.
    #[must_use]
    pub fn with_listener(mut self, listener: &'a mut dyn Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// The same with the body of the symbol table around: where declarations that a pattern needs are added. The
    /// body being rewritten must have been taken out of it ([`crate::Operation::take_body`]).
    #[must_use]
    pub fn with_symbols(mut self, symbols: &'a mut Body) -> Self {
        self.symbols = Some(symbols);
        self
    }

    /// The body of the symbol table around, if the driver gave one.
    pub fn symbols(&mut self) -> Option<&mut Body> {
        self.symbols.as_deref_mut()
    }

    /// Where new ops go.
    ///
    /// # Panics
    /// If no place was set.
    pub fn point(&self) -> InsertPoint {
        self.point.expect("the rewriter stands somewhere")
    }

    /// Sets where new ops go.
    pub fn set_point(&mut self, point: InsertPoint) {
        self.point = Some(point);
    }

    /// New ops go before `op`.
    pub fn set_before(&mut self, op: OpId) {
        self.point = Some(InsertPoint::Before(op));
    }

    /// New ops go behind `op`.
    pub fn set_after(&mut self, op: OpId) {
        self.point = Some(self.body.after(op));
    }

    /// New ops go to the start of `block`.
    pub fn set_start(&mut self, block: BlockId) {
        self.point = Some(self.body.start_of(block));
    }

    /// New ops go to the end of `block`.
    pub fn set_end(&mut self, block: BlockId) {
        self.point = Some(InsertPoint::End(block));
    }

    /// Makes an op at the cursor. Result types that the state leaves out are inferred.
    ///
    /// # Panics
    /// If they cannot be inferred; use [`Rewriter::try_insert`] where that depends on input.
    pub fn insert(&mut self, state: OperationState) -> OpId {
        match self.try_insert(state) {
            Ok(op) => op,
            Err(diagnostic) => panic!("{}", diagnostic.message()),
        }
    }

    /// Makes an op at the cursor. Result types that the state leaves out are inferred.
    ///
    /// # Errors
    /// If they cannot be inferred.
    pub fn try_insert(&mut self, mut state: OperationState) -> Fallible<OpId> {
        self.infer(&mut state)?;
        let op = self.body.create_op(state);
        self.insert_existing(op);
        Ok(op)
    }

    /// Makes an op at the cursor and gives its first result.
    ///
    /// # Panics
    /// If it has none.
    pub fn insert_value(&mut self, state: OperationState) -> ValueId {
        let op = self.insert(state);
        self.body.result(op, 0)
    }

    fn infer(&self, state: &mut OperationState) -> Fallible {
        let Some(def) = state
            .name
            .def()
            .filter(|def| state.results.is_empty() && !def.results.is_empty())
        else {
            return Ok(());
        };
        // A definition whose results may all be absent needs no inference.
        if def.hooks.infer.is_none()
            && def
                .results
                .iter()
                .all(|slot| slot.arity != crate::def::Arity::One)
        {
            return Ok(());
        }
        let operands: Vec<Type> = state
            .operands
            .iter()
            .map(|&v| self.body.value_type(v))
            .collect();
        state.results = def.infer_results(&InferCx {
            ctx: self.ctx,
            location: state.location,
            operands: &operands,
            properties: state.properties,
            body: self.body,
            regions: &state.regions,
        })?;
        Ok(())
    }

    /// Puts an op that stands nowhere at the cursor.
    pub fn insert_existing(&mut self, op: OpId) {
        self.body.insert_op(op, self.point());
        self.notify(|listener, body| listener.inserted(body, op));
    }

    fn notify(&mut self, tell: impl FnOnce(&mut dyn Listener, &Body)) {
        if let Some(listener) = self.listener.as_deref_mut() {
            tell(listener, self.body);
        }
    }

    /// Replaces the results of `op` and erases it.
    ///
    /// # Panics
    /// If the numbers of results and values differ.
    pub fn replace(&mut self, op: OpId, with: &[ValueId]) {
        self.replace_uses(op, with);
        self.erase(op);
    }

    /// Makes the users of `op` use other values; `op` stays.
    ///
    /// # Panics
    /// If the numbers of results and values differ.
    pub fn replace_uses(&mut self, op: OpId, with: &[ValueId]) {
        assert_eq!(
            self.body.op(op).num_results(),
            with.len(),
            "as many values as results"
        );
        self.notify(|listener, body| listener.replaced(body, op, with));
        let results: Vec<ValueId> = self.body.results(op).collect();
        for (result, &value) in results.into_iter().zip(with) {
            self.replace_value(result, value);
        }
    }

    /// Makes all users of `from` use `to`.
    pub fn replace_value(&mut self, from: ValueId, to: ValueId) {
        let users: Vec<OpId> = self.body.users(from).collect();
        self.body.replace_all_uses(from, to);
        for user in users {
            self.notify(|listener, body| listener.modified(body, user));
        }
    }

    /// Makes an op at the place of `op` and replaces `op` by it.
    pub fn replace_with(&mut self, op: OpId, state: OperationState) -> OpId {
        self.set_before(op);
        let new = self.insert(state);
        let results: Vec<ValueId> = self.body.results(new).collect();
        self.replace(op, &results);
        new
    }

    /// Erases an op without uses, with everything in its regions.
    pub fn erase(&mut self, op: OpId) {
        for inner in self.body.walk_op(op, crate::body::WalkOrder::Post) {
            self.notify(|listener, body| listener.erased(body, inner));
        }
        if self.point == Some(InsertPoint::Before(op)) {
            self.point = self.body.parent_block(op).map(|_| self.body.after(op));
        }
        self.body.erase_op(op);
    }

    /// Changes an op where it stands.
    pub fn modify<R>(&mut self, op: OpId, change: impl FnOnce(&mut Body) -> R) -> R {
        let result = change(self.body);
        self.notify(|listener, body| listener.modified(body, op));
        result
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: OpId, point: InsertPoint) {
        self.body.move_op(op, point);
        self.notify(|listener, body| listener.inserted(body, op));
    }

    /// Makes a block in `region`, before `before` or at its end, with arguments; the cursor goes to its end.
    pub fn create_block(
        &mut self,
        region: RegionId,
        before: Option<BlockId>,
        args: &[(Type, Location)],
    ) -> BlockId {
        let block = self.body.create_block();
        for &(ty, location) in args {
            self.body.add_block_arg(block, ty, location);
        }
        self.body.insert_block(block, region, before);
        self.set_end(block);
        self.notify(|listener, body| listener.block_inserted(body, block));
        block
    }

    /// Moves what stands from `point` on into a new block right behind.
    pub fn split_block(&mut self, point: InsertPoint) -> BlockId {
        let block = self.body.split_block(point);
        self.notify(|listener, body| listener.block_inserted(body, block));
        block
    }

    /// Erases a block that nothing leads to.
    pub fn erase_block(&mut self, block: BlockId) {
        let ops: Vec<OpId> = self.body.block_ops(block).collect();
        for op in ops.into_iter().rev() {
            for inner in self.body.walk_op(op, crate::body::WalkOrder::Post) {
                self.notify(|listener, body| listener.erased(body, inner));
            }
        }
        self.notify(|listener, body| listener.block_erased(body, block));
        self.body.erase_block(block);
    }

    /// Moves the ops of `block` to `point`, its arguments replaced by `args`, and erases it.
    ///
    /// # Panics
    /// If the numbers of arguments differ.
    pub fn inline_block(&mut self, block: BlockId, point: InsertPoint, args: &[ValueId]) {
        let params: Vec<ValueId> = self.body.block_args(block).collect();
        assert_eq!(
            params.len(),
            args.len(),
            "as many values as block arguments"
        );
        for (param, &arg) in params.into_iter().zip(args) {
            self.replace_value(param, arg);
        }
        if let Some(first) = self.body.block(block).first_op() {
            self.body.move_ops_from(first, point);
        }
        self.notify(|listener, body| listener.block_erased(body, block));
        self.body.erase_block(block);
    }

    /// Appends the ops of `block` to `into`, its arguments replaced by `args`, and erases it.
    pub fn merge_blocks(&mut self, block: BlockId, into: BlockId, args: &[ValueId]) {
        self.inline_block(block, InsertPoint::End(into), args);
    }

    /// Moves all blocks of `from` into `to`, before `before` or at its end.
    pub fn inline_region(&mut self, from: RegionId, to: RegionId, before: Option<BlockId>) {
        self.body.inline_region(from, to, before);
    }

    /// A location for new ops: that of `op`.
    pub fn location_of(&self, op: OpId) -> Location {
        self.body.op(op).location()
    }
}
