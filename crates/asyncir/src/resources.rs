//! Data that a file carries behind its ops, in the ops that name them.

use asyncir_ir::{Attribute, Context, Diagnostic, Diagnostics, NamedAttribute, Operation, OwnedOp, WalkOrder};
use asyncir_text::Resources;

/// Replaces attributes `dense_resource` of a module's ops by the elements that they stand for. Those in lists stay, which are no
/// values of constants, and those whose data the file lacks: a program that uses them cannot be translated.
pub(crate) fn put_into_attributes(ctx: &Context, module: &mut OwnedOp, resources: &Resources) -> Diagnostics {
    let mut found = Diagnostics::new();
    if !resources.is_empty() {
        in_op(ctx, module.operation_mut(), resources, &mut found);
    }
    found
}

fn in_op(ctx: &Context, op: &mut Operation, resources: &Resources, found: &mut Diagnostics) {
    let location = op.location();
    let mut replaced = |list: Attribute| {
        let entries = list.as_dict(ctx).unwrap_or_default();
        let changed = |dict, &(name, value): &NamedAttribute| match resources.dense(ctx, value) {
            Ok(None) => dict,
            Ok(elements) => ctx.dict_with(dict, ctx.str(name), elements),
            Err(message) => {
                found.push(Diagnostic::error(location, message));
                dict
            }
        };
        entries.iter().fold(list, changed)
    };
    let (properties, attrs) = (replaced(op.properties()), replaced(op.attrs()));
    op.set_properties(properties);
    op.set_attrs(attrs);
    let Some(body) = op.body_mut() else { return };
    for inner in body.walk_all(WalkOrder::Pre) {
        in_op(ctx, body.op_mut(inner), resources, found);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Source, context, parse, to_llvm_ir};

    /// What a constant with the data of a blob is in LLVM IR.
    fn constant(element: &str, count: usize, blob: &str) -> Result<String, String> {
        let ctx = context();
        let text = format!(
            "llvm.mlir.global constant @a(dense_resource<b> : tensor<{count}x{element}>) : !llvm.array<{count} x {element}>
             {{-# dialect_resources: {{ builtin: {{ {blob} }} }} #-}}"
        );
        let module = parse(&ctx, &Source::new("a.mlir", text)).map_err(|error| error.to_string())?;
        let ir = to_llvm_ir(&ctx, &module).map_err(|error| error.to_string())?;
        let line = ir.lines().find(|line| line.starts_with("@a = ")).unwrap_or_default();
        Ok(line.trim_start_matches("@a = constant ").to_owned())
    }

    #[test]
    fn data_of_the_file_are_elements_of_constants() {
        for (element, count, blob, expected) in [
            ("i16", 2, "b: \"0x0400000001000200\"", "[2 x i16] [i16 1, i16 2]"),
            (
                "i1",
                3,
                "b: \"0x01000000010002\"",
                "[3 x i1] [i1 true, i1 false, i1 true]",
            ),
            (
                "f32",
                2,
                "c: \"0x0400000000\", b: \"0x040000000000803F0000803F\"",
                "[2 x float] [float 1.000000e+00, float 1.000000e+00]",
            ),
        ] {
            assert_eq!(constant(element, count, blob).as_deref(), Ok(expected));
        }
        for (count, blob, problem) in [
            (
                3,
                "b: \"0x0400000001000200\"",
                "raw data size does not match element type size",
            ),
            (
                2,
                "c: \"0x0400000001000200\"",
                "the file has no elements for the resource 'b'",
            ),
        ] {
            let error = constant("i16", count, blob).expect_err(problem);
            assert!(error.contains(&format!("a.mlir:1:1: error: {problem}")), "{error}");
        }
    }
}
