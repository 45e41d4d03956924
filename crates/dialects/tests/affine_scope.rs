//! Which values may be symbols and dimensions, where the answer depends on many ops or on itself.

use asyncir_ir::Context;
use asyncir_ir::verify::verify_op;
use asyncir_text::{Source, parse_source};

/// What the verifier says to a loop that ends at the last of `ops`, which count from `%0`.
fn verify(ops: &[String], last: usize) -> Result<(), String> {
    let ops = ops.join("\n");
    let text = format!(
        "func.func @f(%n: index) {{\naffine.for %i = 0 to 4 {{\n{ops}\naffine.for %j = 0 to %{last} {{ }}\n}}\nreturn\n}}\n"
    );
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let parsed = parse_source(&ctx, &Source::new("loops.mlir", &text)).expect("it can be parsed");
    let errors = verify_op(parsed.op.op_ref(&ctx));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.iter().map(|error| error.message().to_string()).collect())
    }
}

/// `%0`, `%1`, ...: each the sum of what `operands` names for its number.
fn sums(count: usize, operands: impl Fn(usize) -> [String; 2]) -> Vec<String> {
    (0..count)
        .map(|index| format!("%{index} = arith.addi {} : index", operands(index).join(", ")))
        .collect()
}

#[test]
fn long_chains_of_ops_are_symbols() {
    let before = |index: usize| {
        index
            .checked_sub(1)
            .map_or("%n".to_string(), |before| format!("%{before}"))
    };
    let chain = sums(30_000, |index| [before(index), "%n".to_string()]);
    assert_eq!(verify(&chain, 29_999), Ok(()));
    // Each is used twice: to ask for each use anew would take 2^64 steps.
    let doubled = sums(64, |index| [before(index), before(index)]);
    assert_eq!(verify(&doubled, 63), Ok(()));
    let of_the_loop = sums(64, |index| {
        let operand = if index == 0 { "%i".to_string() } else { before(index) };
        [operand.clone(), operand]
    });
    assert!(verify(&of_the_loop, 63).is_err_and(|error| error.contains("operand cannot be used as a symbol")));
}

#[test]
fn what_depends_on_itself_is_no_symbol() {
    let ops = "scf.execute_region { scf.yield\n^bb1:\n\
               %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%b)\n\
               %b = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)\n\
               affine.for %k = 0 to %a { }\ncf.br ^bb1 }\n%0 = arith.constant 1 : index";
    let verified = verify(&[ops.to_string()], 0);
    assert!(verified.is_err_and(|error| error.contains("operand cannot be used as a symbol")));
}
