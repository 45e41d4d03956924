//! Attributes that become metadata: what loops allow, which memory accesses may overlap, of which types they are.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, ParamFormat, ParamName};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible};

use super::struct_params::{
    self, ANY, DISTINCT, INTEGER, Kind, LOCATION, Param, STRING, TRUTH, attrs_of_params, optional, parse_number,
    required,
};

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
    const CLASS: &str = "LLVM_TBAAMemberAttr";
    parser.punct("<")?;
    let ty = ParamName::new(CLASS, "typeDesc", "TBAANodeAttr").read(parser, |parser| {
        let at = parser.position();
        let ty = parser.attribute(None)?;
        let nodes = [&TBAA_ROOT_DEF, &TBAA_TYPE_DESC_DEF];
        if nodes.iter().any(|def| ty.params_of(parser.ctx(), def).is_some()) {
            Ok(ty)
        } else {
            Err(parser.error(at, "invalid kind of attribute specified"))
        }
    })?;
    parser.punct(",")?;
    let offset = ParamName::new(CLASS, "offset", "int64_t").read(parser, |parser| parse_number(parser, "int64_t"))?;
    parser.punct(">")?;
    Ok(vec![ty, offset])
}

fn print_member(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[ty, offset] = params else { return };
    printer.text("<");
    printer.attribute(ty);
    printer.text(", ");
    printer.attribute_without_type(offset);
    printer.text(">");
}

const VECTORIZE: Kind = Kind::Def("LoopVectorizeAttr", || &LOOP_VECTORIZE_DEF);
const INTERLEAVE: Kind = Kind::Def("LoopInterleaveAttr", || &LOOP_INTERLEAVE_DEF);
const UNROLL: Kind = Kind::Def("LoopUnrollAttr", || &LOOP_UNROLL_DEF);
const UNROLL_AND_JAM: Kind = Kind::Def("LoopUnrollAndJamAttr", || &LOOP_UNROLL_AND_JAM_DEF);
const LICM: Kind = Kind::Def("LoopLICMAttr", || &LOOP_LICM_DEF);
const DISTRIBUTE: Kind = Kind::Def("LoopDistributeAttr", || &LOOP_DISTRIBUTE_DEF);
const PIPELINE: Kind = Kind::Def("LoopPipelineAttr", || &LOOP_PIPELINE_DEF);
const PEELED: Kind = Kind::Def("LoopPeeledAttr", || &LOOP_PEELED_DEF);
const UNSWITCH: Kind = Kind::Def("LoopUnswitchAttr", || &LOOP_UNSWITCH_DEF);
const FOLLOWUP: Kind = Kind::Def("LoopAnnotationAttr", || &LOOP_ANNOTATION_DEF);
const GROUPS: Kind = Kind::Rest("::llvm::ArrayRef<AccessGroupAttr>", || &ACCESS_GROUP_DEF);
const DOMAIN: Kind = Kind::Def("AliasScopeDomainAttr", || &ALIAS_SCOPE_DOMAIN_DEF);
const TYPE_DESC: Kind = Kind::Def("TBAATypeDescriptorAttr", || &TBAA_TYPE_DESC_DEF);
const MEMBERS: Kind = Kind::List("::llvm::ArrayRef<TBAAMemberAttr>", || &TBAA_MEMBER_DEF);

attrs_of_params! {
    /// How a loop is vectorized.
    LOOP_VECTORIZE_DEF "llvm.loop_vectorize" "LoopVectorizeAttr" "vectorization of a loop" = [
        optional "disable" TRUTH, optional "predicateEnable" TRUTH, optional "scalableEnable" TRUTH,
        optional "width" INTEGER, optional "followupVectorized" FOLLOWUP, optional "followupEpilogue" FOLLOWUP,
        optional "followupAll" FOLLOWUP,
    ];
    /// How many iterations of a loop are interleaved.
    LOOP_INTERLEAVE_DEF "llvm.loop_interleave" "LoopInterleaveAttr" "interleaving of a loop" = [required "count" INTEGER];
    /// How a loop is unrolled.
    LOOP_UNROLL_DEF "llvm.loop_unroll" "LoopUnrollAttr" "unrolling of a loop" = [
        optional "disable" TRUTH, optional "count" INTEGER, optional "runtimeDisable" TRUTH, optional "full" TRUTH,
        optional "followupUnrolled" FOLLOWUP, optional "followupRemainder" FOLLOWUP, optional "followupAll" FOLLOWUP,
    ];
    /// How a loop is unrolled and its copies joined.
    LOOP_UNROLL_AND_JAM_DEF "llvm.loop_unroll_and_jam" "LoopUnrollAndJamAttr" "unrolling and jamming of a loop" = [
        optional "disable" TRUTH, optional "count" INTEGER, optional "followupOuter" FOLLOWUP, optional "followupInner" FOLLOWUP,
        optional "followupRemainderOuter" FOLLOWUP, optional "followupRemainderInner" FOLLOWUP, optional "followupAll" FOLLOWUP,
    ];
    /// Whether code that does not change is moved out of a loop.
    LOOP_LICM_DEF "llvm.loop_licm" "LoopLICMAttr" "moving code out of a loop" = [
        optional "disable" TRUTH, optional "versioningDisable" TRUTH,
    ];
    /// Whether a loop is distributed over several ones.
    LOOP_DISTRIBUTE_DEF "llvm.loop_distribute" "LoopDistributeAttr" "distribution of a loop" = [
        optional "disable" TRUTH, optional "followupCoincident" FOLLOWUP, optional "followupSequential" FOLLOWUP,
        optional "followupFallback" FOLLOWUP, optional "followupAll" FOLLOWUP,
    ];
    /// How a loop is pipelined.
    LOOP_PIPELINE_DEF "llvm.loop_pipeline" "LoopPipelineAttr" "pipelining of a loop" = [
        optional "disable" TRUTH, optional "initiationinterval" INTEGER,
    ];
    /// How many iterations of a loop are peeled.
    LOOP_PEELED_DEF "llvm.loop_peeled" "LoopPeeledAttr" "peeling of a loop" = [optional "count" INTEGER];
    /// Whether conditions are moved out of a loop.
    LOOP_UNSWITCH_DEF "llvm.loop_unswitch" "LoopUnswitchAttr" "unswitching of a loop" = [optional "partialDisable" TRUTH];
    /// What may be done to a loop, at the branch that repeats it.
    LOOP_ANNOTATION_DEF "llvm.loop_annotation" "LoopAnnotationAttr" "annotation of a loop" = [
        optional "disableNonforced" TRUTH, optional "vectorize" VECTORIZE, optional "interleave" INTERLEAVE, optional "unroll" UNROLL,
        optional "unrollAndJam" UNROLL_AND_JAM, optional "licm" LICM, optional "distribute" DISTRIBUTE, optional "pipeline" PIPELINE,
        optional "peeled" PEELED, optional "unswitch" UNSWITCH, optional "mustProgress" TRUTH, optional "isVectorized" TRUTH,
        optional "startLoc" LOCATION, optional "endLoc" LOCATION, optional "parallelAccesses" GROUPS,
    ];
    /// Accesses that iterations of a loop do independently of each other.
    ACCESS_GROUP_DEF "llvm.access_group" "LLVM_AccessGroupAttr" "access group" = [required "id" DISTINCT];
    /// A set of alias scopes.
    ALIAS_SCOPE_DOMAIN_DEF "llvm.alias_scope_domain" "LLVM_AliasScopeDomainAttr" "alias scope domain" = [
        required "id" ANY, optional "description" STRING,
    ];
    /// Accesses of different scopes may be declared not to overlap.
    ALIAS_SCOPE_DEF "llvm.alias_scope" "LLVM_AliasScopeAttr" "alias scope" = [
        required "id" ANY, required "domain" DOMAIN, optional "description" STRING,
    ] verify verify_alias_scope;
    /// A type by its members and their offsets.
    TBAA_TYPE_DESC_DEF "llvm.tbaa_type_desc" "LLVM_TBAATypeDescriptorAttr" "type for alias analysis" = [
        required "id" Kind::Text, required "members" MEMBERS,
    ];
    /// The type that an access is of, and the one that it is in.
    TBAA_TAG_DEF "llvm.tbaa_tag" "LLVM_TBAATagAttr" "tag of an access" = [
        required "base_type" TYPE_DESC, required "access_type" TYPE_DESC, required "offset" Kind::Number("int64_t"), optional "constant" Kind::Bool,
    ];
}

fn verify_alias_scope(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    match params.first().map(|id| id.kind(ctx)) {
        Some(AttrKind::String { .. } | AttrKind::Distinct { .. }) => Ok(()),
        _ => Err("id of an alias scope must be a StringAttr or a DistrinctAttr".to_owned()),
    }
}

const ROOT: &[Param] = &[optional("id", STRING)];

/// The root of a tree of types.
pub static TBAA_ROOT_DEF: AttrDef = AttrDef {
    name: "llvm.tbaa_root",
    summary: "root of types",
    description: "The root of a tree of types.\n",
    params: &[("id", STRING.name())],
    cases: None,
    format: ParamFormat::Custom(
        |parser| {
            if parser.is_at("<") {
                struct_params::parse(parser, "LLVM_TBAARootAttr", ROOT)
            } else {
                Ok(vec![Attribute::UNIT])
            }
        },
        |printer, values| {
            if values.first() != Some(&Attribute::UNIT) {
                struct_params::print(printer, ROOT, values);
            }
        },
    ),
    verify: None,
};

/// What may be done to the loop that a branch repeats.
pub static LOOP_ANNOTATION_ATTR: AttrConstraint =
    AttrConstraint::new("", |ctx, attr| attr.params_of(ctx, &LOOP_ANNOTATION_DEF).is_some())
        .form(AttrForm::Dialect(&LOOP_ANNOTATION_DEF));

/// The scope that an op declares.
pub static ALIAS_SCOPE_ATTR: AttrConstraint = AttrConstraint::new("LLVM dialect alias scope", |ctx, attr| {
    attr.params_of(ctx, &ALIAS_SCOPE_DEF).is_some()
})
.form(AttrForm::Dialect(&ALIAS_SCOPE_DEF));

/// The groups that an access is in.
pub static ACCESS_GROUPS_ATTR: AttrConstraint =
    AttrConstraint::new("LLVM dialect access group metadata array", |ctx, attr| {
        is_list_of(ctx, attr, &ACCESS_GROUP_DEF)
    });

/// The scopes that an access is in, or does not overlap with.
pub static ALIAS_SCOPES_ATTR: AttrConstraint = AttrConstraint::new("LLVM dialect alias scope array", |ctx, attr| {
    is_list_of(ctx, attr, &ALIAS_SCOPE_DEF)
});

/// The types that an access is of.
pub static TBAA_TAGS_ATTR: AttrConstraint = AttrConstraint::new("LLVM dialect TBAA tag metadata array", |ctx, attr| {
    is_list_of(ctx, attr, &TBAA_TAG_DEF)
});

fn is_list_of(ctx: &Context, attr: Attribute, def: &'static AttrDef) -> bool {
    let list = attr.as_array(ctx);
    list.is_some_and(|list| list.iter().all(|element| element.params_of(ctx, def).is_some()))
}
