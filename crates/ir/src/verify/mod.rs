//! The verifier: checks everything about an op and what is in it, and reports everything it finds, in MLIR's words.

mod ahead;
mod blocks;
mod invariants;
mod known;
mod parallel;
mod traits;
mod uses;

pub use ahead::VerifyAhead;
pub(crate) use known::{KnownSound, Memory};

use hashbrown::hash_map::Entry;
use known::{First, Sound, types_of};

use crate::asm::regions_of;
use crate::attributes::Attribute;
use crate::body::{BlockId, Body, OpRef, RegionId};
use crate::context::{OpName, dialect_namespace};
use crate::def::{OpDef, OpTrait};
use crate::diagnostics::{Diagnostic, Diagnostics, Fallible};
use crate::symbols::{SymbolScope, symbol_name};
use crate::types::Type;

/// Checks an op with everything in it.
pub fn verify_op(op: OpRef<'_>) -> Diagnostics {
    verify_op_on(op, false)
}

/// As [`verify_op`]; with `threads`, functions are checked on several threads if there is enough to do. The order of
/// diagnostics does not depend on that.
pub fn verify_op_on(op: OpRef<'_>, threads: bool) -> Diagnostics {
    let mut lent = op.ctx.known_sound.lend();
    let mut verifier = Verifier::new(&mut lent.known, threads);
    verifier.op(op, None, None);
    let mut diagnostics = verifier.diagnostics;
    if let (Some(body), false) = (op.data().body(), diagnostics.has_errors()) {
        uses::check_body(op, body, threads, &mut diagnostics);
    }
    diagnostics
}

struct Verifier<'k> {
    diagnostics: Diagnostics,
    known: &'k mut KnownSound,
    threads: bool,
    /// In a body that is looked at for itself, what is left to do when what is around it is known.
    left: Option<ahead::Left>,
    /// Whether the op looked at last differs from those before in the body in what its symbols depend on.
    is_first: bool,
}

impl<'k> Verifier<'k> {
    fn new(known: &'k mut KnownSound, threads: bool) -> Self {
        Self {
            diagnostics: Diagnostics::new(),
            known,
            threads,
            left: None,
            is_first: true,
        }
    }

    /// Checks an op, then what is in it, then what depends on that. `owner` is the owner of the body that it
    /// stands in, if it stands at the top of one.
    fn op(&mut self, op: OpRef<'_>, owner: Option<OpRef<'_>>, scope: Option<&SymbolScope<'_>>) {
        let entry = self.entry(op, owner);
        if self.diagnostics.take(entry).is_none() {
            return;
        }
        let (body, regions) = regions_of(op.body, op.op);
        if regions.is_empty() {
            self.diagnostics.take(check_inside(op));
            return;
        }
        if self.is_valid_inside(op, scope) {
            return;
        }
        let own_scope = (op.data().body().is_some() && op.data().has_trait(OpTrait::SymbolTable))
            .then(|| SymbolScope::new(op, body, scope));
        let own_scope = own_scope.or_else(|| may_define_symbols(op).then(|| SymbolScope::unknown(op, scope)));
        let inner = own_scope.as_ref().or(scope);
        let before = self.diagnostics.len();
        for &region in regions {
            self.region(op, body, region, inner);
        }
        let inside_is_sound = self.diagnostics.len() == before;
        if inside_is_sound {
            self.diagnostics.take(check_exit(op));
            if let Some(scope) = &own_scope {
                self.symbol_table(op, body, scope);
            }
        }
    }

    /// What holds of an op whatever is in it.
    fn entry(&mut self, op: OpRef<'_>, owner: Option<OpRef<'_>>) -> Fallible {
        match op.data().name() {
            OpName::Registered(def) => self.registered(op, def, owner),
            OpName::Unregistered(name) => {
                let dialect = dialect_namespace(op.ctx.str(name));
                let is_allowed = match op.ctx.dialect(dialect) {
                    Some(dialect) => dialect.allows_unknown_ops,
                    None => op.ctx.allow_unregistered,
                };
                if !is_allowed {
                    return Err(unregistered(op));
                }
                check_dialect_attrs(op)
            }
        }
    }

    fn registered(&mut self, op: OpRef<'_>, def: &'static OpDef, owner: Option<OpRef<'_>>) -> Fallible {
        let check = self.left.as_ref().map_or(0, |left| left.check);
        let mut known = self.known.entry(op, def);
        if let Entry::Occupied(sound) = &mut known
            && let Some(First(first)) = sound.get_mut().covers(op, def, check)
        {
            self.is_first = first;
            return def.hooks.verify.map_or(Ok(()), |verify| verify(op));
        }
        self.is_first = true;
        traits::check_region_count(op, def)?;
        if let Entry::Vacant(_) = known {
            traits::check_counts(op, def)?;
        }
        traits::check_parent(op, def, owner)?;
        traits::check_single_block(op, def)?;
        let sound = match known {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                invariants::check_attributes(op, def)?;
                entry.insert(Sound::of(def))
            }
        };
        let is_new = !sound.knows(op);
        if is_new {
            invariants::check_types(op, def)?;
        }
        invariants::check_regions(op, def)?;
        invariants::check_successors(op, def)?;
        if is_new {
            traits::check_types(op, def)?;
        }
        traits::check_place(op, def)?;
        check_dialect_attrs(op)?;
        if is_new {
            def.hooks.verify_types.map_or(Ok(()), |verify| verify(op))?;
            sound.remember(types_of(op).collect());
        }
        def.hooks.verify.map_or(Ok(()), |verify| verify(op))
    }

    fn region(&mut self, op: OpRef<'_>, body: &Body, region: RegionId, scope: Option<&SymbolScope<'_>>) {
        if let Some(entry) = body.region(region).first()
            && !body.has_no_predecessors(entry)
        {
            let message = "entry block of region may not have predecessors";
            return self.diagnostics.push(Diagnostic::error(op.location(), message));
        }
        let mut checked = self.isolated_ops(op, body, region, scope);
        for block in body.region_blocks(region) {
            self.block(op, body, block, scope, &mut checked);
        }
    }

    /// Checks the isolated ops of a region on several threads if they are worth it.
    fn isolated_ops(
        &self,
        owner: OpRef<'_>,
        body: &Body,
        region: RegionId,
        scope: Option<&SymbolScope<'_>>,
    ) -> parallel::Results {
        let threads = self.threads && owner.data().has_trait(OpTrait::SymbolTable);
        let blocks = body.region_blocks(region);
        let lend = || owner.ctx.known_sound.lend();
        parallel::check(threads, body, blocks, lend, |op, lent| {
            let mut verifier = Verifier::new(&mut lent.known, true);
            verifier.op(body.op_ref(owner.ctx, op), Some(owner), scope);
            verifier.diagnostics
        })
    }

    fn block(
        &mut self,
        op: OpRef<'_>,
        body: &Body,
        block: BlockId,
        scope: Option<&SymbolScope<'_>>,
        checked: &mut parallel::Results,
    ) {
        let sound = self.diagnostics.take(blocks::check_start(op, body, block)).is_some();
        let before = self.diagnostics.len();
        for inner in body.block_ops(block) {
            match checked.take(inner, body) {
                Some(diagnostics) => self.diagnostics.append(diagnostics),
                None => self.op(body.op_ref(op.ctx, inner), Some(op), scope),
            }
            // What is known last is about an op inside, if there is one.
            self.is_first |= !body.op(inner).is_plain();
            self.symbols(body.op_ref(op.ctx, inner), scope);
        }
        // A terminator is not missed where the op that may have been meant as one is wrong itself.
        if sound && self.diagnostics.len() == before {
            self.diagnostics.take(blocks::check_end(op, body, block));
        }
    }

    /// Checks the symbols that an op names.
    fn symbols(&mut self, op: OpRef<'_>, scope: Option<&SymbolScope<'_>>) {
        match &mut self.left {
            Some(left) if self.is_first && names_symbols(op) => left.symbol_users.push(op.op),
            Some(_) => {}
            None => self.diagnostics.take(check_symbols(op, scope)).unwrap_or_default(),
        }
    }

    /// Checks that no symbol is defined twice.
    fn symbol_table(&mut self, op: OpRef<'_>, body: &Body, scope: &SymbolScope<'_>) {
        if !scope.has_duplicates() {
            return;
        }
        for block in body
            .root_regions()
            .iter()
            .flat_map(|&region| body.region_blocks(region))
        {
            for inner in body.block_ops(block) {
                let inner = body.op_ref(op.ctx, inner);
                let Some(name) = symbol_name(op.ctx, inner.data()) else {
                    continue;
                };
                let first = scope.get(name).filter(|&first| first != inner.op);
                if let Some(first) = first {
                    let message = format!("redefinition of symbol named '{}'", op.ctx.str(name));
                    let note = "see existing symbol definition here";
                    let error = inner.bare_error(message);
                    self.diagnostics.push(error.with_note(body.op(first).location(), note));
                }
            }
        }
    }
}

/// The error for an op whose results have other types than those that follow from its operands and attributes.
pub fn unlike_inferred(op: OpRef<'_>, inferred: &[Type]) -> Diagnostic {
    let list = |types: &[Type]| {
        let shown = types.iter().map(|&ty| format!("'{}'", op.ctx.show_type(ty)));
        shown.collect::<Vec<_>>().join(", ")
    };
    let message = format!(
        "'{}' op inferred type(s) {} are incompatible with return type(s) of operation {}",
        op.name(),
        list(inferred),
        list(&op.result_types())
    );
    let mismatch = Diagnostic::error(op.location(), message);
    mismatch.followed_by(op.error("failed to infer returned types"))
}

fn unregistered(op: OpRef<'_>) -> Diagnostic {
    let (name, dialect) = (op.name(), dialect_namespace(op.name()));
    if op.ctx.dialect(dialect).is_some() {
        let message = format!(
            "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
        );
        return op.bare_error(message);
    }
    op.error(
        "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
         MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
    )
}

fn names_symbols(op: OpRef<'_>) -> bool {
    op.data().def().is_some_and(|def| def.hooks.verify_symbols.is_some())
}

/// Checks the symbols that an op names, if there is a table to find them in.
fn check_symbols(op: OpRef<'_>, scope: Option<&SymbolScope<'_>>) -> Fallible {
    let check = op.data().def().and_then(|def| def.hooks.verify_symbols);
    let (Some(check), Some(scope)) = (check, scope) else {
        return Ok(());
    };
    // What is around it within the body, where that is looked at for itself.
    let mut around = std::iter::successors(op.parent(), |parent| parent.parent());
    match around.find(|&parent| may_define_symbols(parent)) {
        Some(unknown) => check(op, &SymbolScope::unknown(unknown, Some(scope))),
        None => check(op, scope),
    }
}

/// Whether an op may be a symbol table for all that is known of it.
fn may_define_symbols(op: OpRef<'_>) -> bool {
    let OpName::Unregistered(name) = op.data().name() else {
        return false;
    };
    let dialect = dialect_namespace(op.ctx.str(name));
    op.ctx.dialect(dialect).is_none() && regions_of(op.body, op.op).1.len() == 1
}

/// What depends on the ops inside.
fn check_exit(op: OpRef<'_>) -> Fallible {
    traits::check_implicit_terminator(op)?;
    check_inside(op)
}

/// What the op itself demands of the ops inside.
fn check_inside(op: OpRef<'_>) -> Fallible {
    match op.data().def().and_then(|def| def.hooks.verify_regions) {
        Some(verify) => verify(op),
        None => Ok(()),
    }
}

/// Discardable attributes `dialect.name` are for their dialect to judge.
fn check_dialect_attrs(op: OpRef<'_>) -> Fallible {
    if op.data().attrs() == Attribute::EMPTY_DICT {
        return Ok(());
    }
    for &(name, value) in op.data().attrs().as_dict(op.ctx).unwrap_or_default() {
        let name = op.ctx.str(name);
        let Some((dialect, _)) = name.split_once('.') else {
            continue;
        };
        if let Some(verify) = op.ctx.dialect(dialect).and_then(|dialect| dialect.verify_attr) {
            verify(op, name, value)?;
        }
    }
    Ok(())
}
