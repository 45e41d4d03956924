//! Ops on tensors that are fused have the bits of ops that are not, and no memory for what is in between.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;
mod lowered;
mod results;

use std::fmt::Write as _;

use asyncir::OptLevel;

use compiled::{at, compile};
use lowered::llvm_ir;
use results::results;

/// From tensors to memory without fusion, as a program runs otherwise.
const UNFUSED: &str = "builtin.module(convert-elementwise-to-linalg,convert-tensor-to-linalg,\
                       one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true \
                       function-boundary-type-conversion=identity-layout-map keep-public-arguments=true},\
                       convert-linalg-to-loops)";

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % end
    }

    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The shapes of tensors: a matrix, the same transposed, its rows and its columns, and a number.
const SHAPES: [&[usize]; 5] = [&[0, 1], &[1, 0], &[0], &[1], &[]];

/// A random program.
struct Program {
    numbers: Numbers,
    sizes: [usize; 2],
    is_known: bool,
    text: String,
    /// Names of tensors, and their shapes.
    values: Vec<(String, &'static [usize])>,
}

impl Program {
    fn new(seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let sizes = [numbers.choose(&[1, 3, 16, 70]), numbers.choose(&[2, 5, 40])];
        let is_known = numbers.below(2) == 0;
        Self {
            numbers,
            sizes,
            is_known,
            text: String::new(),
            values: Vec::new(),
        }
    }

    fn ty(&self, shape: &[usize]) -> String {
        let size = |&dim: &usize| {
            if self.is_known {
                format!("{}x", self.sizes[dim])
            } else {
                "?x".to_owned()
            }
        };
        format!("tensor<{}f32>", shape.iter().map(size).collect::<String>())
    }

    fn sizes(&self, shape: &[usize]) -> String {
        let open = shape.iter().filter(|_| !self.is_known);
        let names: Vec<String> = open.map(|dim| format!("%n{dim}")).collect();
        names.join(", ")
    }

    fn name(&self) -> String {
        format!("%v{}", self.text.len())
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn keep(&mut self, name: String, shape: &'static [usize]) {
        self.values.push((name, shape));
    }

    fn empty(&mut self, shape: &'static [usize]) -> String {
        let name = format!("%e{}", self.text.len());
        self.line(&format!(
            "{name} = tensor.empty({}) : {}",
            self.sizes(shape),
            self.ty(shape)
        ));
        name
    }

    /// What is written over: mostly nothing in particular.
    fn output(&mut self, shape: &'static [usize]) -> String {
        match self.numbers.below(3) {
            0 => self.value(shape),
            _ => self.empty(shape),
        }
    }

    /// One of the last values of a shape, or a new one.
    fn value(&mut self, shape: &'static [usize]) -> String {
        let known: Vec<String> = self
            .values
            .iter()
            .filter(|(_, of)| *of == shape)
            .map(|(name, _)| name.clone())
            .collect();
        if !known.is_empty() && self.numbers.below(6) > 0 {
            let last = known.len().saturating_sub(3);
            return known[last + self.numbers.below(known.len() - last)].clone();
        }
        let (name, ty, sizes) = (self.name(), self.ty(shape), self.sizes(shape));
        match self.numbers.below(3) {
            0 if !shape.is_empty() => {
                let sizes = if sizes.is_empty() { sizes } else { format!("[{sizes}]") };
                self.line(&format!("{name} = tensor.splat %number{sizes} : {ty}"));
            }
            1 => {
                let empty = self.empty(shape);
                self.line(&format!(
                    "{name} = linalg.fill ins(%number : f32) outs({empty} : {ty}) -> {ty}"
                ));
            }
            _ => {
                let empty = self.empty(shape);
                let dims: Vec<String> = (0..shape.len()).map(|dim| format!("d{dim}")).collect();
                let (dims, loops) = (dims.join(", "), vec!["\"parallel\""; shape.len()].join(", "));
                let mut body = "%t0 = arith.constant 1 : index\n".to_owned();
                for dim in 0..shape.len() {
                    let next = dim + 1;
                    writeln!(
                        body,
                        "%i{dim} = linalg.index {dim} : index\n%m{dim} = arith.muli %t{dim}, %seven : index\n\
                         %t{next} = arith.addi %m{dim}, %i{dim} : index"
                    )
                    .expect("a string takes text");
                }
                let last = shape.len();
                self.line(&format!(
                    "{name} = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], \
                     iterator_types = [{loops}]}} outs({empty} : {ty}) {{\n^bb0(%old: f32):\n{body}\
                     %w = arith.remui %t{last}, %eleven : index\n%c = arith.index_cast %w : index to i32\n\
                     %f = arith.sitofp %c : i32 to f32\n%r = arith.mulf %f, %number : f32\n\
                     linalg.yield %r : f32\n}} -> {ty}"
                ));
            }
        }
        self.keep(name.clone(), shape);
        name
    }

    fn computes(&mut self) -> &'static str {
        self.numbers.choose(&["addf", "subf", "mulf", "maximumf"])
    }

    /// An op on earlier values.
    fn op(&mut self) {
        let shape = self.numbers.choose(&SHAPES[..4]);
        let (kind, computes, ty) = (self.numbers.below(7), self.computes(), self.ty(shape));
        match kind {
            0 | 1 => {
                let (a, b) = (self.value(shape), self.value(shape));
                let name = self.name();
                self.line(&format!("{name} = arith.{computes} {a}, {b} : {ty}"));
                self.keep(name, shape);
            }
            2 => {
                let (a, out, name) = (self.value(shape), self.output(shape), self.name());
                self.line(&format!(
                    "{name} = linalg.map ins({a} : {ty}) outs({out} : {ty}) (%x: f32, %old: f32) {{\n\
                     %r = arith.{computes} %x, %number : f32\nlinalg.yield %r : f32\n}}"
                ));
                self.keep(name, shape);
            }
            3 => {
                let (from, to) = (SHAPES[kind % 2], SHAPES[(kind + 1) % 2]);
                let (a, out) = (self.value(from), self.output(to));
                let name = self.name();
                self.line(&format!(
                    "{name} = linalg.transpose ins({a} : {}) outs({out} : {}) permutation = [1, 0]",
                    self.ty(from),
                    self.ty(to)
                ));
                self.keep(name, to);
            }
            4 => {
                let (matrix, dim) = (SHAPES[self.numbers.below(2)], self.numbers.below(2));
                let row = if matrix[1 - dim] == 0 { SHAPES[2] } else { SHAPES[3] };
                let (a, out) = (self.value(row), self.output(matrix));
                let name = self.name();
                self.line(&format!(
                    "{name} = linalg.broadcast ins({a} : {}) outs({out} : {}) dimensions = [{dim}]",
                    self.ty(row),
                    self.ty(matrix)
                ));
                self.keep(name, matrix);
            }
            5 => {
                let (matrix, dim) = (SHAPES[self.numbers.below(2)], self.numbers.below(2));
                let row = if matrix[1 - dim] == 0 { SHAPES[2] } else { SHAPES[3] };
                let (a, out) = (self.value(matrix), self.value(row));
                let name = self.name();
                self.line(&format!(
                    "{name} = linalg.reduce {{ arith.{computes} }} ins({a} : {}) outs({out} : {}) dimensions = [{dim}]",
                    self.ty(matrix),
                    self.ty(row)
                ));
                self.keep(name, row);
            }
            _ => {
                let (a, x, out) = (self.value(SHAPES[0]), self.value(SHAPES[3]), self.value(SHAPES[2]));
                let (matrix, row, result) = (self.ty(SHAPES[0]), self.ty(SHAPES[3]), self.ty(SHAPES[2]));
                let name = self.name();
                self.line(&format!(
                    "{name} = linalg.matvec ins({a}, {x} : {matrix}, {row}) outs({out} : {result}) -> {result}"
                ));
                self.keep(name, SHAPES[2]);
            }
        }
    }

    /// A function that gives a digest of the bits of some tensors.
    fn function(mut self, name: &str) -> String {
        for _ in 0..self.numbers.choose(&[4, 8, 16]) {
            self.op();
        }
        let [rows, columns] = self.sizes;
        let mut text = format!(
            "func.func @{name}() -> i64 {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
             %seven = arith.constant 7 : index\n%eleven = arith.constant 11 : index\n\
             %number = arith.constant 0.3 : f32\n%n0 = arith.constant {rows} : index\n\
             %n1 = arith.constant {columns} : index\n{}%digest0 = arith.constant 0 : i64\n\
             %factor = arith.constant 31 : i64\n",
            self.text
        );
        let last: Vec<(String, &[usize])> = self.values.iter().rev().take(3).cloned().collect();
        for (number, (value, shape)) in last.iter().enumerate() {
            let mut carried = format!("%digest{number}");
            let mut indices = Vec::new();
            for (place, dim) in shape.iter().enumerate() {
                writeln!(
                    text,
                    "%r{number}_{place} = scf.for %i{place} = %c0 to %n{dim} step %c1 iter_args(%a{place} = {carried}) \
                     -> (i64) {{"
                )
                .expect("a string takes text");
                carried = format!("%a{place}");
                indices.push(format!("%i{place}"));
            }
            let (indices, ty) = (indices.join(", "), self.ty(shape));
            writeln!(
                text,
                "%x{number} = tensor.extract {value}[{indices}] : {ty}\n%b{number} = arith.bitcast %x{number} : f32 to i32\n\
                 %w{number} = arith.extsi %b{number} : i32 to i64\n%m{number} = arith.muli {carried}, %factor : i64\n\
                 %s{number} = arith.addi %m{number}, %w{number} : i64"
            )
            .expect("a string takes text");
            let mut sum = format!("%s{number}");
            for place in (0..shape.len()).rev() {
                writeln!(text, "scf.yield {sum} : i64\n}}").expect("a string takes text");
                sum = format!("%r{number}_{place}");
            }
            writeln!(text, "%digest{} = arith.addi {sum}, %factor : i64", number + 1).expect("a string takes text");
        }
        write!(text, "return %digest{} : i64\n}}\n", last.len()).expect("a string takes text");
        text
    }
}

#[test]
fn fused_ops_have_the_bits_of_ops_that_are_not() {
    let (mut text, mut names) = (String::new(), Vec::new());
    for seed in 0..120 {
        let name = format!("program_{seed}");
        text += &Program::new(seed).function(&name);
        names.push(name);
    }
    let expected = results(&compile(&text, Some(UNFUSED), &at(OptLevel::O0)), &names);
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let found = results(&compile(&text, None, &at(opt_level)), &names);
        for ((name, expected), found) in names.iter().zip(&expected).zip(&found) {
            assert_eq!(expected, found, "{name} at {opt_level:?}");
        }
    }
}

/// How many loops and allocations there are in a program once it is lowered.
fn loops_and_allocations(text: &str) -> (usize, usize) {
    let ir = llvm_ir(text);
    (ir.matches("br i1").count(), ir.matches("call ptr @").count())
}

#[test]
fn a_chain_is_one_loop_without_memory_for_what_is_in_between() {
    let chain = "
        func.func @chain(%x: tensor<5000xf32>, %y: tensor<5000xf32>) -> tensor<5000xf32> {
          %a = arith.constant dense<0.3> : tensor<5000xf32>
          %zero = arith.constant dense<0.0> : tensor<5000xf32>
          %0 = arith.mulf %a, %x : tensor<5000xf32>
          %1 = arith.addf %0, %y : tensor<5000xf32>
          %2 = arith.maximumf %1, %zero : tensor<5000xf32>
          %3 = linalg.sub ins(%2, %y : tensor<5000xf32>, tensor<5000xf32>) outs(%2 : tensor<5000xf32>) -> tensor<5000xf32>
          return %3 : tensor<5000xf32>
        }";
    assert_eq!(loops_and_allocations(chain), (1, 1), "the result is allocated");
    let sum = "
        func.func @sum(%x: tensor<5000xf32>, %y: tensor<5000xf32>, %sum: tensor<f32> {bufferization.writable = true}) {
          %0 = arith.mulf %x, %y : tensor<5000xf32>
          %1 = linalg.reduce { arith.addf } ins(%0 : tensor<5000xf32>) outs(%sum : tensor<f32>) dimensions = [0]
          return
        }";
    assert_eq!(loops_and_allocations(sum), (1, 0));
}
