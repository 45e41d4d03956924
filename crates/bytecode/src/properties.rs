//! In which order and how an op's properties are written.

use asyncir_ir::def::{AttrForm, AttrSlot, OpDef, OpTrait, Presence};
use asyncir_ir::{AttrKind, Attribute, Context, Type};

use crate::format::since;

/// The properties of an op as a file has them.
pub(crate) struct Layout {
    /// Attributes, by name.
    attributes: Vec<&'static AttrSlot>,
    /// Properties that are numbers and no attributes in a file, in the order of the definition.
    pub(crate) plain: Vec<(&'static AttrSlot, Plain)>,
    /// Sizes of segments of operands and results.
    pub(crate) segments: Vec<Segments>,
}

/// What is an attribute in a file.
pub(crate) enum InFile<'a> {
    Slot(&'static AttrSlot),
    /// Sizes of segments, in files of before they were numbers.
    Segments(&'a Segments),
}

/// How many operands or results each slot of an op has.
pub(crate) struct Segments {
    pub(crate) name: &'static str,
    pub(crate) count: usize,
}

/// A property that is a number in a file.
#[derive(Clone, Copy)]
pub(crate) enum Plain {
    /// A byte: whether a unit attribute is there.
    Flag,
    /// The bits of an enum.
    Enum,
}

/// Attributes that MLIR's ops must have, although texts may leave them out.
const REQUIRED: &[&str] = &["op_bundle_sizes"];

/// Properties of MLIR's ops that are stored as numbers. Definitions do not tell them from attributes, because texts show
/// both in the same way.
const PLAIN: &[(&str, &str, Plain)] = &[
    ("affine", "disjoint", Plain::Flag),
    ("llvm", "overflowFlags", Plain::Enum),
    ("llvm", "noWrapFlags", Plain::Enum),
];

impl Layout {
    /// What is an attribute in a file of a version, in the file's order: by name.
    pub(crate) fn attributes(&self, version: u64) -> Vec<InFile<'_>> {
        let slots = self.attributes.iter().map(|&slot| (slot.name, InFile::Slot(slot)));
        let segments = self
            .segments
            .iter()
            .map(|segments| (segments.name, InFile::Segments(segments)));
        let segments = segments.filter(|_| version < since::PLAIN_SEGMENTS);
        let mut all: Vec<_> = slots.chain(segments).collect();
        all.sort_by_key(|&(name, _)| name);
        all.into_iter().map(|(_, one)| one).collect()
    }

    pub(crate) fn of(def: &'static OpDef) -> Self {
        let plain = |slot: &AttrSlot| {
            let mut known = PLAIN.iter();
            known.find_map(|&(dialect, name, plain)| (dialect == def.dialect() && name == slot.name).then_some(plain))
        };
        let (numbers, mut attributes): (Vec<_>, Vec<_>) = def.attributes.iter().partition(|slot| plain(slot).is_some());
        attributes.sort_by_key(|slot| slot.name);
        let segments = [
            (
                "operandSegmentSizes",
                OpTrait::AttrSizedOperandSegments,
                def.operands.len(),
            ),
            (
                "resultSegmentSizes",
                OpTrait::AttrSizedResultSegments,
                def.results.len(),
            ),
        ];
        let segments = segments.into_iter().filter(|&(_, kept, _)| def.has(kept));
        Self {
            attributes,
            plain: numbers
                .into_iter()
                .filter_map(|slot| Some((slot, plain(slot)?)))
                .collect(),
            segments: segments.map(|(name, _, count)| Segments { name, count }).collect(),
        }
    }

    /// Whether an attribute is always there in a file.
    pub(crate) fn is_required(slot: &AttrSlot) -> bool {
        matches!(slot.presence, Presence::Required) || REQUIRED.contains(&slot.name)
    }

    /// Whether an op has any properties.
    pub(crate) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.plain.is_empty() && self.segments.is_empty()
    }
}

impl Plain {
    /// The attribute that a number stands for; `Some(None)` if it stands for what an op has from the start.
    pub(crate) fn attribute(self, ctx: &Context, slot: &AttrSlot, value: u64) -> Option<Option<Attribute>> {
        match (self, &slot.constraint.form) {
            (Self::Flag, _) => Some((value != 0).then_some(Attribute::UNIT)),
            (Self::Enum, AttrForm::Dialect(def)) => {
                let value = ctx.int_attr(Type::I32, value.into());
                Some(Some(ctx.dialect_attr(def, &[value])))
            }
            (Self::Enum, _) => Some(Some(ctx.int_attr(Type::I32, value.into()))),
        }
    }

    /// The number of a property, 0 if it is not there.
    pub(crate) fn number(self, ctx: &Context, attribute: Option<Attribute>) -> u64 {
        let Some(attribute) = attribute else { return 0 };
        let number = |attribute: Attribute| attribute.as_i64(ctx).unwrap_or_default() as u32;
        match (self, attribute.kind(ctx)) {
            (Self::Flag, _) => u64::from(attribute != Attribute::FALSE),
            (Self::Enum, AttrKind::Dialect { params, .. }) => params.first().map_or(0, |&value| number(value).into()),
            (Self::Enum, _) => number(attribute).into(),
        }
    }
}
