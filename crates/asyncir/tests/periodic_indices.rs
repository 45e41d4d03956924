//! Indices that wrap around at the end of a parallel loop are what the division gives, without dividing.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod results;

use asyncir::{OptLevel, ParallelLoops, Source, context, lower_to_llvm_dialect, parse, to_llvm_ir};

use compiled::{at, compile};
use results::results;

/// How an index is made from the induction variable, the size and a shift.
#[derive(Clone, Copy, Debug)]
enum Remainder {
    Signed,
    Unsigned,
    /// `affine.apply`, which rounds down.
    Affine,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    remainder: Remainder,
    size: i64,
    is_known: bool,
    shift: i64,
    /// Whether the size is added to the dividend.
    adds_size: bool,
}

impl Case {
    fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for remainder in [Remainder::Signed, Remainder::Unsigned, Remainder::Affine] {
            for size in 1..=4 {
                for shift in [-7, -2, -1, 0, 1, 2, 7] {
                    for flags in 0..4 {
                        cases.push(Self {
                            remainder,
                            size,
                            is_known: flags & 1 != 0,
                            shift,
                            adds_size: flags & 2 != 0,
                        });
                    }
                }
            }
        }
        cases
    }

    fn expected(self) -> i64 {
        let of = |index: i64| {
            let sum = index + self.shift + if self.adds_size { self.size } else { 0 };
            match self.remainder {
                Remainder::Signed => sum % self.size,
                Remainder::Unsigned => (sum.cast_unsigned() % self.size.cast_unsigned()).cast_signed(),
                Remainder::Affine => sum.rem_euclid(self.size),
            }
        };
        (0..self.size).map(|index| (index + 1) * (of(index) + 100)).sum()
    }

    fn function(self, name: &str) -> String {
        let Self { size, shift, .. } = self;
        let size_is = if self.is_known {
            format!("%n = arith.constant {size} : index")
        } else {
            format!("%size = arith.constant {size} : index\n%n = call @hide(%size) : (index) -> index")
        };
        let extra = if self.adds_size { "%n" } else { "%c0" };
        let rest = match self.remainder {
            Remainder::Signed => "%rest = arith.remsi %dividend, %n : index",
            Remainder::Unsigned => "%rest = arith.remui %dividend, %n : index",
            Remainder::Affine => "%rest = affine.apply affine_map<(d)[n] -> (d mod n)>(%dividend)[%n]",
        };
        format!(
            "func.func @{name}() -> i64 {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %zero = arith.constant 0 : i64
               %hundred = arith.constant 100 : index
               {size_is}
               %sum = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {{
                 %shift = arith.constant {shift} : index
                 %shifted = arith.addi %j, %shift : index
                 %dividend = arith.addi %shifted, {extra} : index
                 {rest}
                 %positive = arith.addi %rest, %hundred : index
                 %weight = arith.addi %j, %c1 : index
                 %weighted = arith.muli %weight, %positive : index
                 %x = arith.index_cast %weighted : index to i64
                 scf.reduce(%x : i64) {{
                 ^bb0(%a: i64, %b: i64):
                   %s = arith.addi %a, %b : i64
                   scf.reduce.return %s : i64
                 }}
               }}
               return %sum : i64
             }}\n"
        )
    }
}

#[test]
fn indices_are_those_of_divisions() {
    let cases = Case::all();
    let mut text =
        String::from("func.func private @hide(%x: index) -> index attributes {no_inline} { return %x : index }\n");
    let names: Vec<String> = (0..cases.len()).map(|number| format!("f_{number}")).collect();
    for (case, name) in cases.iter().zip(&names) {
        text += &case.function(name);
    }
    let expected: Vec<i64> = cases.iter().map(|case| case.expected()).collect();
    for level in [OptLevel::O0, OptLevel::O2] {
        let engine = compile(&text, None, &at(level));
        for (number, value) in results(&engine, &names).into_iter().enumerate() {
            assert_eq!(value, expected[number], "{level:?}, {:?}", cases[number]);
        }
    }
}

/// Programs are lowered that way, for whichever op makes a loop parallel.
#[test]
fn neighbours_are_not_divided() {
    let loops = [
        "scf.parallel (%j) = (%c0) to (%n) step (%c1) { @ }",
        "scf.forall (%j) in (%n) { @ }",
        "affine.parallel (%j) = (0) to (%n) { @ }",
    ];
    for around in loops {
        let body = "%next = arith.addi %j, %c1 : index
            %wrapped = arith.remui %next, %n : index
            %x = memref.load %a[%wrapped] : memref<?xf32>
            memref.store %x, %b[%j] : memref<?xf32>";
        let text = format!(
            "func.func @shift(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               {}
               return
             }}",
            around.replace('@', body)
        );
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("the program is right");
        lower_to_llvm_dialect(&ctx, &mut module, ParallelLoops::default()).expect("it can be lowered");
        let ir = to_llvm_ir(&ctx, &module).expect("it can be translated");
        assert!(ir.contains("select i1"), "{ir}");
        assert!(!ir.contains(" urem "), "{ir}");
    }
}
