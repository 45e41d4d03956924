//! Makes ops legal, one after the other: by folding, or by a pattern whose results are made legal in turn.

use cranelift_entity::EntitySet;
use foldhash::fast::FixedState;
use hashbrown::HashSet;
use smallvec::SmallVec;

use super::super::fold::{constant_state, dialect_of, fold_fully, may_fold};
use super::super::rewriter::Symbols;
use super::super::{Rewriter, ValueVec};
use super::nested::Found;
use super::patterns::Entry;
use super::state::{CastKind, ConversionState, Progress};
use super::target::Known;
use super::{ConversionConfig, ConversionPatterns, ConversionTarget, FoldingMode, Legality, Mode, casts};
use crate::body::{BlockId, Body, OpId, Operation, RegionId, ValueId, WalkOrder};
use crate::context::Context;
use crate::def::{FoldResult, Folded, OpTrait};
use crate::diagnostics::Diagnostic;
use crate::location::Location;

/// What a conversion is about.
pub(super) struct Driver<'p> {
    pub(super) ctx: &'p Context,
    pub(super) target: &'p ConversionTarget,
    pub(super) patterns: &'p ConversionPatterns,
    pub(super) config: &'p ConversionConfig,
    pub(super) mode: Mode,
    pub(super) known: Known,
}

/// A body in conversion.
pub(super) struct Work<'a> {
    pub(super) body: &'a mut Body,
    pub(super) state: &'a mut ConversionState,
    /// The symbol table around.
    symbols: Option<Symbols<'a>>,
    /// Where the op stands that the body is of.
    pub(super) location: Location,
    /// Patterns that are being applied, from the outermost on.
    applied: Vec<usize>,
    /// What was found at the ops of this body, and those whose bodies are converted next.
    pub(super) found: Vec<Found>,
}

impl Work<'_> {
    fn rewriter<'b>(&'b mut self, ctx: &'b Context) -> Rewriter<'b> {
        let rw = Rewriter::new(ctx, self.body).with_conversion(self.state);
        match self.symbols {
            Some(symbols) => rw.with_symbols(symbols),
            None => rw,
        }
    }
}

/// Something could not be made legal.
struct Illegal;

type Legalized = Result<(), Illegal>;

impl Driver<'_> {
    /// Converts everything in the body of an op that is isolated from above.
    pub(super) fn convert_owner(&self, op: &mut Operation, diagnostics: &mut crate::Diagnostics) -> bool {
        let Some(mut body) = op.take_body() else {
            return true;
        };
        let ok = self.convert_body(
            &mut body,
            op.location(),
            None,
            &mut ConversionState::default(),
            diagnostics,
        );
        op.put_body(body);
        ok
    }

    /// Converts the ops of a body, then the bodies of its ops; says whether all went well.
    pub(super) fn convert_body(
        &self,
        body: &mut Body,
        location: Location,
        symbols: Option<Symbols<'_>>,
        state: &mut ConversionState,
        diagnostics: &mut crate::Diagnostics,
    ) -> bool {
        self.convert_signatures(body, state);
        let ops = self.ops_to_convert(body, state);
        let mut work = Work {
            body,
            state,
            symbols,
            location,
            applied: Vec::new(),
            found: Vec::new(),
        };
        let ok = ops.into_iter().all(|op| self.convert(&mut work, op));
        let ok = self.convert_nested(&mut work, diagnostics) && ok;
        // Even a conversion that failed leaves a body in which every op is where it belongs.
        work.state.commit(self.ctx, work.body);
        ok && self.settle_casts(&mut work, diagnostics)
    }

    /// Converts the arguments of blocks as the pattern for the owner of the body asked for, which saw that it can be done.
    fn convert_signatures(&self, body: &mut Body, state: &mut ConversionState) {
        let Some(region) = body.root() else { return };
        for signature in std::mem::take(&mut state.signatures) {
            let first = body.region(region).first().filter(|_| !signature.all_blocks);
            let mut rw = Rewriter::new(self.ctx, body).with_conversion(state);
            match first {
                Some(block) => {
                    rw.convert_block_signature(block, &signature.entry, Some(&signature.converter));
                }
                None => {
                    rw.convert_region_with(region, &signature.entry, &signature.converter);
                }
            }
        }
    }

    pub(super) fn legality(&self, body: &Body, op: OpId) -> Legality {
        self.target.legality_by(&self.known, body.op_ref(self.ctx, op))
    }

    /// All ops, outer ones first, blocks in the order in which a depth-first walk from the entry finds them.
    fn ops_to_convert(&self, body: &Body, state: &ConversionState) -> Vec<OpId> {
        let mut ops = Vec::with_capacity(body.num_ops());
        let mut pending: Vec<Step> = body
            .root_regions()
            .iter()
            .rev()
            .map(|&region| Step::Region(region))
            .collect();
        while let Some(step) = pending.pop() {
            match step {
                Step::Region(region) => {
                    let Some(entry) = body.region(region).first() else {
                        continue;
                    };
                    pending.extend(depth_first(body, entry).into_iter().rev().map(Step::Block));
                }
                Step::Block(block) if body.is_flat() && state.casts.is_empty() => ops.extend(body.block_ops(block)),
                Step::Block(block) => {
                    let start = pending.len();
                    pending.extend(body.block_ops(block).map(Step::Op));
                    pending[start..].reverse();
                }
                Step::Op(op) if state.casts.contains_key(&op) => {}
                Step::Op(op) => {
                    ops.push(op);
                    let regions = body.op_regions(op);
                    if !regions.is_empty() && self.legality(body, op) != (Legality::Legal { recursively: true }) {
                        pending.extend(regions.iter().rev().map(|&region| Step::Region(region)));
                    }
                }
            }
        }
        ops
    }

    /// Makes one op legal; says whether it is, where the mode of the conversion demands it.
    fn convert(&self, work: &mut Work<'_>, op: OpId) -> bool {
        if work.state.was_replaced(op) {
            return true;
        }
        let legality = self.legality(work.body, op);
        // Most ops are legal, and have nothing in them.
        if work.body.op(op).is_plain() && matches!(legality, Legality::Legal { .. }) {
            return true;
        }
        let has_body = work.body.op(op).body().is_some();
        work.state.created.clear();
        let legalized = self.legalize_by(work, op, legality);
        let reported = std::mem::take(&mut work.state.diagnostics);
        work.found.extend(reported.into_iter().map(Found::Diagnostic));
        if legalized.is_err() && !self.tolerates(work, op) {
            let op = work.body.op_ref(self.ctx, op);
            let name = op.name();
            let suffix = if self.mode == Mode::Full {
                ""
            } else {
                " that was explicitly marked illegal"
            };
            let message = format!("failed to legalize operation '{name}'{suffix}");
            work.found.push(Found::Diagnostic(op.bare_error(message)));
            return false;
        }
        if !has_body {
            return true;
        }
        if work.body.op(op).body().is_some() {
            work.found.push(Found::Owner(op));
        } else {
            let created = std::mem::take(&mut work.state.created);
            let owners = created.into_iter().filter(|&new| work.body.op(new).body().is_some());
            work.found.extend(owners.map(Found::Owner));
        }
        true
    }

    /// Whether the conversion goes on though an op could not be made legal.
    fn tolerates(&self, work: &Work<'_>, op: OpId) -> bool {
        self.mode == Mode::Partial && self.legality(work.body, op) != Legality::Illegal
    }

    fn legalize(&self, work: &mut Work<'_>, op: OpId) -> Legalized {
        let legality = self.legality(work.body, op);
        self.legalize_by(work, op, legality)
    }

    fn legalize_by(&self, work: &mut Work<'_>, op: OpId, legality: Legality) -> Legalized {
        if work.state.is_ignored(op) {
            return Ok(());
        }
        if let Legality::Legal { recursively } = legality {
            if recursively && !work.body.op_regions(op).is_empty() {
                let inner = work.body.walk_op(op, WalkOrder::Pre);
                work.state.ignored.extend(inner.into_iter().skip(1));
            }
            return Ok(());
        }
        let before = self.config.folding == FoldingMode::BeforePatterns;
        if before && self.legalize_with_fold(work, op).is_ok() {
            return Ok(());
        }
        if self.legalize_with_pattern(work, op).is_ok() {
            return Ok(());
        }
        match self.config.folding {
            FoldingMode::AfterPatterns => self.legalize_with_fold(work, op),
            _ => Err(Illegal),
        }
    }

    fn legalize_with_fold(&self, work: &mut Work<'_>, op: OpId) -> Legalized {
        let def = work.body.op(op).def();
        if def.is_none_or(|def| def.has(OpTrait::ConstantLike) || !may_fold(def)) {
            return Err(Illegal);
        }
        let operands: SmallVec<[ValueId; 4]> = work.body.operands(op).collect();
        let properties = work.body.op(op).properties();
        let results = match fold_fully(self.ctx, work.body, op) {
            Folded::No => return Err(Illegal),
            Folded::InPlace => return self.legalize(work, op),
            Folded::Results(results) => results,
        };
        let folded = self.replace_by_folded(work, op, &results);
        if folded.is_err() {
            // What folding changed on the way is taken back.
            if !operands.iter().copied().eq(work.body.operands(op)) {
                work.body.set_operands(op, &operands);
            }
            work.body.op_mut(op).set_properties(properties);
        }
        folded
    }

    /// Replaces an op by what it folded to if the constants for that are legal.
    fn replace_by_folded(&self, work: &mut Work<'_>, op: OpId, results: &[FoldResult]) -> Legalized {
        let pairs = || work.body.results(op).zip(results);
        let in_cycle = |(original, folded)| matches!(folded, &FoldResult::Value(value) if work.state.mapping.stands_for(&[value], original));
        if pairs().any(in_cycle) {
            return Err(Illegal);
        }
        let Some((values, constants)) = self.constants(work, op, results) else {
            return Err(Illegal);
        };
        work.state.progress = Progress::default();
        for &constant in &constants {
            if self.legalize(work, constant).is_err() {
                for &constant in &constants {
                    work.body.erase_op(constant);
                }
                return Err(Illegal);
            }
        }
        work.rewriter(self.ctx).replace(op, &values);
        Ok(())
    }

    /// The values that an op folded to, with constants made for them before the op; `None` if one cannot be made.
    fn constants(&self, work: &mut Work<'_>, op: OpId, results: &[FoldResult]) -> Option<(Vec<ValueId>, Vec<OpId>)> {
        let dialect = dialect_of(self.ctx, work.body.op(op).name());
        let location = work.body.op(op).location();
        let mut states = Vec::new();
        for (result, folded) in work.body.results(op).zip(results) {
            states.push(match *folded {
                FoldResult::Value(value) => Err(value),
                FoldResult::Attr(attr) => {
                    let ty = work.body.value_type(result);
                    Ok(constant_state(self.ctx, dialect, attr, ty, location)?)
                }
            });
        }
        let (mut values, mut made) = (Vec::new(), Vec::new());
        let mut rw = work.rewriter(self.ctx);
        rw.set_before(op);
        for state in states {
            values.push(match state {
                Err(value) => value,
                Ok(state) => {
                    let constant = rw.insert(state);
                    made.push(constant);
                    rw.body.result(constant, 0)
                }
            });
        }
        Some((values, made))
    }

    fn legalize_with_pattern(&self, work: &mut Work<'_>, op: OpId) -> Legalized {
        for index in self.patterns.for_op(work.body.op(op)) {
            let entry = self.patterns.entry(index);
            if !entry.has_bounded_recursion() && work.applied.contains(&index) {
                continue;
            }
            let casts = work.state.cast_order.len();
            work.state.progress = Progress::default();
            if self.apply(work, op, entry).is_none() {
                self.undo(work, casts);
                continue;
            }
            let progress = std::mem::take(&mut work.state.progress);
            work.applied.push(index);
            let legalized = self.legalize_results(work, op, progress);
            work.applied.pop();
            return legalized;
        }
        Err(Illegal)
    }

    /// Runs a pattern.
    fn apply(&self, work: &mut Work<'_>, op: OpId, entry: &Entry) -> Option<()> {
        match entry {
            Entry::Rewrite(pattern) => {
                let mut rw = work.rewriter(self.ctx);
                rw.set_before(op);
                pattern.rewrite(&mut rw, op).then_some(())
            }
            Entry::Conversion(pattern) => {
                let outer = std::mem::replace(&mut work.state.current, pattern.converter().cloned());
                let location = work.body.op(op).location();
                let originals: SmallVec<[ValueId; 4]> = work.body.operands(op).collect();
                let operands: Option<SmallVec<[ValueVec; 4]>> = originals
                    .into_iter()
                    .map(|value| work.state.remap(self.ctx, work.body, value, location))
                    .collect();
                let result = operands.and_then(|operands| {
                    let mut rw = work.rewriter(self.ctx);
                    rw.set_before(op);
                    pattern.rewrite_ranges(&mut rw, op, &operands)
                });
                work.state.current = outer;
                result
            }
        }
    }

    /// Takes back what a pattern did that did not match: casts of operands, and ops that nothing uses.
    fn undo(&self, work: &mut Work<'_>, casts: usize) {
        let progress = std::mem::take(&mut work.state.progress);
        debug_assert!(
            progress.modified.is_empty() && progress.blocks.is_empty(),
            "a failing pattern changes nothing"
        );
        for op in progress.inserted.into_iter().rev() {
            if !work.state.was_replaced(op) {
                work.body.erase_op(op);
            }
        }
        work.state.undo_casts(work.body, casts);
    }

    /// Makes what a pattern made legal: blocks, then ops that it changed, then ops that it made.
    fn legalize_results(&self, work: &mut Work<'_>, op: OpId, progress: Progress) -> Legalized {
        let mut seen: HashSet<OpId, FixedState> = HashSet::default();
        for &block in &progress.blocks {
            let parent = work.body.block_parent_op(block);
            if work.body.block(block).args().is_empty() || parent == Some(op) {
                continue;
            }
            let Some(region) = work.body.block(block).region() else {
                continue;
            };
            if let Some(converter) = work.state.region_converter(region) {
                let signature = converter
                    .convert_block_signature(self.ctx, work.body, block)
                    .ok_or(Illegal)?;
                work.state
                    .convert_block(self.ctx, work.body, block, &signature, Some(&converter));
                continue;
            }
            // Ops that the pattern made are looked at below.
            let Some(parent) = parent.filter(|parent| !progress.inserted.contains(parent)) else {
                continue;
            };
            if seen.insert(parent) {
                self.legalize(work, parent)?;
            }
        }
        work.state.progress = Progress::default();
        for &modified in &progress.modified {
            if !progress.inserted.contains(&modified) {
                self.legalize(work, modified)?;
            }
        }
        for &inserted in &progress.inserted {
            self.legalize(work, inserted)?;
        }
        Ok(())
    }

    /// Removes casts that cancel each other, and lets the converters make the others in their own way.
    fn settle_casts(&self, work: &mut Work<'_>, diagnostics: &mut crate::Diagnostics) -> bool {
        let order = std::mem::take(&mut work.state.cast_order);
        let all: Vec<OpId> = order
            .into_iter()
            .map(|(op, _)| op)
            .filter(|op| work.state.casts.contains_key(op))
            .collect();
        let known = &work.state.casts;
        let remaining = casts::reconcile(self.ctx, work.body, &all, |_, _, op| known.contains_key(&op));
        if !self.config.build_materializations {
            return true;
        }
        for op in remaining {
            if let Err(diagnostic) = self.materialize(work, op) {
                diagnostics.push(diagnostic);
                return false;
            }
        }
        true
    }

    fn materialize(&self, work: &mut Work<'_>, op: OpId) -> Result<(), Diagnostic> {
        let inputs: Vec<ValueId> = work.body.operands(op).collect();
        let types = work.body.result_types(op);
        let location = work.body.op(op).location();
        if let Some(cast) = work.state.casts.get(&op)
            && let Some(converter) = &cast.converter
        {
            let mut rw = Rewriter::new(self.ctx, work.body);
            rw.set_before(op);
            let made = match cast.kind {
                CastKind::Source => converter.materialize_source(&mut rw, &types, &inputs, location),
                CastKind::Target { original } => {
                    converter.materialize_target(&mut rw, &types, &inputs, location, original)
                }
            };
            if let Some(values) = made {
                rw.replace(op, &values);
                return Ok(());
            }
        }
        Err(self.live_cast_error(work.body, op, &inputs))
    }

    fn live_cast_error(&self, body: &Body, op: OpId, inputs: &[ValueId]) -> Diagnostic {
        let list = |values: &mut dyn Iterator<Item = ValueId>| {
            let types: Vec<String> = values
                .map(|value| format!("'{}'", self.ctx.show_type(body.value_type(value))))
                .collect();
            types.join(", ")
        };
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ({}) that remained live after conversion",
            list(&mut inputs.iter().copied()),
            list(&mut body.results(op)),
        );
        let error = body.op_ref(self.ctx, op).bare_error(message);
        match body.results(op).find_map(|value| body.users(value).next()) {
            Some(user) => {
                let shown = self.ctx.show_op(body.op_ref(self.ctx, user));
                error.with_note(
                    body.op(user).location(),
                    format!("see existing live user here: {shown}"),
                )
            }
            None => error,
        }
    }
}

enum Step {
    Region(RegionId),
    Block(BlockId),
    Op(OpId),
}

/// Blocks in the order in which a depth-first walk along branches finds them. Others are not reached.
fn depth_first(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut seen: EntitySet<BlockId> = EntitySet::new();
    let mut order = Vec::new();
    let mut pending: SmallVec<[BlockId; 16]> = SmallVec::from_slice(&[entry]);
    while let Some(block) = pending.pop() {
        if !seen.insert(block) {
            continue;
        }
        order.push(block);
        if let Some(last) = body.block(block).last_op() {
            pending.extend(body.successors(last).rev().filter(|&next| !seen.contains(next)));
        }
    }
    order
}
