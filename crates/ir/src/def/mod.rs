//! Definitions: every op, type and attribute of a dialect is declared once, as data.
//!
//! From an [`OpDef`] come the parser, the printer, the verifier, the builder, the typed view and the reference page of
//! an op. The [`ops!`](crate::ops) macro writes them.

mod attrs;
mod constraints;
mod hooks;
mod infer;
mod macros;
mod segments;
mod traits;

pub use attrs::{AttrDef, EnumCase, EnumDef, ParamFormat, ParamName, TypeDef, VerifyParams};
pub use constraints::{AttrConstraint, AttrForm, TypeConstraint};
pub use hooks::{
    BranchHook, Effect, EffectKind, EffectsHook, FoldHook, FoldResult, Folded, ForwardedOperands, Hooks, InferCx,
    InferHook, NameSink, RegionBranchHook, SymbolUses,
};
#[doc(hidden)]
pub use macros::plain_name;
pub use macros::{OpView, OperandArg, PropertyArg};
pub use segments::Ranges;
pub use traits::{OpTrait, TraitSet};

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::asm::{OpParser, OpPrinter};
use crate::attributes::Attribute;
use crate::body::{OpRef, OperationState};
use crate::context::Context;
use crate::diagnostics::Fallible;
use crate::types::Type;

/// How many values an operand or result stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// One.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A named operand or result.
#[derive(Debug)]
pub struct ValueSlot {
    /// Name, as assembly formats spell it.
    pub name: &'static str,
    /// How many values.
    pub arity: Arity,
    /// What types they may have.
    pub constraint: &'static TypeConstraint,
}

/// Whether an inherent attribute may be missing.
#[derive(Debug, Clone, Copy)]
pub enum Presence {
    /// It must be there.
    Required,
    /// It may be missing.
    Optional,
    /// It has a value from the start, which custom forms do not print.
    Default(fn(&Context) -> Attribute),
    /// It may be missing, which means this value; custom forms print neither.
    OptionalDefault(fn(&Context) -> Attribute),
}

/// A named inherent attribute.
#[derive(Debug)]
pub struct AttrSlot {
    /// Name.
    pub name: &'static str,
    /// Whether it may be missing.
    pub presence: Presence,
    /// What it may be.
    pub constraint: &'static AttrConstraint,
}

/// A named region or list of regions.
#[derive(Debug)]
pub struct RegionSlot {
    /// Name.
    pub name: &'static str,
    /// What it must look like.
    pub kind: RegionKind,
}

/// What a region must look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Any number of blocks.
    Any,
    /// Exactly that many blocks.
    Sized(usize),
    /// At most that many blocks.
    MaxSized(usize),
    /// At least that many blocks.
    MinSized(usize),
    /// Any number of regions, of any number of blocks each.
    Variadic,
    /// Any number of regions of that many blocks each.
    VariadicSized(usize),
}

/// A named successor or list of successors.
#[derive(Debug)]
pub struct SuccessorSlot {
    /// Name.
    pub name: &'static str,
    /// Whether it stands for any number of blocks.
    pub variadic: bool,
}

/// How types of operands and results follow from each other. Assembly formats leave out what these rules give.
#[derive(Debug)]
pub enum TypeRule {
    /// All of the named operands and results have the same type.
    AllTypesMatch(&'static [&'static str]),
    /// All of the named operands and results (by slot name) have the same element type.
    AllElementTypesMatch(&'static [&'static str]),
    /// Two slots have the same element type.
    SameElementType {
        /// What a verifier says they are: `operand and result`.
        what: &'static str,
        /// The names of the slots.
        slots: [&'static str; 2],
    },
    /// A predicate on the types of an op that has as many operands and results as it should.
    Holds {
        /// What a verifier says that does not hold.
        summary: &'static str,
        /// The predicate.
        predicate: fn(OpRef<'_>) -> bool,
    },
    /// The type of `to` is a function of the type of `from`.
    TypesMatchWith {
        /// What a verifier says when it is not so.
        summary: &'static str,
        /// The slot that is known.
        from: &'static str,
        /// The slot that follows.
        to: &'static str,
        /// The function; `None` if `from` has a type that allows no answer.
        transform: fn(&Context, Type) -> Option<Type>,
    },
}

/// A hand-written parser: fills the state from behind the op's name on.
pub type ParseOp = fn(&mut dyn OpParser, &mut OperationState) -> Fallible;
/// A hand-written printer: prints from behind the op's name on.
pub type PrintOp = fn(&mut dyn OpPrinter, OpRef<'_>);

/// The custom form of an op.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    /// There is none: the op is read and printed in generic form.
    Generic,
    /// MLIR's declarative assembly format.
    Assembly(&'static str),
    /// Two functions.
    Custom(ParseOp, PrintOp),
}

/// A named directive `custom<Name>(...)` of an assembly format.
#[derive(Debug)]
pub struct CustomDirective {
    /// The name.
    pub name: &'static str,
    /// Parses what the directive stands for. Gets the values of its parameters as far as they are known and fills in
    /// the others.
    pub parse: fn(&mut dyn OpParser, &mut DirectiveArgs<'_>) -> Fallible,
    /// Prints it.
    pub print: fn(&mut dyn OpPrinter, OpRef<'_>),
}

/// What a custom directive reads and writes while an op is parsed: everything of the op by slot name.
#[derive(Debug)]
pub struct DirectiveArgs<'a> {
    /// Operands by slot name, not yet resolved.
    pub operands: &'a mut Vec<(&'static str, Vec<crate::asm::UnresolvedOperand>)>,
    /// Types of operands and results by slot name.
    pub types: &'a mut Vec<(&'static str, Vec<Type>)>,
    /// The op as far as it is known: attributes, successors and regions go here.
    pub state: &'a mut OperationState,
}

/// The definition of an op.
pub struct OpDef {
    /// Full name, such as `arith.addi`.
    pub name: &'static str,
    /// The name of the typed view, such as `AddIOp`.
    pub class: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Documentation in Markdown.
    pub description: &'static str,
    /// Operands, in order.
    pub operands: &'static [ValueSlot],
    /// Results, in order.
    pub results: &'static [ValueSlot],
    /// Inherent attributes, in order of declaration.
    pub attributes: &'static [AttrSlot],
    /// Regions, in order.
    pub regions: &'static [RegionSlot],
    /// Successors, in order.
    pub successors: &'static [SuccessorSlot],
    /// Traits.
    pub traits: TraitSet,
    /// Rules that tie types together.
    pub rules: &'static [TypeRule],
    /// Names of the ops that may be the parent; empty for any.
    pub parents: &'static [&'static str],
    /// The terminator that a single-block region gets when none is written.
    pub implicit_terminator: Option<&'static str>,
    /// The custom form.
    pub format: Format,
    /// The custom directives that the assembly format names.
    pub directives: &'static [CustomDirective],
    /// Behaviour.
    pub hooks: Hooks,
    /// Where the text layer keeps the compiled assembly format.
    pub compiled_format: OnceLock<Box<dyn Any + Send + Sync>>,
    /// Where tables keep what they know of the op.
    pub number: DefNumber,
}

/// A small number for each definition in use, given out on demand: the index of its entry in tables.
///
/// Which definition gets which number depends on the order of use; nothing that is visible may depend on it.
#[derive(Debug, Default)]
pub struct DefNumber(OnceLock<usize>);

impl DefNumber {
    /// A number that is not given yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The number.
    #[inline]
    pub fn get(&self) -> usize {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        *self.0.get_or_init(|| NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl PartialEq for OpDef {
    /// There is one definition of each op.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for OpDef {}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl OpDef {
    /// The name without the dialect: `addi`.
    pub fn mnemonic(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, mnemonic)| mnemonic)
    }

    /// The dialect's name: `arith`.
    pub fn dialect(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(dialect, _)| dialect)
    }

    /// Whether the op has the trait.
    pub fn has(&self, op_trait: OpTrait) -> bool {
        self.traits.contains(op_trait)
    }

    /// The inherent attribute of that name. `operandSegmentSizes` and `resultSegmentSizes` are not listed as slots.
    pub fn attribute(&self, name: &str) -> Option<&'static AttrSlot> {
        self.attributes.iter().find(|slot| slot.name == name)
    }

    /// Whether the op has any inherent attributes.
    pub fn has_properties(&self) -> bool {
        !self.attributes.is_empty()
            || self.has(OpTrait::AttrSizedOperandSegments)
            || self.has(OpTrait::AttrSizedResultSegments)
    }

    /// Whether an attribute of that name is inherent (a property), not discardable.
    pub fn is_inherent(&self, name: &str) -> bool {
        self.attribute(name).is_some()
            || (name == "operandSegmentSizes" && self.has(OpTrait::AttrSizedOperandSegments))
            || (name == "resultSegmentSizes" && self.has(OpTrait::AttrSizedResultSegments))
    }
}

/// Makes an op state that holds a constant; `None` if the dialect has no op for it.
pub type MaterializeHook = fn(&Context, Attribute, Type, crate::Location) -> Option<OperationState>;

/// A dialect: a name with everything defined under it.
pub struct Dialect {
    /// Name, such as `async`.
    pub name: &'static str,
    /// Documentation in Markdown.
    pub description: &'static str,
    /// Ops.
    pub ops: &'static [&'static OpDef],
    /// Types.
    pub types: &'static [&'static TypeDef],
    /// Attributes.
    pub attrs: &'static [&'static AttrDef],
    /// Makes an op state that holds a constant, for folding.
    pub materialize_constant: Option<MaterializeHook>,
    /// Checks a discardable attribute that carries the dialect's name, such as `llvm.emit_c_interface`.
    pub verify_attr: Option<fn(OpRef<'_>, &str, Attribute) -> Fallible>,
    /// Whether programs may have ops of the dialect that it does not define.
    pub allows_unknown_ops: bool,
}

impl std::fmt::Debug for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
