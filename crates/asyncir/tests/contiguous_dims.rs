//! Ops that compute element by element on contiguous memory become one loop, and give what their own loops give.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod lowered;
mod results;

use asyncir::OptLevel;

use compiled::{at, compile};
use lowered::llvm_ir;
use results::results;

/// Each op with its own loops.
const OWN_LOOPS: &str = "builtin.module(convert-linalg-to-loops)";

/// Sizes of three dimensions: with rows of no, one and several elements.
const SIZES: [[usize; 3]; 8] = [
    [0, 3, 4],
    [5, 0, 2],
    [7, 1, 1],
    [1, 1, 9],
    [3, 4, 1],
    [6, 5, 3],
    [2, 33, 17],
    [40, 3, 8],
];

/// A function that computes on memory of these sizes, and gives a digest of it.
fn function(name: &str, [a, b, c]: [usize; 3]) -> String {
    format!(
        "
        func.func @{name}() -> i64 {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %a = arith.constant {a} : index
          %b = arith.constant {b} : index
          %c = arith.constant {c} : index
          %three = arith.constant 3 : i64
          %all = memref.alloc(%a, %b, %c) : memref<?x?x?xi64>
          %turned = memref.alloc(%b, %a, %c) : memref<?x?x?xi64>
          %rows = memref.alloc(%b, %c) : memref<?x?xi64>
          %wide = arith.muli %a, %c2 : index
          %twice = memref.alloc(%wide) : memref<?x5x8xi64>
          linalg.generic {{indexing_maps = [#id], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
              outs(%all : memref<?x?x?xi64>) {{
          ^bb0(%x: i64):
            %i = linalg.index 0 : index
            %j = linalg.index 1 : index
            %k = linalg.index 2 : index
            %0 = arith.muli %i, %b : index
            %1 = arith.addi %0, %j : index
            %2 = arith.muli %1, %c : index
            %3 = arith.addi %2, %k : index
            %4 = arith.index_cast %3 : index to i64
            linalg.yield %4 : i64
          }}
          linalg.fill ins(%three : i64) outs(%rows : memref<?x?xi64>)
          linalg.generic {{indexing_maps = [#row, #id], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
              ins(%rows : memref<?x?xi64>) outs(%all : memref<?x?x?xi64>) {{
          ^bb0(%x: i64, %y: i64):
            %0 = arith.muli %x, %y : i64
            linalg.yield %0 : i64
          }}
          linalg.map {{ arith.addi }} ins(%all, %all : memref<?x?x?xi64>, memref<?x?x?xi64>) outs(%all : memref<?x?x?xi64>)
          linalg.transpose ins(%all : memref<?x?x?xi64>) outs(%turned : memref<?x?x?xi64>) permutation = [1, 0, 2]
          %part = memref.subview %twice[%a, 1, 2] [%a, 3, 4] [1, 1, 1]
              : memref<?x5x8xi64> to memref<?x3x4xi64, strided<[40, 8, 1], offset: ?>>
          %whole = memref.subview %twice[%a, 0, 0] [%a, 5, 8] [1, 1, 1]
              : memref<?x5x8xi64> to memref<?x5x8xi64, strided<[40, 8, 1], offset: ?>>
          linalg.fill ins(%three : i64) outs(%twice : memref<?x5x8xi64>)
          linalg.generic {{indexing_maps = [#id], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
              outs(%whole : memref<?x5x8xi64, strided<[40, 8, 1], offset: ?>>) {{
          ^bb0(%x: i64):
            %0 = arith.muli %x, %x : i64
            linalg.yield %0 : i64
          }}
          linalg.generic {{indexing_maps = [#id], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
              outs(%part : memref<?x3x4xi64, strided<[40, 8, 1], offset: ?>>) {{
          ^bb0(%x: i64):
            %0 = arith.addi %x, %three : i64
            linalg.yield %0 : i64
          }}
          %0 = call @digest(%turned) : (memref<?x?x?xi64>) -> i64
          %cast = memref.cast %twice : memref<?x5x8xi64> to memref<?x?x?xi64>
          %1 = call @digest(%cast) : (memref<?x?x?xi64>) -> i64
          %2 = arith.shli %0, %three : i64
          %3 = arith.xori %2, %1 : i64
          memref.dealloc %all : memref<?x?x?xi64>
          memref.dealloc %turned : memref<?x?x?xi64>
          memref.dealloc %rows : memref<?x?xi64>
          memref.dealloc %twice : memref<?x5x8xi64>
          return %3 : i64
        }}
        "
    )
}

/// The maps of the functions, and what they call.
const HEAD: &str = "
    #id = affine_map<(i, j, k) -> (i, j, k)>
    #row = affine_map<(i, j, k) -> (j, k)>
    func.func private @digest(%m: memref<?x?x?xi64>) -> i64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %factor = arith.constant 31 : i64
      %zero = arith.constant 0 : i64
      %a = memref.dim %m, %c0 : memref<?x?x?xi64>
      %b = memref.dim %m, %c1 : memref<?x?x?xi64>
      %c = memref.dim %m, %c2 : memref<?x?x?xi64>
      %r = scf.for %i = %c0 to %a step %c1 iter_args(%x = %zero) -> (i64) {
        %s = scf.for %j = %c0 to %b step %c1 iter_args(%y = %x) -> (i64) {
          %t = scf.for %k = %c0 to %c step %c1 iter_args(%z = %y) -> (i64) {
            %e = memref.load %m[%i, %j, %k] : memref<?x?x?xi64>
            %0 = arith.muli %z, %factor : i64
            %1 = arith.addi %0, %e : i64
            scf.yield %1 : i64
          }
          scf.yield %t : i64
        }
        scf.yield %s : i64
      }
      return %r : i64
    }";

#[test]
fn merged_loops_give_what_own_loops_give() {
    let names: Vec<String> = (0..SIZES.len()).map(|number| format!("sizes_{number}")).collect();
    let functions = names.iter().zip(SIZES).map(|(name, sizes)| function(name, sizes));
    let text: String = std::iter::once(HEAD.to_owned()).chain(functions).collect();
    let expected = results(&compile(&text, Some(OWN_LOOPS), &at(OptLevel::O0)), &names);
    assert_ne!(expected[5], expected[6], "the digests tell sizes apart");
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let found = results(&compile(&text, None, &at(opt_level)), &names);
        assert_eq!(found, expected, "{opt_level:?}");
    }
}

#[test]
fn any_number_of_contiguous_dimensions_is_one_loop() {
    for ty in [
        "tensor<?x?x?x?xf32>",
        "tensor<?x1xf32>",
        "tensor<8x?x3xf32>",
        "tensor<?xf32>",
    ] {
        let text = format!(
            "func.func @f(%a: {ty}, %b: {ty}) -> {ty} {{
              %0 = arith.addf %a, %b : {ty}
              %1 = math.absf %0 : {ty}
              return %1 : {ty}
            }}"
        );
        assert_eq!(llvm_ir(&text).matches("br i1").count(), 1, "{ty}");
    }
}
