//! Attributes that say which part of a device runs an iteration of an `scf.forall`: `#gpu.block<x>`.

use asyncir_ir::def::{AttrDef, EnumCase, EnumDef, ParamFormat, ParamName};
use asyncir_ir::{AttrKind, Attribute, Context};

use crate::enum_attrs;

const fn case(keyword: &'static str, value: i64) -> EnumCase {
    EnumCase { keyword, value }
}

/// A dimension of what runs iterations, or one of dimensions that are numbered through.
pub static MAPPING_ID: EnumDef = EnumDef {
    name: "::mlir::gpu::MappingId",
    cases: &[
        case("x", 0),
        case("y", 1),
        case("z", 2),
        case("linear_dim_0", 3),
        case("linear_dim_1", 4),
        case("linear_dim_2", 5),
        case("linear_dim_3", 6),
        case("linear_dim_4", 7),
        case("linear_dim_5", 8),
        case("linear_dim_6", 9),
        case("linear_dim_7", 10),
        case("linear_dim_8", 11),
        case("linear_dim_9", 12),
    ],
    width: 64,
    bits: false,
    words: None,
};

macro_rules! mapping {
    ($(#[doc = $doc:literal])* $DEF:ident: $name:literal, $class:literal, $param:literal, $summary:literal,
     $description:literal) => {
        $(#[doc = $doc])*
        pub static $DEF: AttrDef = AttrDef {
            name: $name,
            summary: $summary,
            description: $description,
            params: &[($param, "::mlir::gpu::MappingId")],
            cases: Some(&MAPPING_ID),
            format: ParamFormat::Custom(
                |parser| {
                    let name = ParamName::new($class, $param, "::mlir::gpu::MappingId");
                    enum_attrs::parse(parser, name, &MAPPING_ID, "")
                },
                |printer, params| enum_attrs::print(printer, &MAPPING_ID, "", params),
            ),
            verify: None,
        };
    };
}

mapping! {
    /// `#gpu.block<x>`
    BLOCK: "gpu.block", "GPUBlockMappingAttr", "block", "mapping to blocks", "Blocks run the iterations."
}
mapping! {
    /// `#gpu.warpgroup<x>`
    WARPGROUP: "gpu.warpgroup", "GPUWarpgroupMappingAttr", "warpgroup", "mapping to groups of warps",
    "Groups of four warps run the iterations."
}
mapping! {
    /// `#gpu.warp<x>`
    WARP: "gpu.warp", "GPUWarpMappingAttr", "warp", "mapping to warps", "Warps run the iterations."
}
mapping! {
    /// `#gpu.thread<x>`
    THREAD: "gpu.thread", "GPUThreadMappingAttr", "thread", "mapping to threads", "Threads run the iterations."
}
mapping! {
    /// `#gpu.lane<x>`
    LANE: "gpu.lane", "GPULaneMappingAttr", "lane", "mapping to lanes", "Lanes of a warp run the iterations."
}

/// Whether an attribute is one of these.
pub fn is_mapping(ctx: &Context, attr: Attribute) -> bool {
    let all = [&BLOCK, &WARPGROUP, &WARP, &THREAD, &LANE];
    matches!(attr.kind(ctx), AttrKind::Dialect { .. }) && all.into_iter().any(|def| attr.params_of(ctx, def).is_some())
}
