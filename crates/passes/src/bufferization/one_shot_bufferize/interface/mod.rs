//! What each op does to the memory of its operands, and how it is rewritten to work on memory.

mod arith;
mod r#async;
mod branches;
mod buffers;
mod function;
mod linalg;
mod scf;
mod scf_for;
mod scf_forall;
mod scf_while;
mod tensor_elements;
mod tensor_joined;
mod tensor_shape;
mod tensor_slices;
mod vector;

use asyncir_dialects::bufferization::ToBufferOp;
use asyncir_dialects::{arith as a, tensor};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, Type, ValueId};

use super::copies::{self, Copies};
use super::decisions::Use;
use super::regions;
use super::rewrite::Bufferizer;
use super::view::{Alias, Source, Trace, View};

/// How functions are rewritten.
pub(super) static FUNCTION: &dyn Bufferizable = &function::Function;

/// An op on tensors. What is not said of an op is what most ops do.
pub(super) trait Bufferizable: Sync {
    /// Whether it reads the memory of an operand.
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        false
    }

    /// Whether it writes the memory of an operand.
    fn writes(&self, _v: View<'_>, _operand: Use) -> bool {
        false
    }

    /// Whether a task that it starts may read the memory of an operand when it is done.
    fn is_read_later(&self, _v: View<'_>, _operand: Use) -> bool {
        false
    }

    /// What may share memory with an operand after it.
    fn aliases(&self, _v: View<'_>, _operand: Use) -> Vec<Alias> {
        Vec::new()
    }

    /// The operands that a result or an argument of a block may share memory with.
    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        sources_by_aliases(v, value)
    }

    /// Whether a result has other contents than the operand that it shares memory with.
    fn result_is_written(&self, v: View<'_>, value: ValueId) -> bool {
        result_is_written(v, value)
    }

    /// Whether an operand is never copied.
    fn must_be_in_place(&self, _v: View<'_>, _operand: Use) -> bool {
        false
    }

    /// Whether the memory of a result or an argument of a block may be written.
    fn is_writable(&self, v: View<'_>, value: ValueId) -> bool {
        v.is_result(value)
    }

    /// Whether each element is read before the same element is written.
    fn is_elementwise(&self, _v: View<'_>, _op: OpId, _operands: [Use; 2]) -> bool {
        false
    }

    /// Whether a result is new memory.
    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        false
    }

    /// Whether a region may be executed more than once.
    fn is_repetitive(&self, v: View<'_>, op: OpId, region: usize) -> bool {
        regions::is_reached_from_itself(v.op_ref(op), region)
    }

    /// Whether a region is executed several times at once.
    fn is_parallel(&self, _v: View<'_>, _op: OpId, _region: usize) -> bool {
        false
    }

    /// Whether results that may be memory of one operand may share memory even if it is a copy of the operand that is used.
    fn shares_results(&self, _v: View<'_>, _op: OpId) -> bool {
        false
    }

    /// Whether regions may have several blocks.
    fn takes_blocks(&self) -> bool {
        false
    }

    /// Checks what the analysis has decided.
    fn verify(&self, _v: View<'_>, _op: OpId) -> Fallible {
        Ok(())
    }

    /// Inserts the copies that the analysis asks for.
    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        copies::of_operands(c, op)
    }

    /// The type of the memory of a result or an argument of a block.
    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        buffer_type(v, value, stack)
    }

    /// Rewrites the op to one on memory.
    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible;
}

/// What is known of the ops of a kind.
pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    match def.dialect() {
        "arith" => arith::of(def),
        "async" => r#async::of(def),
        "bufferization" => buffers::of(def),
        "cf" => branches::of(def),
        "func" => function::of(def),
        "linalg" => linalg::of(def),
        "scf" => scf::of(def),
        "tensor" => tensor_elements::of(def)
            .or_else(|| tensor_joined::of(def))
            .or_else(|| tensor_shape::of(def))
            .or_else(|| tensor_slices::of(def)),
        "vector" => vector::of(def),
        _ => None,
    }
}

/// One alias that is always shared memory.
fn same(value: ValueId) -> Vec<Alias> {
    vec![alias(value, true)]
}

/// An alias that is always the same memory, or that may be other memory or another part.
fn alias(value: ValueId, is_same: bool) -> Alias {
    Alias {
        value,
        is_equivalent: is_same,
        is_definite: is_same,
    }
}

/// One operand that may be the same memory.
fn maybe_from(op: OpId, index: usize) -> Source {
    Source {
        operand: Use { op, index },
        is_equivalent: true,
        is_definite: false,
    }
}

/// The operands of the op of a value that say that they share memory with it.
fn sources_by_aliases(v: View<'_>, value: ValueId) -> Vec<Source> {
    let Some(op) = v.owner(value) else {
        return Vec::new();
    };
    let of_operand = |operand: Use| {
        let aliases = v.aliases(operand).into_iter();
        let found = aliases.filter(|alias| alias.value == value);
        found.map(move |alias| Source {
            operand,
            is_equivalent: alias.is_equivalent,
            is_definite: alias.is_definite,
        })
    };
    v.tensor_operands(op).flat_map(of_operand).collect()
}

/// A result has contents of its own if it shares memory with no operand, if one of those that it may share memory with is
/// written, or if they are values from inside the op that something in there has written.
fn result_is_written(v: View<'_>, value: ValueId) -> bool {
    let sources = v.sources(value);
    let Some(op) = v.owner(value).filter(|_| !sources.is_empty()) else {
        return true;
    };
    if sources.iter().any(|source| v.writes(source.operand)) {
        return true;
    }
    // Loops of blocks may lead back to results of the op, and from there into it again.
    let is_inside = |owner: OpId, value| v.body.is_ancestor(op, owner) && !(owner == op && v.is_result(value));
    let is_written_inside = |value: ValueId| {
        let owner = v.owner(value);
        owner.is_some_and(|owner| is_inside(owner, value)) && v.is_written(value)
    };
    sources.iter().any(|source| {
        let written = v.trace(v.value(source.operand), Trace::default(), &is_written_inside);
        !written.is_empty()
    })
}

/// A result is memory of the type of the operand that it is the same memory as, if there is one.
fn buffer_type(v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
    let tensor = v.body.value_type(value);
    if !v.is_result(value) {
        return Ok(v.unknown_type(tensor, None));
    }
    if let Some(source) = v.sources(value).first().filter(|source| source.is_equivalent) {
        return v.buffer_type_within(v.value(source.operand), stack);
    }
    let space = v.default_space(v.body.value_location(value))?;
    Ok(v.unknown_type(tensor, space))
}

/// Of an op about which nothing is known: its results, and the arguments of its regions, may share memory with any operand.
pub(super) fn unknown_aliases(v: View<'_>, operand: Use) -> Vec<Alias> {
    let entries = v.body.op_regions(operand.op).iter();
    let entries = entries.filter_map(|&region| v.body.region(region).first());
    let arguments = entries.flat_map(|entry| v.body.block_args(entry));
    let values = v
        .tensor_results(operand.op)
        .chain(arguments.filter(|&value| v.is_tensor(value)));
    values.map(|value| alias(value, false)).collect()
}

/// The other way round.
pub(super) fn unknown_sources(v: View<'_>, value: ValueId) -> Vec<Source> {
    let Some(op) = v.owner(value) else {
        return Vec::new();
    };
    if let Some(block) = v.argument_block(value)
        && v.body.block(block).prev().is_some()
    {
        return Vec::new();
    }
    let unknown = |operand| Source {
        operand,
        is_equivalent: false,
        is_definite: false,
    };
    v.tensor_operands(op).map(unknown).collect()
}

/// Whether a value is another one that only has another type.
pub(super) fn is_cast(v: View<'_>, value: ValueId) -> bool {
    let casts = [tensor::CastOp::DEF, a::IndexCastOp::DEF];
    let op = v.body.defining_op(value);
    op.is_some_and(|op| casts.into_iter().any(|def| v.body.op(op).is(def)))
}

pub(super) fn is_to_buffer(v: View<'_>, op: OpId) -> bool {
    v.body.op(op).is(ToBufferOp::DEF)
}
