//! Attributes of several named parameters: `#llvm.memory_effects<other = none, argMem = read>`.

use asyncir_ir::asm::{AsmParser, Delimiter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, EnumCase, EnumDef, ParamFormat, ParamName};
use asyncir_ir::{Attribute, Context, Fallible};

use super::struct_params::{INTEGER, Kind, TYPE, attr_of_params, optional, required};

/// How memory is accessed.
pub static MOD_REF_INFOS: EnumDef = EnumDef {
    name: "::mlir::LLVM::ModRefInfo",
    cases: &[
        EnumCase {
            keyword: "none",
            value: 0,
        },
        EnumCase {
            keyword: "read",
            value: 1,
        },
        EnumCase {
            keyword: "write",
            value: 2,
        },
        EnumCase {
            keyword: "readwrite",
            value: 3,
        },
    ],
    width: 64,
    bits: false,
    words: Some("LLVM ModRefInfo"),
};

macro_rules! struct_attrs {
    ($($(#[doc = $doc:literal])* $DEF:ident $ATTR:ident $name:literal $class:literal $summary:literal
       = [$($presence:ident $param:literal $kind:expr),* $(,)?];)*) => {$(
        $(#[doc = $doc])*
        pub static $DEF: AttrDef =
            attr_of_params!([$($doc)*] $name $class $summary = [$($presence $param $kind),*]);
        $(#[doc = $doc])*
        pub static $ATTR: AttrConstraint =
            AttrConstraint::new($summary, |ctx, attr| attr.params_of(ctx, &$DEF).is_some())
                .form(AttrForm::Dialect(&$DEF));
    )*};
}

const ACCESS: Kind = Kind::Keyword("ModRefInfo", &MOD_REF_INFOS);

struct_attrs! {
    /// Which memory a function reads and writes.
    MEMORY_EFFECTS_DEF MEMORY_EFFECTS "llvm.memory_effects" "LLVM_MemoryEffectsAttr" "memory effects of a function" = [
        required "other" ACCESS, required "argMem" ACCESS, required "inaccessibleMem" ACCESS,
        required "errnoMem" ACCESS, required "targetMem0" ACCESS, required "targetMem1" ACCESS,
    ];
    /// Between which bounds `vscale` is.
    VSCALE_RANGE_DEF VSCALE_RANGE "llvm.vscale_range" "LLVM_VScaleRangeAttr" "bounds of vscale" = [
        required "minRange" INTEGER, required "maxRange" INTEGER,
    ];
    /// How many bytes behind a pointer may be read.
    DEREFERENCEABLE_DEF DEREFERENCEABLE "llvm.dereferenceable" "LLVM_DereferenceableAttr" "dereferenceable bytes" = [
        required "bytes" Kind::Number("uint64_t"), optional "mayBeNull" Kind::Bool,
    ];
    /// The type that a kernel mostly computes with, for explicit vectorization.
    VEC_TYPE_HINT_DEF VEC_TYPE_HINT "llvm.vec_type_hint" "LLVM_VecTypeHintAttr" "Explicit vectorization compiler hint" = [
        required "hint" TYPE, optional "is_signed" Kind::Bool,
    ];
}

const FEATURES_NAME: ParamName = ParamName::new("LLVM_TargetFeaturesAttr", "features", "::llvm::ArrayRef<StringAttr>");

/// `#llvm.target_features<["+sse", "+avx"]>`
pub static TARGET_FEATURES_DEF: AttrDef = AttrDef {
    name: "llvm.target_features",
    summary: "features of the processor",
    description: "",
    params: &[("features", "array of strings")],
    cases: None,
    format: ParamFormat::Custom(
        |parser| {
            parser.punct("<")?;
            parser.punct("[")?;
            let mut features = Vec::new();
            if !parser.optional_punct("]") {
                FEATURES_NAME.read(parser, |parser| {
                    parser.comma_separated(Delimiter::None, &mut |parser| {
                        features.push(parse_feature(parser)?);
                        Ok(())
                    })
                })?;
                parser.punct("]")?;
            }
            parser.punct(">")?;
            Ok(vec![parser.ctx().array_attr(&features)])
        },
        |printer, params| {
            printer.text("<");
            params.iter().for_each(|&features| printer.attribute(features));
            printer.text(">");
        },
    ),
    verify: Some(verify_features),
};

fn parse_feature(parser: &mut dyn AsmParser) -> Fallible<Attribute> {
    let at = parser.position();
    let feature = parser.attribute(None)?;
    match feature.as_str(parser.ctx()) {
        Some(_) => Ok(feature),
        None => Err(parser.error(at, "invalid kind of attribute specified")),
    }
}

/// Each feature is switched on or off.
fn verify_features(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let features = params.first().and_then(|list| list.as_array(ctx)).unwrap_or_default();
    for feature in features.iter().map(|feature| feature.as_str(ctx).unwrap_or_default()) {
        let error = match feature {
            "" => "target features can not be null or empty",
            _ if !feature.starts_with(['+', '-']) => "target features must start with '+' or '-'",
            _ if feature.contains(',') => "target features can not contain ','",
            _ => continue,
        };
        return Err(error.to_owned());
    }
    Ok(())
}

/// Features of the processor.
pub static TARGET_FEATURES: AttrConstraint = AttrConstraint::new("features of the processor", |ctx, attr| {
    attr.params_of(ctx, &TARGET_FEATURES_DEF).is_some()
})
.form(AttrForm::Dialect(&TARGET_FEATURES_DEF));
