//! Behaviour of ops: functions that a definition may name. What MLIR calls interfaces.

use std::ops::Range;

use smallvec::SmallVec;

use super::OpDef;
use crate::attributes::Attribute;
use crate::body::{Body, OpId, OpRef, RegionId, ValueId};
use crate::context::Context;
use crate::diagnostics::Fallible;
use crate::location::Location;
use crate::rewrite::RewritePattern;
use crate::symbols::SymbolScope;
use crate::types::Type;

/// What a result folds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldResult {
    /// A constant.
    Attr(Attribute),
    /// A value that is there already.
    Value(ValueId),
}

/// The outcome of folding an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    /// Nothing to fold.
    No,
    /// The op was changed where it stands.
    InPlace,
    /// Every result is replaced.
    Results(SmallVec<[FoldResult; 1]>),
}

impl Folded {
    /// One result folds to a constant.
    pub fn attr(attr: Attribute) -> Self {
        Folded::Results(SmallVec::from_slice(&[FoldResult::Attr(attr)]))
    }

    /// One result folds to a value.
    pub fn value(value: ValueId) -> Self {
        Folded::Results(SmallVec::from_slice(&[FoldResult::Value(value)]))
    }
}

/// Folds an op whose constant operands are given.
pub type FoldHook = fn(&Context, &mut Body, OpId, &[Option<Attribute>]) -> Folded;

/// A kind of effect on memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Allocates.
    Allocate,
    /// Frees.
    Free,
}

/// An effect on the memory that a value refers to, or on any memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// To the memory of which value; `None` for unknown memory.
    pub value: Option<ValueId>,
}

/// The effects of an op. Ops without this hook and without an effect trait may do anything.
pub type EffectsHook = fn(OpRef<'_>) -> SmallVec<[Effect; 2]>;

/// The operands that a terminator passes to one of its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForwardedOperands {
    /// How many block arguments before them come from the op itself.
    pub produced: usize,
    /// The indices of the operands.
    pub range: Range<usize>,
    /// The operand slot that they belong to. It may have more operands, for other successors.
    pub slot: usize,
}

impl ForwardedOperands {
    /// All operands of slot `slot` of an op, whose definition is `def`.
    pub fn of_slot(def: &OpDef, op: OpRef<'_>, slot: usize) -> Self {
        Self::part_of_slot(def.operand_range(op, slot), slot)
    }

    /// The operands `range` of slot `slot`.
    pub fn part_of_slot(range: Range<usize>, slot: usize) -> Self {
        Self {
            produced: 0,
            range,
            slot,
        }
    }
}

/// The operands that a terminator passes to its successor of the given index.
pub type BranchHook = fn(OpRef<'_>, usize) -> ForwardedOperands;

/// Where control goes from an op or from the end of one of its regions (`None` and `Some(region index)`): indices of
/// regions, `None` for behind the op.
pub type RegionBranchHook = fn(OpRef<'_>, Option<usize>) -> SmallVec<[Option<usize>; 2]>;

/// Receives suggested names of values.
pub type NameSink<'a> = &'a mut dyn FnMut(ValueId, &str);

/// What inference of result types looks at: an op that does not exist yet.
#[derive(Debug)]
pub struct InferCx<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// Where the op will be.
    pub location: Location,
    /// Types of the operands.
    pub operands: &'a [Type],
    /// Inherent attributes.
    pub properties: Attribute,
    /// The body that the regions are in.
    pub body: &'a Body,
    /// Regions of the op.
    pub regions: &'a [RegionId],
}

/// Checks the symbols that an op names.
pub type SymbolUses = fn(OpRef<'_>, &SymbolScope<'_>) -> Fallible;

/// Infers the types of the results of an op that does not exist yet.
pub type InferHook = fn(&InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>>;

/// The behaviour of an op.
pub struct Hooks {
    /// Checks what constraints and traits do not.
    pub verify: Option<fn(OpRef<'_>) -> Fallible>,
    /// Checks what depends on the inherent attributes and on the types of operands and results, and on nothing else: the
    /// verifier does it once for all ops that agree in these.
    pub verify_types: Option<fn(OpRef<'_>) -> Fallible>,
    /// Checks what depends on the ops inside, after they were checked.
    pub verify_regions: Option<fn(OpRef<'_>) -> Fallible>,
    /// Checks the symbols it names, which depends on them, its attributes and the types of its operands and results alone:
    /// the verifier does it once for all ops of a body that agree in these.
    pub verify_symbols: Option<SymbolUses>,
    /// Folds it.
    pub fold: Option<FoldHook>,
    /// Canonicalisation patterns.
    pub canonicalize: &'static [&'static dyn RewritePattern],
    /// Infers the types of the results.
    pub infer: Option<InferHook>,
    /// Suggests names for results.
    pub result_names: Option<fn(OpRef<'_>, NameSink<'_>)>,
    /// Suggests names for the arguments of the entry block of a region.
    pub argument_names: Option<fn(OpRef<'_>, RegionId, NameSink<'_>)>,
    /// The dialect whose prefix may be left out inside.
    pub default_dialect: Option<&'static str>,
    /// Effects on memory.
    pub effects: Option<EffectsHook>,
    /// Whether it may be executed speculatively, where that depends on its operands. It counts whatever the traits say.
    pub speculatable: Option<fn(OpRef<'_>) -> bool>,
    /// Operands passed to successors.
    pub branch: Option<BranchHook>,
    /// Control flow between regions.
    pub region_branch: Option<RegionBranchHook>,
    /// Whether a symbol that only this op defines may be dropped or renamed (`private`).
    pub is_private_symbol: Option<fn(OpRef<'_>) -> bool>,
}

impl Hooks {
    /// No behaviour of its own.
    pub const NONE: Hooks = Hooks {
        verify: None,
        verify_types: None,
        verify_regions: None,
        verify_symbols: None,
        fold: None,
        canonicalize: &[],
        infer: None,
        result_names: None,
        argument_names: None,
        default_dialect: None,
        effects: None,
        speculatable: None,
        branch: None,
        region_branch: None,
        is_private_symbol: None,
    };
}
