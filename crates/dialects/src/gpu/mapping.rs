//! Attributes that say which part of a device runs an iteration of an `scf.forall`: `#gpu.block<x>`.

use asyncir_ir::def::{AttrDef, EnumCase, EnumDef, ParamFormat};
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
};

const fn mapping(name: &'static str, summary: &'static str, description: &'static str) -> AttrDef {
    AttrDef {
        name,
        summary,
        description,
        params: &[("value", "::mlir::gpu::MappingId")],
        cases: Some(&MAPPING_ID),
        format: ParamFormat::Custom(
            |parser| enum_attrs::parse(parser, &MAPPING_ID, ""),
            |printer, params| enum_attrs::print(printer, &MAPPING_ID, "", params),
        ),
        verify: None,
    }
}

/// `#gpu.block<x>`
pub static BLOCK: AttrDef = mapping("gpu.block", "mapping to blocks", "Blocks run the iterations.");
/// `#gpu.warpgroup<x>`
pub static WARPGROUP: AttrDef = mapping(
    "gpu.warpgroup",
    "mapping to groups of warps",
    "Groups of four warps run the iterations.",
);
/// `#gpu.warp<x>`
pub static WARP: AttrDef = mapping("gpu.warp", "mapping to warps", "Warps run the iterations.");
/// `#gpu.thread<x>`
pub static THREAD: AttrDef = mapping("gpu.thread", "mapping to threads", "Threads run the iterations.");
/// `#gpu.lane<x>`
pub static LANE: AttrDef = mapping("gpu.lane", "mapping to lanes", "Lanes of a warp run the iterations.");

/// Whether an attribute is one of these.
pub fn is_mapping(ctx: &Context, attr: Attribute) -> bool {
    let all = [&BLOCK, &WARPGROUP, &WARP, &THREAD, &LANE];
    matches!(attr.kind(ctx), AttrKind::Dialect { .. }) && all.into_iter().any(|def| attr.params_of(ctx, def).is_some())
}
