//! The macro that declares ops, and the traits its output rests on.

use smallvec::SmallVec;

use super::OpDef;
use crate::attributes::Attribute;
use crate::body::{OpRef, ValueId};

/// A typed view of an op.
pub trait OpView<'a>: Copy {
    /// The definition of the op.
    const DEF: &'static OpDef;

    /// The view of `op`, which is such an op.
    fn wrap(op: OpRef<'a>) -> Self;

    /// The view of `op`, if it is such an op.
    fn cast(op: OpRef<'a>) -> Option<Self> {
        op.data().is(Self::DEF).then(|| Self::wrap(op))
    }
}

/// What a builder takes for an operand slot.
pub trait OperandArg {
    /// Adds the values and says how many there were.
    fn push_to(self, operands: &mut SmallVec<[ValueId; 4]>) -> i32;
}

impl OperandArg for ValueId {
    fn push_to(self, operands: &mut SmallVec<[ValueId; 4]>) -> i32 {
        operands.push(self);
        1
    }
}

impl OperandArg for Option<ValueId> {
    fn push_to(self, operands: &mut SmallVec<[ValueId; 4]>) -> i32 {
        operands.extend(self);
        i32::from(self.is_some())
    }
}

impl OperandArg for &[ValueId] {
    fn push_to(self, operands: &mut SmallVec<[ValueId; 4]>) -> i32 {
        operands.extend_from_slice(self);
        self.len() as i32
    }
}

/// What a builder takes for an attribute slot: `None` leaves an optional one away and a default one as it is.
pub trait PropertyArg {
    /// The attribute, if there is one.
    fn value(self) -> Option<Attribute>;
}

impl PropertyArg for Attribute {
    fn value(self) -> Option<Attribute> {
        Some(self)
    }
}

impl PropertyArg for Option<Attribute> {
    fn value(self) -> Option<Attribute> {
        self
    }
}

/// The name of a slot as the field spells it: names that are Rust's keywords are declared as raw identifiers, `r#in`.
#[doc(hidden)]
pub const fn plain_name(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Declares ops. Each declaration gives an [`OpDef`], a typed view with accessors, and a builder `Op::build`.
///
/// Sections come in this order, and all but the summary may be left out:
///
/// ```
/// use asyncir_ir::def::{AttrConstraint, OpView, TypeConstraint};
/// use asyncir_ir::{Context, Type};
///
/// static INDEX: TypeConstraint =
///     TypeConstraint::new("index", |_, ty| ty.is_index()).buildable(|_| Type::INDEX);
/// static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);
///
/// asyncir_ir::ops! {
///     /// All ops of this example.
///     pub const OPS;
///
///     /// Adds a number of indices.
///     op SumOp "example.sum" {
///         summary "adds indices";
///         operands { first: one INDEX, rest: variadic INDEX }
///         results { sum: one INDEX }
///         attributes { note: optional ANY_ATTR }
///         traits [Pure]
///         format "$first (`,` $rest^)? attr-dict";
///     }
/// }
/// assert_eq!(OPS[0].name, "example.sum");
/// assert_eq!(SumOp::DEF.operands[1].name, "rest");
/// ```
#[macro_export]
macro_rules! ops {
    ($(#[$list_doc:meta])* $vis:vis const $list:ident; $($(#[doc = $doc:literal])* op $Name:ident $name:literal { $($body:tt)* })*) => {
        $($crate::op! { [$($doc)*] $Name $name { $($body)* } })*
        $(#[$list_doc])*
        $vis static $list: &[&'static $crate::def::OpDef] = &[$(<$Name<'static> as $crate::def::OpView<'static>>::DEF),*];
    };
}

/// Declares one op: see [`ops!`](crate::ops).
#[doc(hidden)]
#[macro_export]
macro_rules! op {
    ([$($doc:literal)*] $Name:ident $name:literal {
        summary $summary:literal;
        $(operands { $($operand:ident: $oarity:ident $oconstraint:expr),* $(,)? })?
        $(results { $($result:ident: $rarity:ident $rconstraint:expr),* $(,)? })?
        $(attributes { $($attr:ident: $presence:ident $aconstraint:path $(= $default:expr)?),* $(,)? })?
        $(regions { $($region:ident: $rkind:expr),* $(,)? })?
        $(successors { $($successor:ident: $sarity:ident),* $(,)? })?
        $(traits [$($op_trait:ident),* $(,)?])?
        $(rules [$($rule:expr),* $(,)?])?
        $(parents [$($parent:literal),* $(,)?])?
        $(terminator $terminator:literal;)?
        $(format $format:literal;)?
        $(custom $parse:path, $print:path;)?
        $(directives [$($directive:literal => $dparse:path, $dprint:path);* $(;)?])?
        $(hooks { $($hook:ident: $hook_value:expr),* $(,)? })?
    }) => {
        #[doc = $summary]
        #[doc = ""]
        $(#[doc = $doc])*
        #[derive(Clone, Copy)]
        pub struct $Name<'a>(
            /// The op.
            pub $crate::OpRef<'a>,
        );

        impl<'a> $crate::def::OpView<'a> for $Name<'a> {
            const DEF: &'static $crate::def::OpDef = {
                static DEF: $crate::def::OpDef = $crate::def::OpDef {
                    name: $name,
                    class: stringify!($Name),
                    summary: $summary,
                    description: concat!($($doc, "\n"),*),
                    operands: &[$($($crate::def::ValueSlot {
                        name: $crate::def::plain_name(stringify!($operand)),
                        arity: $crate::op!(@arity $oarity),
                        constraint: &$oconstraint,
                    }),*)?],
                    results: &[$($($crate::def::ValueSlot {
                        name: $crate::def::plain_name(stringify!($result)),
                        arity: $crate::op!(@arity $rarity),
                        constraint: &$rconstraint,
                    }),*)?],
                    attributes: &[$($($crate::def::AttrSlot {
                        name: $crate::def::plain_name(stringify!($attr)),
                        presence: $crate::op!(@presence $presence $($default)?),
                        constraint: &$aconstraint,
                    }),*)?],
                    regions: &[$($($crate::def::RegionSlot {
                        name: stringify!($region),
                        kind: { use $crate::def::RegionKind::*; $rkind },
                    }),*)?],
                    successors: &[$($($crate::def::SuccessorSlot {
                        name: stringify!($successor),
                        variadic: $crate::op!(@variadic $sarity),
                    }),*)?],
                    traits: $crate::def::TraitSet::of(&[$($($crate::def::OpTrait::$op_trait),*)?]),
                    rules: &[$($({ #[allow(unused_imports)] use $crate::def::TypeRule::*; $rule }),*)?],
                    parents: &[$($($parent),*)?],
                    implicit_terminator: $crate::op!(@option $($terminator)?),
                    format: $crate::op!(@format $($format)? $(($parse, $print))?),
                    directives: &[$($($crate::def::CustomDirective {
                        name: $directive, parse: $dparse, print: $dprint,
                    }),*)?],
                    hooks: {
                        #[allow(unused_mut)]
                        let mut hooks = $crate::def::Hooks::NONE;
                        $($(hooks.$hook = $crate::op!(@hook $hook $hook_value);)*)?
                        hooks
                    },
                    compiled_format: std::sync::OnceLock::new(),
                    number: $crate::def::DefNumber::new(),
                };
                &DEF
            };

            fn wrap(op: $crate::OpRef<'a>) -> Self {
                Self(op)
            }
        }

        #[allow(dead_code, non_snake_case, unused_assignments, unused_imports, unused_mut, clippy::too_many_arguments)]
        impl<'a> $Name<'a> {
            $crate::op!(@operand_accessors 0usize; $($($operand: $oarity,)*)?);
            $crate::op!(@result_accessors 0usize; $($($result: $rarity,)*)?);
            $($(
                #[doc = concat!("The attribute `", stringify!($attr), "`.")]
                pub fn $attr(self) -> Option<$crate::Attribute> {
                    self.0.property($crate::def::plain_name(stringify!($attr)))
                }
            )*)?

            /// The state of such an op, for inserting it. Without `result_types` they are inferred. As MLIR's builders
            /// do, this sets attributes that have a default, also where they may be missing.
            pub fn build(
                ctx: &$crate::Context,
                location: $crate::Location,
                $($($operand: $crate::op!(@operand_type $oarity),)*)?
                $($($attr: $crate::op!(@property_type $presence),)*)?
                result_types: &[$crate::Type],
            ) -> $crate::OperationState {
                use $crate::def::{OpView, OperandArg, PropertyArg};
                let mut state = $crate::OperationState::of(Self::DEF, location);
                let mut segments: $crate::smallvec::SmallVec<[i32; 4]> = $crate::smallvec::SmallVec::new();
                $($(segments.push(OperandArg::push_to($operand, &mut state.operands));)*)?
                let mut given: $crate::smallvec::SmallVec<[(&'static str, Option<$crate::Attribute>); 4]> =
                    $crate::smallvec::SmallVec::new();
                $($(
                    let value = PropertyArg::value($attr);
                    let value = $crate::op!(@given value, ctx, $presence $($default)?);
                    given.push(($crate::def::plain_name(stringify!($attr)), value));
                )*)?
                state.set_properties(ctx, &given, &segments);
                state.results.extend_from_slice(result_types);
                state
            }
        }
    };

    (@arity one) => { $crate::def::Arity::One };
    (@arity optional) => { $crate::def::Arity::Optional };
    (@arity variadic) => { $crate::def::Arity::Variadic };
    (@variadic one) => { false };
    (@variadic variadic) => { true };
    (@presence required) => { $crate::def::Presence::Required };
    (@presence optional) => { $crate::def::Presence::Optional };
    (@presence default $value:expr) => { $crate::def::Presence::Default($value) };
    (@presence optional_default $value:expr) => { $crate::def::Presence::OptionalDefault($value) };
    (@given $given:ident, $ctx:ident, optional_default $value:expr) => {{
        let default: fn(&$crate::Context) -> $crate::Attribute = $value;
        $given.or_else(|| Some(default($ctx)))
    }};
    (@given $given:ident, $ctx:ident, $presence:ident $($value:expr)?) => { $given };
    (@operand_type one) => { $crate::ValueId };
    (@operand_type optional) => { Option<$crate::ValueId> };
    (@operand_type variadic) => { &[$crate::ValueId] };
    (@property_type required) => { $crate::Attribute };
    (@property_type optional) => { Option<$crate::Attribute> };
    (@property_type default) => { Option<$crate::Attribute> };
    (@property_type optional_default) => { Option<$crate::Attribute> };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
    (@format) => { $crate::def::Format::Generic };
    (@format $format:literal) => { $crate::def::Format::Assembly($format) };
    (@format ($parse:path, $print:path)) => { $crate::def::Format::Custom($parse, $print) };
    (@hook canonicalize $value:expr) => { $value };
    (@hook $hook:ident $value:expr) => { Some($value) };

    (@operand_accessors $slot:expr;) => {};
    (@operand_accessors $slot:expr; $name:ident: one, $($rest:tt)*) => {
        #[doc = concat!("The operand `", stringify!($name), "`.")]
        pub fn $name(self) -> $crate::ValueId {
            let range = <Self as $crate::def::OpView>::DEF.operand_range(self.0, $slot);
            self.0.operand(range.start)
        }
        $crate::op!(@operand_accessors $slot + 1usize; $($rest)*);
    };
    (@operand_accessors $slot:expr; $name:ident: optional, $($rest:tt)*) => {
        #[doc = concat!("The operand `", stringify!($name), "`, if there is one.")]
        pub fn $name(self) -> Option<$crate::ValueId> {
            let range = <Self as $crate::def::OpView>::DEF.operand_range(self.0, $slot);
            range.into_iter().next().map(|index| self.0.operand(index))
        }
        $crate::op!(@operand_accessors $slot + 1usize; $($rest)*);
    };
    (@operand_accessors $slot:expr; $name:ident: variadic, $($rest:tt)*) => {
        #[doc = concat!("The operands `", stringify!($name), "`.")]
        pub fn $name(self) -> $crate::smallvec::SmallVec<[$crate::ValueId; 4]> {
            let range = <Self as $crate::def::OpView>::DEF.operand_range(self.0, $slot);
            range.map(|index| self.0.operand(index)).collect()
        }
        $crate::op!(@operand_accessors $slot + 1usize; $($rest)*);
    };

    (@result_accessors $slot:expr;) => {};
    (@result_accessors $slot:expr; $name:ident: one, $($rest:tt)*) => {
        #[doc = concat!("The result `", stringify!($name), "`.")]
        pub fn $name(self) -> $crate::ValueId {
            let range = <Self as $crate::def::OpView>::DEF.result_range(self.0, $slot);
            self.0.result(range.start)
        }
        $crate::op!(@result_accessors $slot + 1usize; $($rest)*);
    };
    (@result_accessors $slot:expr; $name:ident: $arity:ident, $($rest:tt)*) => {
        #[doc = concat!("The results `", stringify!($name), "`.")]
        pub fn $name(self) -> $crate::smallvec::SmallVec<[$crate::ValueId; 4]> {
            let range = <Self as $crate::def::OpView>::DEF.result_range(self.0, $slot);
            range.map(|index| self.0.result(index)).collect()
        }
        $crate::op!(@result_accessors $slot + 1usize; $($rest)*);
    };
}
