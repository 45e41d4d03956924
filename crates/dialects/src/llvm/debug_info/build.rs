//! Debug information that passes make.

use std::path::Path;

use asyncir_ir::{Attribute, Context};

use super::flags::SUBPROGRAM_FLAGS;
use super::{COMPILE_UNIT_DEF, FILE_DEF, LEXICAL_BLOCK_FILE_DEF, SUBPROGRAM_DEF, SUBROUTINE_TYPE_DEF};

/// A file, its folder apart.
pub fn file(ctx: &Context, path: &str) -> Attribute {
    let path = Path::new(path);
    let name = path.file_name().unwrap_or(path.as_os_str());
    let folder = path.parent().unwrap_or(Path::new(""));
    let part = |part: &std::ffi::OsStr| ctx.str_attr(&part.to_string_lossy());
    ctx.dialect_attr(&FILE_DEF, &[part(name), part(folder.as_os_str())])
}

/// An optimised compile unit in C, the language that says least; `emission_kind` is one of
/// [`EMISSION_KINDS`](super::flags::EMISSION_KINDS).
pub fn compile_unit(ctx: &Context, file: Attribute, producer: &str, emission_kind: i64) -> Attribute {
    let params = [
        ctx.distinct_attr(Attribute::UNIT),
        ctx.str_attr("DW_LANG_C"),
        file,
        ctx.str_attr(producer),
        Attribute::TRUE,
        ctx.i64_attr(emission_kind),
        ctx.i64_attr(0),
        Attribute::UNIT,
    ];
    ctx.dialect_attr(&COMPILE_UNIT_DEF, &params)
}

/// An optimised function of unknown types: a definition if it is of a compile unit, else a declaration. Its scope is its
/// file. Lines count from 1.
pub fn subprogram(ctx: &Context, unit: Option<Attribute>, name: &str, file: Attribute, line: u32) -> Attribute {
    let flag = |name| SUBPROGRAM_FLAGS.value(name).unwrap_or(0);
    let definition = if unit.is_some() { flag("Definition") } else { 0 };
    let types = [ctx.str_attr("DW_CC_normal"), Attribute::UNIT];
    let (name, line) = (ctx.str_attr(name), ctx.i64_attr(line.into()));
    let params = [
        Attribute::UNIT,
        Attribute::FALSE,
        unit.map_or(Attribute::UNIT, |_| ctx.distinct_attr(Attribute::UNIT)),
        unit.unwrap_or(Attribute::UNIT),
        file,
        name,
        name,
        file,
        line,
        line,
        ctx.i64_attr(flag("Optimized") | definition),
        ctx.dialect_attr(&SUBROUTINE_TYPE_DEF, &types),
        Attribute::UNIT,
        Attribute::UNIT,
    ];
    ctx.dialect_attr(&SUBPROGRAM_DEF, &params)
}

/// The part of a scope that is from a file.
pub fn lexical_block_file(ctx: &Context, scope: Attribute, file: Attribute) -> Attribute {
    ctx.dialect_attr(&LEXICAL_BLOCK_FILE_DEF, &[scope, file, ctx.i64_attr(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_files_stand_apart() {
        let ctx = Context::new();
        for (path, name, folder) in [
            ("a.mlir", "a.mlir", ""),
            ("x/y/a.mlir", "a.mlir", "x/y"),
            ("/a.mlir", "a.mlir", "/"),
            ("<unknown>", "<unknown>", ""),
        ] {
            let file = file(&ctx, path);
            let parts = file.params_of(&ctx, &FILE_DEF).expect("it is a file");
            let parts: Vec<_> = parts.iter().map(|part| part.as_str(&ctx)).collect();
            assert_eq!(parts, [Some(name), Some(folder)]);
        }
    }
}
