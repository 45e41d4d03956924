//! The properties of ops in generic form: of which kind each must be. Whether they satisfy the ops' constraints is asked
//! later, when ops are verified.

use asyncir_ir::def::{AttrConstraint, AttrForm, OpDef, OpTrait};
use asyncir_ir::{AttrKind, Attribute, Context, NamedAttribute, Type};

use super::Entries;

/// What is wrong with the properties that are written for an op. Those that are not the op's are read and forgotten.
pub(super) fn error(ctx: &Context, def: &OpDef, written: Attribute) -> Option<String> {
    let reason = reason(ctx, def, written)?;
    let text = crate::print_attribute(ctx, written);
    Some(format!("invalid properties {text} for op {}: {reason}", def.name))
}

fn reason(ctx: &Context, def: &OpDef, written: Attribute) -> Option<String> {
    if !def.has_properties() {
        return Some("this operation does not support properties".to_owned());
    }
    if written.as_dict(ctx).is_none() {
        return Some("expected DictionaryAttr to set properties".to_owned());
    }
    // A dictionary is sorted by name, and the first property that is wrong is told.
    for &(name, attr) in written.as_dict(ctx).unwrap_or_default() {
        let name = ctx.str(name);
        let slot = def.attributes.iter().find(|slot| slot.name == name);
        if slot.is_some_and(|slot| !is_of_kind(ctx, slot.constraint, attr)) {
            let text = crate::print_attribute(ctx, attr);
            return Some(format!("Invalid attribute `{name}` in property conversion: {text}"));
        }
    }
    [OPERAND_SEGMENTS, RESULT_SEGMENTS]
        .into_iter()
        .find_map(|name| segments_error(ctx, written.get(ctx, name)?, segments(def, name)?))
}

/// Whether an attribute between braces can be what its name says it is. It need not satisfy the op's constraint.
pub(super) fn fits(ctx: &Context, def: &OpDef, (name, attr): NamedAttribute) -> bool {
    let name = ctx.str(name);
    match def.attribute(name) {
        Some(slot) => is_of_kind(ctx, slot.constraint, attr),
        None => segments(def, name).is_none_or(|slots| segments_error(ctx, attr, slots).is_none()),
    }
}

/// Whether an op says how many of its operands or results belong to each slot.
pub(super) fn has_segments(def: &OpDef) -> bool {
    def.has(OpTrait::AttrSizedOperandSegments) || def.has(OpTrait::AttrSizedResultSegments)
}

/// The sizes of segments that an op needs and does not have: none has any operands or results.
pub(super) fn missing_segments(ctx: &Context, def: &OpDef, properties: Attribute) -> Entries {
    let missing = [OPERAND_SEGMENTS, RESULT_SEGMENTS].into_iter().filter_map(|name| {
        let slots = segments(def, name).filter(|_| properties.get(ctx, name).is_none())?;
        Some((ctx.ident(name), ctx.dense_i32_array(&vec![0; slots])))
    });
    missing.collect()
}

const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// How many sizes of segments an op has under a name.
fn segments(def: &OpDef, name: &str) -> Option<usize> {
    match name {
        OPERAND_SEGMENTS if def.has(OpTrait::AttrSizedOperandSegments) => Some(def.operands.len()),
        RESULT_SEGMENTS if def.has(OpTrait::AttrSizedResultSegments) => Some(def.results.len()),
        _ => None,
    }
}

/// What is wrong with the first of an op's own attributes, by name, among those that are written between braces.
pub(crate) fn constraint_error(ctx: &Context, def: &OpDef, written: &[NamedAttribute]) -> Option<String> {
    let slots = written.iter().filter_map(|&(name, value)| {
        let slot = def.attribute(ctx.str(name))?;
        (!(slot.constraint.check)(ctx, value)).then_some(slot)
    });
    let slot = slots.min_by_key(|slot| slot.name)?;
    Some(format!(
        "'{}' op attribute '{}' failed to satisfy constraint: {}",
        def.name, slot.name, slot.constraint.summary
    ))
}

fn segments_error(ctx: &Context, sizes: Attribute, slots: usize) -> Option<String> {
    let is_dense = matches!(sizes.kind(ctx), AttrKind::DenseArray { element, .. } if *element == Type::I32);
    let Some(sizes) = sizes.as_dense_ints(ctx).filter(|_| is_dense) else {
        return Some("expected DenseI32ArrayAttr for key `value`".to_owned());
    };
    let got = sizes.len();
    (got != slots).then(|| format!("size mismatch in attribute conversion: {got} vs {slots}"))
}

/// Whether an attribute is of the kind that a constraint is about, be it satisfied or not.
pub(crate) fn is_of_kind(ctx: &Context, constraint: &AttrConstraint, attr: Attribute) -> bool {
    let kind = attr.kind(ctx);
    match constraint.form {
        AttrForm::Unit => matches!(kind, AttrKind::Unit),
        AttrForm::SymbolName => matches!(kind, AttrKind::String { .. }),
        AttrForm::DenseArray(wanted) => matches!(kind, AttrKind::DenseArray { element, .. } if *element == wanted),
        AttrForm::Enum(_) | AttrForm::Dialect(_) => (constraint.check)(ctx, attr),
        AttrForm::Typed(ty) => match ty(ctx) {
            Type::NONE => matches!(kind, AttrKind::String { .. }),
            Type::I1 if constraint.summary == "bool attribute" => {
                matches!(kind, AttrKind::Integer { ty, .. } if *ty == Type::I1)
            }
            ty if ty.float(ctx).is_some() => matches!(kind, AttrKind::Float { .. }),
            _ => matches!(kind, AttrKind::Integer { .. }),
        },
        // Interfaces are asked.
        AttrForm::Any if constraint.summary.ends_with(" instance") => (constraint.check)(ctx, attr),
        AttrForm::Any => described_kind(constraint.summary).holds(ctx, kind),
    }
}

/// The kinds of attributes that constraints are about which attributes are written for with their types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Described {
    String,
    FlatSymbol,
    Symbol,
    Map,
    Set,
    Type,
    Integer,
    IntElements,
    Array,
    Other,
}

/// The kind that the description of a constraint tells.
fn described_kind(summary: &str) -> Described {
    match summary {
        "string attribute" => Described::String,
        "flat symbol reference attribute" => Described::FlatSymbol,
        "symbol reference attribute" => Described::Symbol,
        "AffineMap attribute" => Described::Map,
        "IntegerSet attribute" => Described::Set,
        _ if summary.ends_with("type attribute") || summary.contains("type attribute of") => Described::Type,
        "arbitrary integer attribute" => Described::Integer,
        "integer elements attribute" => Described::IntElements,
        "an array of variable expressions" | "Iterator type should be an enum." => Described::Array,
        _ if summary.starts_with("64-bit signless int elements attribute") => Described::IntElements,
        _ if summary.ends_with("array") || summary.ends_with("array attribute") || summary.starts_with("Array of") => {
            Described::Array
        }
        _ => Described::Other,
    }
}

impl Described {
    fn holds(self, ctx: &Context, kind: &AttrKind) -> bool {
        match self {
            Self::String => matches!(kind, AttrKind::String { .. }),
            Self::FlatSymbol => matches!(kind, AttrKind::SymbolRef { nested, .. } if nested.is_empty()),
            Self::Symbol => matches!(kind, AttrKind::SymbolRef { .. }),
            Self::Map => matches!(kind, AttrKind::AffineMap(_)),
            Self::Set => matches!(kind, AttrKind::IntegerSet(_)),
            Self::Type => matches!(kind, AttrKind::Type(_)),
            Self::Integer => matches!(kind, AttrKind::Integer { .. }),
            Self::IntElements => is_int_elements(ctx, kind),
            Self::Array => matches!(kind, AttrKind::Array(_)),
            Self::Other => true,
        }
    }
}

/// The type that a number has which stands where an attribute of a constraint should: of kinds that no number is of, this
/// is a type without numbers.
pub(crate) fn literal_type(constraint: &AttrConstraint) -> Option<Type> {
    match described_kind(constraint.summary) {
        Described::String | Described::FlatSymbol | Described::Symbol | Described::Type | Described::Array => {
            Some(Type::NONE)
        }
        Described::Map | Described::Set => Some(Type::INDEX),
        Described::Integer | Described::IntElements | Described::Other => None,
    }
}

fn is_int_elements(ctx: &Context, kind: &AttrKind) -> bool {
    let is_int = |element: Type| element.is_int(ctx) || element.is_index();
    matches!(kind, AttrKind::DenseElements { ty, .. } if is_int(ty.element_or_self(ctx)))
}
