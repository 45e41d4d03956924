//! The rewriter, through which patterns change a body, so that listeners are notified of all changes.
//!
//! In a dialect conversion (see [`super::conversion`]), ops are replaced and erased only when the whole conversion has
//! succeeded. Until then, patterns see the original ops and operands.

use super::conversion::ConversionState;
use super::fold::{constant_state, dialect_of, fold_fully};
use crate::body::{BlockId, Body, InsertPoint, OpId, Operation, OperationState, RegionId, ValueId, WalkOrder};
use crate::context::{Context, Ident};
use crate::def::{FoldResult, Folded, InferCx};
use crate::diagnostics::Fallible;
use crate::location::Location;
use crate::symbols::SymbolTable;
use crate::types::Type;

/// Receives notifications about changes of a body.
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

/// The symbol table that contains the body that is rewritten. For the body of a function, this is its module.
#[derive(Debug, Clone, Copy)]
pub struct Symbols<'a> {
    pub(super) body: &'a Body,
    pub(super) table: &'a SymbolTable,
}

impl<'a> Symbols<'a> {
    /// The op that defines a symbol.
    pub fn get(self, name: Ident) -> Option<&'a Operation> {
        self.table.get(name).map(|op| self.body.op(op))
    }
}

/// A change of the symbol table around a body.
#[derive(Debug)]
pub struct SymbolEdit<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body of the symbol table: that of the module.
    pub table: &'a mut Body,
    /// The location of the op that owns this body.
    pub location: Location,
    /// The body whose conversion requested the change, such as that of a function.
    pub own: &'a mut Body,
}

/// What [`Rewriter::edit_symbols`] keeps.
pub(super) type BoxedEdit = Box<dyn FnOnce(SymbolEdit<'_>) -> Fallible + Send>;

/// Changes a body. It has an insertion point, where new ops are put.
pub struct Rewriter<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body. It may be read directly. A change past the methods of the rewriter is not told to the listener and not
    /// undone by a conversion: [`modify`](Self::modify) tells it.
    pub body: &'a mut Body,
    point: Option<InsertPoint>,
    listener: Option<&'a mut dyn Listener>,
    pub(super) conversion: Option<&'a mut ConversionState>,
    symbols: Option<Symbols<'a>>,
}

impl<'a> Rewriter<'a> {
    /// A rewriter without an insertion point.
    pub fn new(ctx: &'a Context, body: &'a mut Body) -> Self {
        Self {
            ctx,
            body,
            point: None,
            listener: None,
            conversion: None,
            symbols: None,
        }
    }

    /// Adds a listener to the rewriter.
    #[must_use]
    pub fn with_listener(mut self, listener: &'a mut dyn Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Gives the rewriter the symbol table around the body.
    #[must_use]
    pub(super) fn with_symbols(mut self, symbols: Symbols<'a>) -> Self {
        self.symbols = Some(symbols);
        self
    }

    /// Moves the insertion point off `op`, which is about to go.
    pub(super) fn leave(&mut self, op: OpId) {
        if self.point == Some(InsertPoint::Before(op)) {
            self.point = self.body.parent_block(op).map(|_| self.body.after(op));
        }
    }

    /// Gives the rewriter the state of the dialect conversion that it works for.
    #[must_use]
    pub(super) fn with_conversion(mut self, state: &'a mut ConversionState) -> Self {
        self.conversion = Some(state);
        self
    }

    /// The symbol table around the body, for reading, if the driver gave one.
    pub fn symbols(&self) -> Option<Symbols<'a>> {
        self.symbols
    }

    /// Requests a change of the symbol table around the body. Functions are converted independently of each other. The
    /// requested changes are made afterwards, in the order of the functions.
    ///
    /// # Panics
    /// Outside of a conversion, where nobody would make them.
    pub fn edit_symbols(&mut self, edit: impl FnOnce(SymbolEdit<'_>) -> Fallible + Send + 'static) {
        let conversion = self.conversion.as_deref_mut().expect("a conversion edits symbols");
        conversion.edits.push(Box::new(edit));
    }

    /// The insertion point.
    ///
    /// # Panics
    /// If the rewriter has none.
    pub fn point(&self) -> InsertPoint {
        self.point.expect("the rewriter stands somewhere")
    }

    /// Sets the insertion point.
    pub fn set_point(&mut self, point: InsertPoint) {
        self.point = Some(point);
    }

    /// Sets the insertion point before `op`.
    pub fn set_before(&mut self, op: OpId) {
        self.point = Some(InsertPoint::Before(op));
    }

    /// Sets the insertion point after `op`.
    pub fn set_after(&mut self, op: OpId) {
        self.point = Some(self.body.after(op));
    }

    /// Sets the insertion point to the start of `block`.
    pub fn set_start(&mut self, block: BlockId) {
        self.point = Some(self.body.start_of(block));
    }

    /// Sets the insertion point to the end of `block`.
    pub fn set_end(&mut self, block: BlockId) {
        self.point = Some(InsertPoint::End(block));
    }

    /// Makes an op at the insertion point. If the state has no result types, they are inferred.
    ///
    /// # Panics
    /// If they cannot be inferred. Use [`Rewriter::try_insert`] if this depends on the input.
    pub fn insert(&mut self, state: OperationState) -> OpId {
        match self.try_insert(state) {
            Ok(op) => op,
            Err(diagnostic) => panic!("{}", diagnostic.message()),
        }
    }

    /// Makes an op at the insertion point. If the state has no result types, they are inferred.
    ///
    /// # Errors
    /// If they cannot be inferred.
    pub fn try_insert(&mut self, mut state: OperationState) -> Fallible<OpId> {
        self.infer(&mut state)?;
        let op = self.body.create_op(state);
        self.insert_existing(op);
        Ok(op)
    }

    /// Makes an op at the insertion point, and returns its first result.
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
        if def.hooks.infer.is_none() && def.results.iter().all(|slot| slot.arity != crate::def::Arity::One) {
            return Ok(());
        }
        let operands: Vec<Type> = state.operands.iter().map(|&v| self.body.value_type(v)).collect();
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

    /// Puts an op that is not in a block at the insertion point.
    pub fn insert_existing(&mut self, op: OpId) {
        self.body.insert_op(op, self.point());
        if let Some(conversion) = self.conversion.as_deref_mut() {
            conversion.inserted(op);
        }
        self.notify(|listener, body| listener.inserted(body, op));
    }

    /// Puts a copy of an op at the insertion point. Listeners are also notified of the ops in its regions.
    pub fn insert_copy(&mut self, copy: OpId) {
        self.insert_existing(copy);
        for nested in self.body.walk_op(copy, WalkOrder::Pre).into_iter().skip(1) {
            self.notify(|listener, body| listener.inserted(body, nested));
        }
    }

    /// Makes an op at the insertion point, and returns its only result. If the op can be folded, the folded value is
    /// returned instead.
    pub fn insert_or_fold(&mut self, state: OperationState) -> ValueId {
        let (name, location) = (state.name, state.location);
        let op = self.body.create_op(state);
        self.body.insert_op(op, self.point());
        if let Folded::Results(results) = fold_fully(self.ctx, self.body, op)
            && let [folded] = results[..]
        {
            let ty = self.body.value_type(self.body.result(op, 0));
            let constant = |attr| constant_state(self.ctx, dialect_of(self.ctx, name), attr, ty, location);
            let value = match folded {
                FoldResult::Value(value) => Some(value),
                FoldResult::Attr(attr) => constant(attr).map(|state| self.insert_value(state)),
            };
            if let Some(value) = value {
                self.body.erase_op(op);
                return value;
            }
        }
        self.body.unlink_op(op);
        self.insert_existing(op);
        self.body.result(op, 0)
    }

    pub(super) fn notify(&mut self, tell: impl FnOnce(&mut dyn Listener, &Body)) {
        if let Some(listener) = self.listener.as_deref_mut() {
            tell(listener, self.body);
        }
    }

    /// Replaces the results of `op` and erases it.
    ///
    /// # Panics
    /// If the numbers of results and values differ.
    pub fn replace(&mut self, op: OpId, with: &[ValueId]) {
        assert_eq!(self.body.op(op).num_results(), with.len(), "as many values as results");
        if self.conversion.is_some() {
            let with: Vec<_> = with.iter().map(|&value| smallvec::smallvec![value]).collect();
            return self.replace_many(op, &with);
        }
        self.replace_uses(op, with);
        self.erase(op);
    }

    /// Replaces all uses of the results of `op`. The op itself stays.
    ///
    /// # Panics
    /// If the numbers of results and values differ.
    pub fn replace_uses(&mut self, op: OpId, with: &[ValueId]) {
        assert_eq!(self.body.op(op).num_results(), with.len(), "as many values as results");
        self.notify(|listener, body| listener.replaced(body, op, with));
        for (result, &value) in self.body.results(op).zip(with) {
            self.replace_value(result, value);
        }
    }

    /// Replaces all uses of `from` by `to`.
    pub fn replace_value(&mut self, from: ValueId, to: ValueId) {
        if let Some(conversion) = self.conversion.as_deref_mut() {
            return conversion.replace_value(from, &[to]);
        }
        if self.listener.is_none() {
            return self.body.replace_all_uses(from, to);
        }
        let users: Vec<OpId> = self.body.users(from).collect();
        self.body.replace_all_uses(from, to);
        for user in users {
            self.notify(|listener, body| listener.modified(body, user));
        }
    }

    /// Replaces `from` by `to` in all users for which `should_replace` returns true.
    pub fn replace_value_if(&mut self, from: ValueId, to: ValueId, should_replace: impl Fn(&Body, OpId) -> bool) {
        let uses: Vec<_> = self.body.uses(from).collect();
        for slot in uses {
            let user = self.body.use_owner(slot);
            if should_replace(self.body, user) {
                self.body.set_use(slot, to);
                self.notify(|listener, body| listener.modified(body, user));
            }
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

    /// Erases an op, with everything in its regions. Outside of conversions, its results must not be used.
    pub fn erase(&mut self, op: OpId) {
        self.leave(op);
        if self.conversion.is_some() {
            let dropped = vec![smallvec::SmallVec::new(); self.body.op(op).num_results()];
            return self.replace_many(op, &dropped);
        }
        match self.listener {
            Some(_) => self.erase_tree(op),
            None => self.body.erase_op(op),
        }
    }

    /// Erases an op after all that is in it, users first, one by one, so that listeners see a body without what was
    /// erased before.
    fn erase_tree(&mut self, op: OpId) {
        for region in self.body.op_regions(op).to_vec().into_iter().rev() {
            while let Some(entry) = self.body.region(region).first() {
                let mut order = crate::dominance::reverse_post_order(self.body, entry);
                order.reverse();
                for &block in &order {
                    self.erase_block_ops(block);
                }
                for block in order {
                    self.notify(|listener, body| listener.block_erased(body, block));
                    self.body.unlink_block(block);
                }
            }
        }
        self.notify(|listener, body| listener.erased(body, op));
        self.body.unlink_op(op);
        self.body.drop_op(op);
    }

    fn erase_block_ops(&mut self, block: BlockId) {
        while let Some(op) = self.body.block(block).last_op() {
            self.erase_tree(op);
        }
    }

    /// Changes an op in place.
    pub fn modify<R>(&mut self, op: OpId, change: impl FnOnce(&mut Body) -> R) -> R {
        let result = change(self.body);
        if let Some(conversion) = self.conversion.as_deref_mut() {
            conversion.modified(op);
        }
        self.notify(|listener, body| listener.modified(body, op));
        result
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: OpId, point: InsertPoint) {
        self.body.move_op(op, point);
        self.notify(|listener, body| listener.inserted(body, op));
    }

    /// Makes a block with arguments in `region`, before `before` or at its end. The insertion point becomes the end of the
    /// block.
    pub fn create_block(&mut self, region: RegionId, before: Option<BlockId>, args: &[(Type, Location)]) -> BlockId {
        let block = self.body.create_block();
        for &(ty, location) in args {
            self.body.add_block_arg(block, ty, location);
        }
        self.body.insert_block(block, region, before);
        self.set_end(block);
        self.block_inserted(block);
        block
    }

    fn block_inserted(&mut self, block: BlockId) {
        if let Some(conversion) = self.conversion.as_deref_mut() {
            conversion.block_inserted(block);
        }
        self.notify(|listener, body| listener.block_inserted(body, block));
    }

    /// Moves the ops from `point` on to a new block after the current one. The insertion point does not change.
    ///
    /// # Panics
    /// If `point` is not in a region.
    pub fn split_block(&mut self, point: InsertPoint) -> BlockId {
        let block = self.body.split_block(point);
        self.block_inserted(block);
        // Listeners are told of the moved ops from the last one on, as they are moved one by one in MLIR.
        if self.listener.is_some() {
            let moved: Vec<OpId> = self.body.block_ops(block).collect();
            for op in moved.into_iter().rev() {
                self.notify(|listener, body| listener.inserted(body, op));
            }
        }
        block
    }

    /// Erases a block without predecessors.
    pub fn erase_block(&mut self, block: BlockId) {
        if let Some(conversion) = self.conversion.as_deref_mut() {
            return conversion.erase_block(self.body, block);
        }
        match self.listener {
            Some(_) => self.erase_block_ops(block),
            None => self.body.drop_block_contents(block),
        }
        self.notify(|listener, body| listener.block_erased(body, block));
        self.body.unlink_block(block);
    }

    /// Moves the ops of `block` to `point`, its arguments replaced by `args`, and erases it.
    ///
    /// # Panics
    /// If the numbers of arguments differ.
    pub fn inline_block(&mut self, block: BlockId, point: InsertPoint, args: &[ValueId]) {
        let params: Vec<ValueId> = self.body.block_args(block).collect();
        assert_eq!(params.len(), args.len(), "as many values as block arguments");
        for (param, &arg) in params.into_iter().zip(args) {
            self.replace_value(param, arg);
        }
        while let Some(op) = self.body.block(block).first_op() {
            self.body.move_op(op, point);
            self.notify(|listener, body| listener.inserted(body, op));
        }
        if self.point == Some(InsertPoint::End(block)) {
            self.point = Some(point);
        }
        self.erase_block(block);
    }

    /// Appends the ops of `block` to `into`, its arguments replaced by `args`, and erases it.
    pub fn merge_blocks(&mut self, block: BlockId, into: BlockId, args: &[ValueId]) {
        self.inline_block(block, InsertPoint::End(into), args);
    }

    /// Moves a block, before `before` or to the end of `region`.
    pub fn move_block(&mut self, block: BlockId, region: RegionId, before: Option<BlockId>) {
        self.body.move_block(block, region, before);
        self.block_inserted(block);
    }

    /// Moves all blocks of `from` into `to`, before `before` or at its end.
    pub fn inline_region(&mut self, from: RegionId, to: RegionId, before: Option<BlockId>) {
        while let Some(block) = self.body.region(from).first() {
            self.move_block(block, to, before);
        }
    }

    /// A location for new ops: that of `op`.
    pub fn location_of(&self, op: OpId) -> Location {
        self.body.op(op).location()
    }
}
