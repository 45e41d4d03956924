//! Attributes that become metadata: what loops allow, which memory accesses may overlap, of which types they are.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, ParamFormat};
use asyncir_ir::{Attribute, Context, Fallible, Type};

/// A named parameter. One that may be missing is `unit` then.
#[derive(Clone, Copy)]
struct Param {
    name: &'static str,
    kind: Kind,
    is_optional: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An attribute with its type.
    Any,
    /// `true` or `false`; what is false may be left out if it is optional.
    Bool,
    /// `true` or `false`, or nothing.
    Truth,
    /// A number, kept as an `i64`.
    Number,
    /// The rest of the attributes.
    Rest,
    /// `{<type, offset>, ...}`
    Members,
}

const fn required(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        kind,
        is_optional: false,
    }
}

const fn optional(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        kind,
        is_optional: true,
    }
}

/// What a parameter of that name must be, if it can be only one thing: it may be written as `<...>` then.
fn only_def(name: &str) -> Option<&'static AttrDef> {
    Some(match name {
        "vectorize" => &LOOP_VECTORIZE_DEF,
        "interleave" => &LOOP_INTERLEAVE_DEF,
        "unroll" => &LOOP_UNROLL_DEF,
        "unrollAndJam" => &LOOP_UNROLL_AND_JAM_DEF,
        "licm" => &LOOP_LICM_DEF,
        "distribute" => &LOOP_DISTRIBUTE_DEF,
        "pipeline" => &LOOP_PIPELINE_DEF,
        "peeled" => &LOOP_PEELED_DEF,
        "unswitch" => &LOOP_UNSWITCH_DEF,
        "domain" => &ALIAS_SCOPE_DOMAIN_DEF,
        "base_type" | "access_type" => &TBAA_TYPE_DESC_DEF,
        _ if name.starts_with("followup") => &LOOP_ANNOTATION_DEF,
        _ => return None,
    })
}

fn parse_value(parser: &mut dyn AsmParser, name: &str, kind: Kind) -> Fallible<Attribute> {
    match kind {
        Kind::Any => match (parser.optional_attribute(None)?, only_def(name)) {
            (Some(attr), _) => Ok(attr),
            (None, Some(def)) => parser.dialect_attribute(def),
            (None, None) => parser.attribute(None),
        },
        Kind::Bool | Kind::Truth => parser.attribute(Some(Type::I1)),
        Kind::Number => {
            let number = parser.integer()?;
            Ok(parser.ctx().int_attr(Type::I64, number))
        }
        Kind::Rest => {
            let mut rest = vec![parser.attribute(None)?];
            while parser.optional_punct(",") {
                rest.push(parser.attribute(None)?);
            }
            Ok(parser.ctx().array_attr(&rest))
        }
        Kind::Members => parse_members(parser),
    }
}

fn parse_members(parser: &mut dyn AsmParser) -> Fallible<Attribute> {
    let mut members = Vec::new();
    parser.comma_separated(asyncir_ir::asm::Delimiter::Brace, &mut |parser| {
        members.push(parser.dialect_attribute(&TBAA_MEMBER_DEF)?);
        Ok(())
    })?;
    Ok(parser.ctx().array_attr(&members))
}

/// A member of a type: the type that it has, and where it is, in bytes.
pub static TBAA_MEMBER_DEF: AttrDef = AttrDef {
    name: "llvm.tbaa_member",
    summary: "member of a type for alias analysis",
    description: "",
    params: &[("typeDesc", "Any"), ("offset", "Number")],
    cases: None,
    format: ParamFormat::Custom(parse_member, print_member),
    verify: None,
};

fn parse_member(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let ty = parser.attribute(None)?;
    parser.punct(",")?;
    let offset = parser.integer()?;
    parser.punct(">")?;
    Ok(vec![ty, parser.ctx().int_attr(Type::I64, offset)])
}

fn print_member(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[ty, offset] = params else { return };
    printer.text("<");
    printer.attribute(ty);
    printer.text(", ");
    printer.attribute_without_type(offset);
    printer.text(">");
}

/// Reads `<name = value, ...>` in any order.
fn parse(parser: &mut dyn AsmParser, params: &'static [Param]) -> Fallible<Vec<Attribute>> {
    let mut values: Vec<Option<Attribute>> = vec![None; params.len()];
    parser.punct("<")?;
    let at = parser.position();
    let mut is_open = !parser.optional_punct(">");
    while is_open {
        let at = parser.position();
        let name = parser.any_keyword().unwrap_or_default();
        let index = params.iter().position(|param| param.name == name);
        let Some(index) = index.filter(|&index| values[index].is_none()) else {
            return Err(parser.error(at, "duplicate or unknown struct parameter name"));
        };
        parser.punct("=")?;
        values[index] = Some(parse_value(parser, name.as_str(), params[index].kind)?);
        if !parser.optional_punct(",") {
            parser.punct(">")?;
            is_open = false;
        }
    }
    let complete = params.iter().zip(values).map(|(param, value)| match value {
        Some(value) => Ok(value),
        None if param.kind == Kind::Bool => Ok(Attribute::FALSE),
        None if param.is_optional => Ok(Attribute::UNIT),
        None => {
            let message = format!("struct is missing required parameter: {}", param.name);
            Err(parser.error(at, &message))
        }
    });
    complete.collect()
}

fn print_list(printer: &mut dyn AsmPrinter, list: &[Attribute], each: fn(&mut dyn AsmPrinter, Attribute)) {
    for (index, &attr) in list.iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        each(printer, attr);
    }
}

fn elements(ctx: &Context, attr: Attribute) -> Vec<Attribute> {
    attr.as_array(ctx).unwrap_or_default().to_vec()
}

/// Writes what [`parse`] reads.
fn print(printer: &mut dyn AsmPrinter, params: &'static [Param], values: &[Attribute]) {
    printer.text("<");
    let mut separator = "";
    for (param, &value) in params.iter().zip(values) {
        let is_default = value == Attribute::UNIT || (param.kind == Kind::Bool && value == Attribute::FALSE);
        if param.is_optional && is_default {
            continue;
        }
        printer.text(separator);
        separator = ", ";
        printer.text(param.name);
        printer.text(" = ");
        let list = elements(printer.ctx(), value);
        match param.kind {
            Kind::Any => printer.attribute(value),
            Kind::Bool | Kind::Truth | Kind::Number => printer.attribute_without_type(value),
            Kind::Rest => print_list(printer, &list, |printer, attr| printer.attribute(attr)),
            Kind::Members => {
                printer.text("{");
                print_list(printer, &list, |printer, member| printer.stripped_attribute(member));
                printer.text("}");
            }
        }
    }
    printer.text(">");
}

macro_rules! metadata_attrs {
    ($($(#[doc = $doc:literal])* $DEF:ident $name:literal $summary:literal = [$($presence:ident $param:literal $kind:ident),* $(,)?];)*) => {
        $(
            $(#[doc = $doc])*
            pub static $DEF: AttrDef = {
                const PARAMS: &[Param] = &[$($presence($param, Kind::$kind)),*];
                AttrDef {
                    name: $name,
                    summary: $summary,
                    description: concat!($($doc, "\n"),*),
                    params: &[$(($param, stringify!($kind))),*],
                    cases: None,
                    format: ParamFormat::Custom(
                        |parser| parse(parser, PARAMS),
                        |printer, values| print(printer, PARAMS, values),
                    ),
                    verify: None,
                }
            };
        )*
    };
}

metadata_attrs! {
    /// How a loop is vectorized.
    LOOP_VECTORIZE_DEF "llvm.loop_vectorize" "vectorization of a loop" = [
        optional "disable" Truth, optional "predicateEnable" Truth, optional "scalableEnable" Truth,
        optional "width" Any, optional "followupVectorized" Any, optional "followupEpilogue" Any,
        optional "followupAll" Any,
    ];
    /// How many iterations of a loop are interleaved.
    LOOP_INTERLEAVE_DEF "llvm.loop_interleave" "interleaving of a loop" = [required "count" Any];
    /// How a loop is unrolled.
    LOOP_UNROLL_DEF "llvm.loop_unroll" "unrolling of a loop" = [
        optional "disable" Truth, optional "count" Any, optional "runtimeDisable" Truth, optional "full" Truth,
        optional "followupUnrolled" Any, optional "followupRemainder" Any, optional "followupAll" Any,
    ];
    /// How a loop is unrolled and its copies joined.
    LOOP_UNROLL_AND_JAM_DEF "llvm.loop_unroll_and_jam" "unrolling and jamming of a loop" = [
        optional "disable" Truth, optional "count" Any, optional "followupOuter" Any, optional "followupInner" Any,
        optional "followupRemainderOuter" Any, optional "followupRemainderInner" Any, optional "followupAll" Any,
    ];
    /// Whether code that does not change is moved out of a loop.
    LOOP_LICM_DEF "llvm.loop_licm" "moving code out of a loop" = [
        optional "disable" Truth, optional "versioningDisable" Truth,
    ];
    /// Whether a loop is distributed over several ones.
    LOOP_DISTRIBUTE_DEF "llvm.loop_distribute" "distribution of a loop" = [
        optional "disable" Truth, optional "followupCoincident" Any, optional "followupSequential" Any,
        optional "followupFallback" Any, optional "followupAll" Any,
    ];
    /// How a loop is pipelined.
    LOOP_PIPELINE_DEF "llvm.loop_pipeline" "pipelining of a loop" = [
        optional "disable" Truth, optional "initiationinterval" Any,
    ];
    /// How many iterations of a loop are peeled.
    LOOP_PEELED_DEF "llvm.loop_peeled" "peeling of a loop" = [optional "count" Any];
    /// Whether conditions are moved out of a loop.
    LOOP_UNSWITCH_DEF "llvm.loop_unswitch" "unswitching of a loop" = [optional "partialDisable" Truth];
    /// What may be done to a loop, at the branch that repeats it.
    LOOP_ANNOTATION_DEF "llvm.loop_annotation" "annotation of a loop" = [
        optional "disableNonforced" Truth, optional "vectorize" Any, optional "interleave" Any, optional "unroll" Any,
        optional "unrollAndJam" Any, optional "licm" Any, optional "distribute" Any, optional "pipeline" Any,
        optional "peeled" Any, optional "unswitch" Any, optional "mustProgress" Truth, optional "isVectorized" Truth,
        optional "startLoc" Any, optional "endLoc" Any, optional "parallelAccesses" Rest,
    ];
    /// Accesses that iterations of a loop do independently of each other.
    ACCESS_GROUP_DEF "llvm.access_group" "access group" = [required "id" Any];
    /// A set of alias scopes.
    ALIAS_SCOPE_DOMAIN_DEF "llvm.alias_scope_domain" "alias scope domain" = [
        required "id" Any, optional "description" Any,
    ];
    /// Accesses of different scopes may be declared not to overlap.
    ALIAS_SCOPE_DEF "llvm.alias_scope" "alias scope" = [
        required "id" Any, required "domain" Any, optional "description" Any,
    ];
    /// The root of a tree of types.
    TBAA_ROOT_DEF "llvm.tbaa_root" "root of types" = [optional "id" Any];
    /// A type by its members and their offsets.
    TBAA_TYPE_DESC_DEF "llvm.tbaa_type_desc" "type for alias analysis" = [required "id" Any, required "members" Members];
    /// The type that an access is of, and the one that it is in.
    TBAA_TAG_DEF "llvm.tbaa_tag" "tag of an access" = [
        required "base_type" Any, required "access_type" Any, required "offset" Number, optional "constant" Bool,
    ];
}

/// The scope that an op declares.
pub static ALIAS_SCOPE_ATTR: AttrConstraint = AttrConstraint::new("LLVM dialect alias scope", |ctx, attr| {
    attr.params_of(ctx, &ALIAS_SCOPE_DEF).is_some()
});
