//! Loops whose iterations use the stack need as much of it as one iteration does.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod results;

use asyncir::{Backend, EngineOptions, OptLevel, ParallelLoops, Schedule};

use compiled::{at, compile};
use results::results;

/// What iterations do with the number `%k`, an index below ten, and what `%v`, an i64, is then: that number. `%some` and
/// `%table` are memrefs; the whole stack of a test would not do for as many iterations as there are.
const ITERATIONS: &[&str] = &[
    // Memory of a known size, and of one that is not.
    "%memory = memref.alloca() : memref<16xi64>
     memref.store %number, %memory[%k] : memref<16xi64>
     %v = memref.load %memory[%k] : memref<16xi64>",
    "%size = arith.addi %k, %c10 : index
     %memory = memref.alloca(%size) : memref<?xi64>
     memref.store %number, %memory[%k] : memref<?xi64>
     %v = memref.load %memory[%k] : memref<?xi64>",
    // A vector that is read column by column.
    "%pad = arith.constant 0 : i64
     %matrix = vector.transfer_read %table[%k, %c0], %pad {permutation_map = affine_map<(i, j) -> (j, i)>}
         : memref<?x?xi64>, vector<2x3xi64>
     %v = vector.extract %matrix[1, 0] : i64 from vector<2x3xi64>",
    // A dimension that is not known, and a memref whose rank is not.
    "%two = arith.constant 2 : index
     %dim = arith.remui %k, %two : index
     %size = memref.dim %table, %dim : memref<?x?xi64>
     %rest = arith.subi %size, %size : index
     %sum = arith.addi %rest, %k : index
     %v = arith.index_cast %sum : index to i64",
    "%cast = memref.cast %table : memref<?x?xi64> to memref<*xi64>
     %back = memref.cast %cast : memref<*xi64> to memref<?x?xi64>
     %one = arith.constant 1 : index
     %v = memref.load %back[%k, %one] : memref<?x?xi64>",
];

/// What stands around iterations, which are `@`.
const LOOPS: &[&str] = &[
    "scf.for %i = %c0 to %count step %c1 { @ memref.store %v, %out[%k] : memref<10xi64> }",
    "scf.parallel (%i) = (%c0) to (%count) step (%c1) { @ memref.store %v, %out[%k] : memref<10xi64> }",
    "%token = async.execute {
       scf.for %i = %c0 to %count step %c1 { @ memref.store %v, %out[%k] : memref<10xi64> }
       async.yield
     }
     async.await %token : !async.token",
];

/// A program with a function `f_0`, `f_1`, ... for each loop and iteration: the sum of what ten iterations give.
fn program() -> (String, Vec<String>) {
    let mut text = String::from(
        "func.func private @hide(%x: index) -> index attributes {no_inline} { return %x : index }
         func.func @never(%memory: memref<?xi64>, %i: index) {
           %old = memref.generic_atomic_rmw %memory[%i] : memref<?xi64> {
           ^bb0(%x: i64):
             %y = arith.addi %x, %x : i64
             memref.atomic_yield %y : i64
           }
           return
         }",
    );
    let mut names = Vec::new();
    for around in LOOPS {
        for iteration in ITERATIONS {
            let name = format!("f_{}", names.len());
            let number = "%c10 = arith.constant 10 : index
                %k = arith.remui %i, %c10 : index
                %number = arith.index_cast %k : index to i64";
            let body = around.replace('@', &format!("{number}\n{iteration}\n"));
            text += &format!(
                "func.func @{name}() -> i64 {{
                   %c0 = arith.constant 0 : index
                   %c1 = arith.constant 1 : index
                   %known = arith.constant 200000 : index
                   %count = call @hide(%known) : (index) -> index
                   %ten = arith.constant 10 : index
                   %rows = call @hide(%ten) : (index) -> index
                   %table = memref.alloc(%rows, %rows) : memref<?x?xi64>
                   scf.for %r = %c0 to %rows step %c1 {{
                     %row = arith.index_cast %r : index to i64
                     scf.for %c = %c0 to %rows step %c1 {{
                       memref.store %row, %table[%r, %c] : memref<?x?xi64>
                     }}
                   }}
                   %out = memref.alloc() : memref<10xi64>
                   {body}
                   %zero = arith.constant 0 : i64
                   %sum = scf.for %r = %c0 to %ten step %c1 iter_args(%before = %zero) -> i64 {{
                     %x = memref.load %out[%r] : memref<10xi64>
                     %next = arith.addi %before, %x : i64
                     scf.yield %next : i64
                   }}
                   memref.dealloc %out : memref<10xi64>
                   memref.dealloc %table : memref<?x?xi64>
                   return %sum : i64
                 }}\n"
            );
            names.push(name);
        }
    }
    (text, names)
}

#[test]
fn iterations_give_back_the_stack() {
    let (text, names) = program();
    for level in [OptLevel::O0, OptLevel::O2] {
        for schedule in [Schedule::Lazy, Schedule::Static, Schedule::Sequential] {
            let options = EngineOptions {
                loops: ParallelLoops {
                    schedule,
                    ..ParallelLoops::default()
                },
                ..at(level)
            };
            let engine = compile(&text, None, &options);
            let expected = vec![45; names.len()];
            assert_eq!(results(&engine, &names), expected, "{level:?}, {schedule:?}");
        }
    }
}

#[test]
fn copies_of_strided_memory_in_loops_need_no_llvm() {
    let text = "
      func.func @copied() -> i64 {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c8 = arith.constant 8 : index
        %zero = arith.constant 0 : i64
        %from = memref.alloc() : memref<16xi64>
        %to = memref.alloc() : memref<16xi64>
        %even = memref.subview %to[0] [8] [2] : memref<16xi64> to memref<8xi64, strided<[2]>>
        linalg.fill ins(%zero : i64) outs(%to : memref<16xi64>)
        %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (i64) {
          %number = arith.index_cast %i : index to i64
          linalg.fill ins(%number : i64) outs(%from : memref<16xi64>)
          %odd = arith.remui %i, %c2 : index
          %is_odd = arith.cmpi eq, %odd, %c1 : index
          scf.if %is_odd {
            %other = memref.subview %from[1] [8] [1] : memref<16xi64> to memref<8xi64, strided<[1], offset: 1>>
            memref.copy %other, %even : memref<8xi64, strided<[1], offset: 1>> to memref<8xi64, strided<[2]>>
          }
          %0 = memref.load %to[%c2] : memref<16xi64>
          %1 = arith.addi %sum, %0 : i64
          scf.yield %1 : i64
        }
        memref.dealloc %from : memref<16xi64>
        memref.dealloc %to : memref<16xi64>
        return %sum : i64
      }";
    let options = EngineOptions {
        backend: Backend::Cranelift,
        ..at(OptLevel::O0)
    };
    let engine = compile(text, None, &options);
    // The last odd numbers: 0, 1, 1, 3, 3, 5, 5, 7.
    assert_eq!(engine.call::<i64>("copied", ()).expect("it runs"), 25);
}
