//! Structured ops that reduce have the same bits as their own loops in order, for all kinds of sizes; those that reduce
//! everything to a single element have the same whole numbers.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod results;

use std::fmt::Write as _;

use asyncir::OptLevel;

use compiled::{at, compile};
use results::results;

/// An op on memory, and how its operands' sizes follow from four numbers. The last operand is written.
struct Reduction {
    element: &'static str,
    /// `$i` stands for an operand, `$ti` for its type.
    op: &'static str,
    shapes: fn([u64; 4]) -> Vec<Vec<u64>>,
}

const MATMUL: &str = "linalg.matmul ins($0, $1 : $t0, $t1) outs($2 : $t2)";

const REDUCTIONS: &[Reduction] = &[
    Reduction {
        element: "f32",
        op: MATMUL,
        shapes: |[m, n, k, _]| vec![vec![m, k], vec![k, n], vec![m, n]],
    },
    Reduction {
        element: "i32",
        op: MATMUL,
        shapes: |[m, n, k, _]| vec![vec![m, k], vec![k, n], vec![m, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, \
             affine_map<(i, j, k) -> (i, j)>] ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, _]| vec![vec![m, k], vec![n, k], vec![m, n]],
    },
    Reduction {
        element: "f64",
        op: "linalg.batch_matmul ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![b, m, k], vec![b, k, n], vec![b, m, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.matvec ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, _, k, _]| vec![vec![m, k], vec![k], vec![m]],
    },
    Reduction {
        element: "f32",
        op: "linalg.vecmat ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[_, n, k, _]| vec![vec![k], vec![k, n], vec![n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nhwc_hwcf ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![1, m + 2, 7 + b, k], vec![3, 1 + b, k, n], vec![1, m, 7, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nchw_fchw ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![b, k, 6, n + 2], vec![m, k, 2, 3], vec![b, m, 5, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.pooling_nhwc_max ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, _, b]| vec![vec![b, m + 2, 6, n], vec![3, 2], vec![b, m, 5, n]],
    },
    Reduction {
        element: "f64",
        op: "linalg.reduce { arith.mulf } ins($0 : $t0) outs($1 : $t1) dimensions = [1]",
        shapes: |[m, n, _, _]| vec![vec![m, n], vec![m]],
    },
    Reduction {
        element: "f64",
        op: "linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, \
             affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] \
             ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![b, m, k], vec![b, n, k], vec![b, m, n]],
    },
    Reduction {
        element: "i32",
        op: "linalg.reduce { arith.muli } ins($0 : $t0) outs($1 : $t1) dimensions = [1, 2]",
        shapes: |[m, n, k, _]| vec![vec![m, n, k], vec![m]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nhwc_fhwc ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![1, m + 1, 7 + b, k], vec![n, 2, 1 + b, k], vec![1, m, 7, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![1, k, 8, 2 * n + b], vec![m, k, 3, 1 + b], vec![1, m, 3, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nchw_fchw ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![b, k, 3, n], vec![m, k, 1, 1], vec![b, m, 3, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, _, b]| vec![vec![b, m, 8, 2 * n + 1], vec![2, 3], vec![b, m, 4, n]],
    },
    Reduction {
        element: "f64",
        op: "linalg.pooling_nchw_sum {strides = dense<3> : tensor<2xi64>} ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, _, b]| vec![vec![b, m, 8, 3 * n], vec![2, 1], vec![b, m, 3, n]],
    },
    // Inputs that are read across what is written, without a reduction.
    Reduction {
        element: "f32",
        op: "linalg.transpose ins($0 : $t0) outs($1 : $t1) permutation = [1, 0]",
        shapes: |[m, n, _, _]| vec![vec![m, n], vec![n, m]],
    },
    Reduction {
        element: "f64",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, i)>, affine_map<(i, j, k) -> (j, k)>, \
             affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (i, j, k)>], \
             iterator_types = [\"parallel\", \"parallel\", \"parallel\"]} \
             ins($0, $1, $2 : $t0, $t1, $t2) outs($3 : $t3) { \
             ^bb0(%a: f64, %b: f64, %c: f64, %old: f64): \
               %index = linalg.index 0 : index \
               %integer = arith.index_cast %index : index to i32 \
               %number = arith.sitofp %integer : i32 to f64 \
               %0 = arith.mulf %a, %number : f64 \
               %1 = arith.subf %b, %0 : f64 \
               %2 = arith.divf %1, %c : f64 \
               %3 = arith.subf %2, %old : f64 \
               linalg.yield %3 : f64 }",
        shapes: |[m, n, _, b]| vec![vec![n, b, m], vec![b, n], vec![n, m], vec![m, b, n]],
    },
    // Reductions that LLVM's vectoriser gets wrong, in loops that run a known number of times.
    Reduction {
        element: "f32",
        op: "linalg.reduce { arith.maxnumf } ins($0 : $t0) outs($1 : $t1) dimensions = [1]",
        shapes: |[m, n, _, _]| vec![vec![m, n], vec![m]],
    },
    Reduction {
        element: "f64",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, \
             affine_map<(i, j, k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} \
             ins($0, $1 : $t0, $t1) outs($2 : $t2) { \
             ^bb0(%a: f64, %b: f64, %least: f64): \
               %0 = arith.subf %a, %b : f64 \
               %1 = arith.minnumf %least, %0 : f64 \
               linalg.yield %1 : f64 }",
        shapes: |[m, n, k, _]| vec![vec![m, k], vec![n, k], vec![m, n]],
    },
    // What is yielded has three operands.
    Reduction {
        element: "f32",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], \
             iterator_types = [\"parallel\", \"reduction\"]} ins($0 : $t0) outs($1 : $t1) { \
             ^bb0(%a: f32, %most: f32): \
               %c = arith.cmpf ogt, %a, %most : f32 \
               %0 = arith.select %c, %a, %most : f32 \
               linalg.yield %0 : f32 }",
        shapes: |[m, n, _, _]| vec![vec![m, n], vec![m]],
    },
    // A window that uses a part of the image, and one of a single point.
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, _, k, b]| vec![vec![b, k, 4, 4], vec![m, k, 3, 3], vec![b, m, 1, 1]],
    },
    Reduction {
        element: "f32",
        op: "linalg.conv_2d_nhwc_hwcf ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, k, b]| vec![vec![b, 5, m + 3, k], vec![1, 1, k, n], vec![b, 4, m + 1, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins($0, $1 : $t0, $t1) outs($2 : $t2)",
        shapes: |[m, n, _, b]| vec![vec![b, m, n + 2, 8], vec![n + 1, 7], vec![b, m, 1, 1]],
    },
    // Two inputs that cross the rows, and one that crosses them in windows.
    Reduction {
        element: "f64",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j * 2 + k)>, \
             affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], \
             iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} \
             ins($0, $1, $2 : $t0, $t1, $t2) outs($3 : $t3) { \
             ^bb0(%a: f64, %b: f64, %c: f64, %sum: f64): \
               %index = linalg.index 1 : index \
               %integer = arith.index_cast %index : index to i32 \
               %number = arith.sitofp %integer : i32 to f64 \
               %0 = arith.mulf %a, %b : f64 \
               %1 = arith.subf %c, %0 : f64 \
               %2 = arith.mulf %number, %1 : f64 \
               %3 = arith.subf %2, %sum : f64 \
               linalg.yield %3 : f64 }",
        shapes: |[m, n, k, _]| vec![vec![n, k], vec![2 * n + k], vec![m, k], vec![m, n]],
    },
    Reduction {
        element: "f32",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (k, i, l)>, affine_map<(i, j, k, l) -> ()>, \
             affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (j, i)>], \
             iterator_types = [\"parallel\", \"parallel\", \"reduction\", \"reduction\"]} \
             ins($0, $1, $2 : $t0, $t1, $t2) outs($3 : $t3) { \
             ^bb0(%a: f32, %b: f32, %c: f32, %sum: f32): \
               %index = linalg.index 2 : index \
               %integer = arith.index_cast %index : index to i32 \
               %number = arith.sitofp %integer : i32 to f32 \
               %0 = arith.mulf %a, %b : f32 \
               %1 = arith.subf %c, %0 : f32 \
               %2 = arith.mulf %1, %number : f32 \
               %3 = arith.subf %sum, %2 : f32 \
               linalg.yield %3 : f32 }",
        shapes: |[m, n, k, b]| vec![vec![b, m, k], vec![], vec![k, n], vec![n, m]],
    },
    // What is computed in blocks before it is reduced.
    Reduction {
        element: "f32",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], \
             iterator_types = [\"parallel\", \"reduction\"]} ins($0 : $t0) outs($1 : $t1) { \
             ^bb0(%a: f32, %sum: f32): \
               %half = arith.constant 0.5 : f32 \
               %0 = arith.mulf %a, %half : f32 \
               %1 = math.exp %0 : f32 \
               %2 = arith.mulf %sum, %half : f32 \
               %3 = arith.subf %1, %2 : f32 \
               %4 = arith.addf %3, %a : f32 \
               linalg.yield %4 : f32 }",
        shapes: |[m, n, _, _]| vec![vec![m, n], vec![m]],
    },
    Reduction {
        element: "f32",
        op: "linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (j, l)>, \
             affine_map<(i, j, k, l) -> (i, j)>], \
             iterator_types = [\"parallel\", \"parallel\", \"reduction\", \"reduction\"]} \
             ins($0, $1 : $t0, $t1) outs($2 : $t2) { \
             ^bb0(%a: f32, %b: f32, %sum: f32): \
               %index = linalg.index 3 : index \
               %0 = arith.subf %a, %b : f32 \
               %1 = math.tanh %0 : f32 \
               %integer = arith.index_cast %index : index to i32 \
               %number = arith.sitofp %integer : i32 to f32 \
               %2 = arith.divf %sum, %number : f32 \
               %3 = arith.minimumf %2, %number : f32 \
               %4 = arith.addf %3, %1 : f32 \
               linalg.yield %4 : f32 }",
        shapes: |[m, n, k, b]| vec![vec![m, b, k], vec![n, k], vec![m, n]],
    },
];

/// Whole tiles, parts of tiles, single elements, and nothing at all.
const SIZES: [[u64; 4]; 11] = [
    [1, 1, 1, 1],
    [33, 70, 150, 1],
    [20, 9, 530, 1],
    [16, 40, 28, 2],
    [9, 17, 66, 3],
    [3, 520, 70, 1],
    [13, 8, 130, 2],
    [16, 1, 60, 2],
    [70, 3, 67, 2],
    [5, 130, 0, 1],
    [0, 3, 7, 2],
];

fn memref(shape: &[u64], element: &str, is_known: bool) -> String {
    let mut text = "memref<".to_owned();
    for size in shape {
        let size = if is_known { size.to_string() } else { "?".to_owned() };
        write!(text, "{size}x").expect("a string takes text");
    }
    text + element + ">"
}

/// A function that does the op on numbers that differ from place to place, and one that gives a digest of what is written.
fn program(reduction: &Reduction, sizes: [u64; 4], is_known: bool, name: &str) -> String {
    let (element, shapes) = (reduction.element, (reduction.shapes)(sizes));
    let mut op = reduction.op.to_owned();
    let (mut arguments, mut calls, mut values, mut types) = (Vec::new(), String::new(), Vec::new(), Vec::new());
    for (place, shape) in shapes.iter().enumerate() {
        let (own, passed) = (memref(shape, element, true), memref(shape, element, is_known));
        op = op.replace(&format!("$t{place}"), &passed);
        op = op.replace(&format!("${place}"), &format!("%arg{place}"));
        arguments.push(format!("%arg{place}: {passed}"));
        let dims: Vec<String> = (0..shape.len()).map(|dim| format!("d{dim}")).collect();
        let dims = dims.join(", ");
        let iterators = vec!["\"parallel\""; shape.len()].join(", ");
        let mut number = format!("%n = arith.constant {} : i32\n", place + 3);
        let mut last = "%n".to_owned();
        for dim in 0..shape.len() {
            write!(
                number,
                "%i{dim} = linalg.index {dim} : index\n%j{dim} = arith.index_cast %i{dim} : index to i32\n\
                 %m{dim} = arith.muli {last}, %n : i32\n%s{dim} = arith.addi %m{dim}, %j{dim} : i32\n"
            )
            .expect("a string takes text");
            last = format!("%s{dim}");
        }
        number += &format!("%many = arith.constant 11 : i32\n%few = arith.remui {last}, %many : i32\n");
        number += &match element {
            "i32" => "%number = arith.addi %few, %n : i32\n".to_owned(),
            _ => format!(
                "%float = arith.sitofp %few : i32 to {element}\n%part = arith.constant 0.3 : {element}\n\
                 %number = arith.mulf %float, %part : {element}\n"
            ),
        };
        write!(
            calls,
            "%own{place} = memref.alloc() : {own}\n\
             linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{iterators}]}} \
             outs(%own{place} : {own}) {{\n^bb0(%old: {element}):\n{number}linalg.yield %number : {element}\n}}\n\
             %passed{place} = memref.cast %own{place} : {own} to {passed}\n"
        )
        .expect("a string takes text");
        values.push(format!("%passed{place}"));
        types.push(passed);
    }
    let last = shapes.len() - 1;
    let (own, count) = (
        memref(&shapes[last], element, true),
        shapes[last].iter().product::<u64>(),
    );
    let groups: Vec<String> = (0..shapes[last].len()).map(|dim| dim.to_string()).collect();
    let bits = match element {
        "i32" => "%wide = arith.extsi %value : i32 to i64",
        "f32" => "%narrow = arith.bitcast %value : f32 to i32\n%wide = arith.extsi %narrow : i32 to i64",
        _ => "%wide = arith.bitcast %value : f64 to i64",
    };
    let frees: String = (0..shapes.len())
        .map(|place| {
            format!(
                "memref.dealloc %own{place} : {}\n",
                memref(&shapes[place], element, true)
            )
        })
        .collect();
    format!(
        "func.func private @work_{name}({}) {{\n{op}\nreturn\n}}\n\
         func.func @{name}() -> i64 {{\n{calls}func.call @work_{name}({}) : ({}) -> ()\n\
         %flat = memref.collapse_shape %own{last} [[{}]] : {own} into memref<{count}x{element}>\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%count = arith.constant {count} : index\n\
         %zero = arith.constant 0 : i64\n%factor = arith.constant 31 : i64\n\
         %digest = scf.for %i = %c0 to %count step %c1 iter_args(%sum = %zero) -> (i64) {{\n\
         %value = memref.load %flat[%i] : memref<{count}x{element}>\n{bits}\n\
         %more = arith.muli %sum, %factor : i64\n%next = arith.addi %more, %wide : i64\nscf.yield %next : i64\n}}\n\
         {frees}return %digest : i64\n}}\n",
        arguments.join(", "),
        values.join(", "),
        types.join(", "),
        groups.join(", "),
    )
}

#[test]
fn reductions_have_the_bits_of_their_own_loops() {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (which, reduction) in REDUCTIONS.iter().enumerate() {
        for (size, &sizes) in SIZES.iter().enumerate() {
            for is_known in [false, true] {
                let name = format!("reduction_{which}_{size}_{is_known}");
                text += &program(reduction, sizes, is_known, &name);
                names.push(name);
            }
        }
    }
    let in_order = Some("builtin.module(convert-linalg-to-loops)");
    let expected = results(&compile(&text, in_order, &at(OptLevel::O0)), &names);
    assert!(expected.iter().filter(|&&digest| digest != 0).count() > names.len() / 2);
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let found = results(&compile(&text, None, &at(opt_level)), &names);
        for ((name, expected), found) in names.iter().zip(&expected).zip(&found) {
            assert_eq!(expected, found, "{name} at {opt_level:?}");
        }
    }
}

/// Reductions of a matrix to a single element, by two ops, one of which goes through the matrix by columns.
const TO_A_SINGLE_ELEMENT: &str = "
func.func @NAME() -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %rows = arith.constant ROWS : index
  %columns = arith.constant COLUMNS : index
  %known = memref.alloc() : memref<ROWSxCOLUMNSxf64>
  %m = memref.cast %known : memref<ROWSxCOLUMNSxf64> to TYPE
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\"]} outs(%m : TYPE) {
  ^bb0(%old: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %seven = arith.constant 7 : index
    %p = arith.muli %i, %seven : index
    %q = arith.addi %p, %j : index
    %many = arith.constant 11 : index
    %r = arith.remui %q, %many : index
    %s = arith.index_cast %r : index to i64
    %t = arith.sitofp %s : i64 to f64
    linalg.yield %t : f64
  }
  %sum = memref.alloc() : memref<f64>
  %sums = memref.alloc() : memref<1xf64>
  %product = memref.alloc() : memref<1xi64>
  %one = arith.constant 1 : i64
  memref.store %zero, %sum[] : memref<f64>
  memref.store %zero, %sums[%c0] : memref<1xf64>
  memref.store %one, %product[%c0] : memref<1xi64>
  linalg.reduce { arith.addf } ins(%m : TYPE) outs(%sum : memref<f64>) dimensions = [0, 1]
  linalg.generic {indexing_maps = [affine_map<(u, i, j) -> (j, i)>, affine_map<(u, i, j) -> (u)>, affine_map<(u, i, j) -> (u)>],
                  iterator_types = [\"parallel\", \"reduction\", \"reduction\"]}
    ins(%m : TYPE) outs(%sums, %product : memref<1xf64>, memref<1xi64>) {
  ^bb0(%x: f64, %before: f64, %factor: i64):
    %j = linalg.index 1 : index
    %column = arith.index_cast %j : index to i64
    %weight = arith.sitofp %column : i64 to f64
    %weighted = arith.mulf %x, %weight : f64
    %next = arith.addf %before, %weighted : f64
    %y = arith.fptosi %x : f64 to i64
    %odd = arith.ori %y, %one : i64
    %more = arith.muli %odd, %factor : i64
    linalg.yield %next, %more : f64, i64
  }
  %0 = memref.load %sum[] : memref<f64>
  %1 = memref.load %sums[%c0] : memref<1xf64>
  %2 = memref.load %product[%c0] : memref<1xi64>
  %3 = arith.fptosi %0 : f64 to i64
  %4 = arith.fptosi %1 : f64 to i64
  %5 = arith.xori %3, %4 : i64
  %6 = arith.xori %5, %2 : i64
  memref.dealloc %known : memref<ROWSxCOLUMNSxf64>
  memref.dealloc %sum : memref<f64>
  memref.dealloc %sums : memref<1xf64>
  memref.dealloc %product : memref<1xi64>
  return %6 : i64
}
";

/// What the program gives.
fn single_elements(rows: i64, columns: i64) -> i64 {
    let (mut sum, mut weighted, mut product) = (0, 0, 1i64);
    for row in 0..rows {
        for column in 0..columns {
            let element = (row * 7 + column) % 11;
            sum += element;
            weighted += element * column;
            product = product.wrapping_mul(element | 1);
        }
    }
    sum ^ weighted ^ product
}

#[test]
fn reductions_to_a_single_element_are_exact() {
    let shapes = [(0, 3), (1, 1), (1, 64), (1, 65), (7, 500), (300, 333), (2, 100_003)];
    let (mut text, mut names) = (String::new(), Vec::new());
    for (rows, columns) in shapes {
        for ty in [format!("memref<{rows}x{columns}xf64>"), "memref<?x?xf64>".to_owned()] {
            let name = format!("single_{}", names.len());
            let program = TO_A_SINGLE_ELEMENT.replace("TYPE", &ty).replace("NAME", &name);
            text += &program
                .replace("ROWS", &rows.to_string())
                .replace("COLUMNS", &columns.to_string());
            names.push(name);
        }
    }
    let expected: Vec<i64> = shapes
        .iter()
        .flat_map(|&(rows, columns)| [single_elements(rows, columns); 2])
        .collect();
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        assert_eq!(
            results(&compile(&text, None, &at(opt_level)), &names),
            expected,
            "at {opt_level:?}"
        );
    }
}
