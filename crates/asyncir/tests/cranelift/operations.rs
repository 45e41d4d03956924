//! Every op that Cranelift's side knows, on the numbers at which they go wrong.

use std::fmt::Write as _;

use crate::same_as_llvm;

/// Functions that each compute one number.
#[derive(Default)]
struct Functions {
    text: String,
    names: Vec<String>,
}

impl Functions {
    /// Adds a function with these lines, of which the last one gives `%r` of type `ty`.
    fn add(&mut self, lines: &str, ty: &str) {
        let name = format!("f{}", self.names.len());
        let widened = match ty {
            "i64" => "llvm.return %r : i64".to_owned(),
            "i128" => "%low = llvm.trunc %r : i128 to i64\n  %half = llvm.mlir.constant(64 : i128) : i128\n  \
                       %up = llvm.lshr %r, %half : i128\n  %high = llvm.trunc %up : i128 to i64\n  \
                       %k = llvm.mlir.constant(31 : i64) : i64\n  %m = llvm.mul %high, %k : i64\n  \
                       %w = llvm.add %m, %low : i64\n  llvm.return %w : i64"
                .to_owned(),
            "f64" => "%w = llvm.bitcast %r : f64 to i64\n  llvm.return %w : i64".to_owned(),
            "f32" => {
                "%bits = llvm.bitcast %r : f32 to i32\n  %w = llvm.zext %bits : i32 to i64\n  llvm.return %w : i64"
                    .to_owned()
            }
            "ptr" => "%w = llvm.ptrtoint %r : !llvm.ptr to i64\n  llvm.return %w : i64".to_owned(),
            ty => format!("%w = llvm.zext %r : {ty} to i64\n  llvm.return %w : i64"),
        };
        writeln!(self.text, "llvm.func @{name}() -> i64 {{\n  {lines}\n  {widened}\n}}").unwrap();
        self.names.push(name);
    }

    fn check(&self) {
        assert!(self.names.len() > 3);
        same_as_llvm(&self.text, &self.names);
    }
}

const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

/// Numbers of that many bits, as signed ones.
fn numbers(width: u32) -> Vec<i128> {
    if width == 1 {
        return vec![0, -1];
    }
    let high = i128::MAX >> (128 - width);
    vec![0, 1, -1, 5, -7, high, -high - 1, high / 3, -high / 5 * 2]
}

fn constant(name: &str, value: i128, ty: &str) -> String {
    match ty {
        "i1" => format!("%{name} = llvm.mlir.constant({}) : i1\n  ", value != 0),
        _ => format!("%{name} = llvm.mlir.constant({value} : {ty}) : {ty}\n  "),
    }
}

/// Whether the language says what the op gives for these.
fn is_defined(op: &str, width: u32, a: i128, b: i128) -> bool {
    let least = i128::MIN >> (128 - width);
    match op {
        "shl" | "lshr" | "ashr" => (0..i128::from(width)).contains(&b),
        "udiv" | "urem" => b != 0,
        "sdiv" | "srem" => b != 0 && !(a == least && b == -1),
        _ => true,
    }
}

#[test]
fn integer_arithmetic() {
    let mut all = Functions::default();
    let ops = [
        "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem",
    ];
    for op in ops {
        for width in WIDTHS {
            if width == 128 && op.ends_with(['v', 'm']) && op != "mul" {
                continue;
            }
            let ty = format!("i{width}");
            for (a, b) in pairs(width) {
                if is_defined(op, width, a, b) {
                    let operands = constant("a", a, &ty) + &constant("b", b, &ty);
                    all.add(&format!("{operands}%r = llvm.{op} %a, %b : {ty}"), &ty);
                }
            }
        }
    }
    all.check();
}

fn pairs(width: u32) -> Vec<(i128, i128)> {
    let numbers = numbers(width);
    numbers
        .iter()
        .flat_map(|&a| numbers.iter().map(move |&b| (a, b)))
        .collect()
}

#[test]
fn integer_comparisons() {
    let mut all = Functions::default();
    for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        for width in WIDTHS {
            let ty = format!("i{width}");
            for (a, b) in pairs(width).into_iter().step_by(if width == 1 { 1 } else { 2 }) {
                let operands = constant("a", a, &ty) + &constant("b", b, &ty);
                all.add(&format!("{operands}%r = llvm.icmp \"{predicate}\" %a, %b : {ty}"), "i1");
            }
        }
    }
    all.check();
}

#[test]
fn integer_conversions() {
    let mut all = Functions::default();
    for from in WIDTHS {
        for into in WIDTHS {
            for number in numbers(from) {
                let (a, from_ty, ty) = (
                    constant("a", number, &format!("i{from}")),
                    format!("i{from}"),
                    format!("i{into}"),
                );
                let ops: &[&str] = if from < into { &["zext", "sext"] } else { &["trunc"] };
                for op in ops.iter().filter(|_| from != into) {
                    all.add(&format!("{a}%r = llvm.{op} %a : {from_ty} to {ty}"), &ty);
                }
            }
        }
        for number in numbers(from) {
            let a = constant("a", number, &format!("i{from}"));
            all.add(&format!("{a}%r = llvm.inttoptr %a : i{from} to !llvm.ptr"), "ptr");
            let there = format!("{a}%p = llvm.inttoptr %a : i{from} to !llvm.ptr\n  ");
            all.add(
                &format!("{there}%r = llvm.ptrtoint %p : !llvm.ptr to i{from}"),
                &format!("i{from}"),
            );
        }
    }
    all.check();
}

const FLOATS: [&str; 9] = ["0.0", "-0.0", "1.5", "-2.75", "3.0e9", "-1.0e-3", "INF", "-INF", "NAN"];

/// A constant by its value or, where text has no other form, by its bits.
fn float(name: &str, value: &str, ty: &str) -> String {
    let bits = match (value, ty) {
        ("INF", "f32") => "0x7F800000",
        ("-INF", "f32") => "0xFF800000",
        ("NAN", "f32") => "0x7FC00000",
        ("SNAN", "f32") => "0x7F800001",
        ("INF", _) => "0x7FF0000000000000",
        ("-INF", _) => "0xFFF0000000000000",
        ("NAN", _) => "0x7FF8000000000000",
        ("SNAN", _) => "0x7FF0000000000001",
        (value, _) => value,
    };
    format!("%{name} = llvm.mlir.constant({bits} : {ty}) : {ty}\n  ")
}

/// A number that is the same for all that are not one.
fn canonical(ty: &str) -> String {
    format!(
        "%u = llvm.fcmp \"uno\" %x, %x : {ty}\n  {}%r = llvm.select %u, %n, %x : i1, {ty}",
        float("n", "NAN", ty)
    )
}

#[test]
fn float_arithmetic() {
    let mut all = Functions::default();
    for ty in ["f32", "f64"] {
        for op in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
            for a in FLOATS {
                for b in FLOATS {
                    let operands = float("a", a, ty) + &float("b", b, ty);
                    all.add(
                        &format!("{operands}%x = llvm.{op} %a, %b : {ty}\n  {}", canonical(ty)),
                        ty,
                    );
                }
            }
        }
        for a in FLOATS {
            all.add(&format!("{}%r = llvm.fneg %a : {ty}", float("a", a, ty)), ty);
        }
    }
    all.check();
}

#[test]
fn float_comparisons() {
    let mut all = Functions::default();
    let predicates = [
        "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
        "_true",
    ];
    for ty in ["f32", "f64"] {
        for predicate in predicates {
            for (a, b) in [
                ("1.5", "1.5"),
                ("1.5", "-2.75"),
                ("-2.75", "1.5"),
                ("0.0", "-0.0"),
                ("NAN", "1.5"),
                ("NAN", "NAN"),
            ] {
                let operands = float("a", a, ty) + &float("b", b, ty);
                all.add(&format!("{operands}%r = llvm.fcmp \"{predicate}\" %a, %b : {ty}"), "i1");
            }
        }
    }
    all.check();
}

#[test]
fn float_conversions() {
    let mut all = Functions::default();
    for ty in ["f32", "f64"] {
        for width in [1, 8, 16, 32, 64] {
            for number in numbers(width) {
                for op in ["sitofp", "uitofp"] {
                    let a = constant("a", number, &format!("i{width}"));
                    all.add(&format!("{a}%r = llvm.{op} %a : i{width} to {ty}"), ty);
                }
            }
            for (value, signed, unsigned) in [
                ("1.5", width > 1, true),
                ("-2.75", width > 1, false),
                ("100.9", width > 1, width > 1),
            ] {
                let a = float("a", value, ty);
                for (op, _) in [("fptosi", signed), ("fptoui", unsigned)]
                    .iter()
                    .filter(|(_, is_defined)| *is_defined)
                {
                    all.add(
                        &format!("{a}%r = llvm.{op} %a : {ty} to i{width}"),
                        &format!("i{width}"),
                    );
                }
            }
        }
    }
    for value in FLOATS {
        all.add(
            &format!(
                "{}%x = llvm.fpext %a : f32 to f64\n  {}",
                float("a", value, "f32"),
                canonical("f64")
            ),
            "f64",
        );
        all.add(
            &format!(
                "{}%x = llvm.fptrunc %a : f64 to f32\n  {}",
                float("a", value, "f64"),
                canonical("f32")
            ),
            "f32",
        );
    }
    all.check();
}

#[test]
fn integer_intrinsics() {
    let mut all = Functions::default();
    for width in [8, 16, 32, 64] {
        let ty = format!("i{width}");
        for a in numbers(width) {
            let operand = constant("a", a, &ty);
            for op in ["ctpop", "bitreverse", "bswap"]
                .iter()
                .filter(|&&op| op != "bswap" || width > 8)
            {
                all.add(&format!("{operand}%r = llvm.intr.{op}(%a) : ({ty}) -> {ty}"), &ty);
            }
            for op in ["ctlz", "cttz"] {
                let call = format!("\"llvm.intr.{op}\"(%a) <{{is_zero_poison = false}}> : ({ty}) -> {ty}");
                all.add(&format!("{operand}%r = {call}"), &ty);
            }
            let call = format!("\"llvm.intr.abs\"(%a) <{{is_int_min_poison = false}}> : ({ty}) -> {ty}");
            all.add(&format!("{operand}%r = {call}"), &ty);
            for b in numbers(width) {
                let operands = format!("{operand}{}", constant("b", b, &ty));
                for op in ["smax", "smin", "umax", "umin"] {
                    all.add(
                        &format!("{operands}%r = llvm.intr.{op}(%a, %b) : ({ty}, {ty}) -> {ty}"),
                        &ty,
                    );
                }
                for op in ["fshl", "fshr"] {
                    let call = format!("llvm.intr.{op}(%a, %b, %c) : ({ty}, {ty}, {ty}) -> {ty}");
                    all.add(&format!("{operands}{}%r = {call}", constant("c", b + 3, &ty)), &ty);
                }
                for op in ["sadd", "uadd", "ssub", "usub", "smul", "umul"]
                    .iter()
                    .filter(|_| width >= 32)
                {
                    let call =
                        format!("\"llvm.intr.{op}.with.overflow\"(%a, %b) : ({ty}, {ty}) -> !llvm.struct<({ty}, i1)>");
                    for (position, part) in [&*ty, "i1"].iter().enumerate() {
                        let extract = format!("%r = llvm.extractvalue %s[{position}] : !llvm.struct<({ty}, i1)>");
                        all.add(&format!("{operands}%s = {call}\n  {extract}"), part);
                    }
                }
            }
        }
    }
    all.check();
}

#[test]
fn float_intrinsics() {
    let mut all = Functions::default();
    let unary = [
        "fabs",
        "sqrt",
        "ceil",
        "floor",
        "trunc",
        "rint",
        "nearbyint",
        "roundeven",
        "round",
        "sin",
        "cos",
        "tan",
        "exp",
        "exp2",
        "log",
        "log2",
        "log10",
        "atan",
        "sinh",
        "cosh",
        "tanh",
    ];
    for ty in ["f32", "f64"] {
        for value in ["0.0", "-0.0", "0.5", "1.5", "-2.5", "-2.75", "INF", "NAN", "7.25e3"] {
            for op in unary {
                let call = format!("llvm.intr.{op}(%a) : ({ty}) -> {ty}");
                all.add(
                    &format!("{}%x = {call}\n  {}", float("a", value, ty), canonical(ty)),
                    ty,
                );
            }
            for op in ["copysign", "pow", "maxnum", "minnum", "maximum", "minimum"] {
                let operands = float("a", value, ty) + &float("b", "-1.25", ty);
                let call = format!("llvm.intr.{op}(%a, %b) : ({ty}, {ty}) -> {ty}");
                all.add(&format!("{operands}%x = {call}\n  {}", canonical(ty)), ty);
            }
            let operands = float("a", value, ty) + &float("b", "3.5", ty) + &float("c", "0.25", ty);
            for op in ["fma", "fmuladd"] {
                let call = format!("llvm.intr.{op}(%a, %b, %c) : ({ty}, {ty}, {ty}) -> {ty}");
                all.add(&format!("{operands}%x = {call}\n  {}", canonical(ty)), ty);
            }
            let operands = float("a", value, ty) + &constant("b", 3, "i32");
            let call = format!("llvm.intr.powi(%a, %b) : ({ty}, i32) -> {ty}");
            all.add(&format!("{operands}%x = {call}\n  {}", canonical(ty)), ty);
        }
    }
    all.check();
}

#[test]
fn classes_of_floats() {
    let mut all = Functions::default();
    let values = [
        "0.0",
        "-0.0",
        "1.5",
        "-2.5",
        "1.0e-40",
        "-1.0e-40",
        "1.0e-310",
        "-1.0e-310",
        "INF",
        "-INF",
        "NAN",
        "SNAN",
    ];
    for ty in ["f32", "f64"] {
        for value in values {
            for class in (0..10)
                .map(|bit| 1 << bit)
                .chain([0, 3, 0x204, 0x108, 0x90, 0x60, 0x3ff])
            {
                let test = format!("\"llvm.intr.is.fpclass\"(%a) <{{bit = {class} : i32}}> : ({ty}) -> i1");
                all.add(&format!("{}%r = {test}", float("a", value, ty)), "i1");
            }
        }
    }
    all.check();
}

/// The lanes of a vector, one function for each.
fn add_lanes(all: &mut Functions, lines: &str, count: usize, element: &str) {
    for lane in 0..count {
        let lane = format!("%i = llvm.mlir.constant({lane} : i32) : i32\n  %r = llvm.extractelement %v[%i : i32]");
        all.add(&format!("{lines}\n  {lane} : vector<{count}x{element}>"), element);
    }
}

#[test]
fn vector_operations() {
    let mut all = Functions::default();
    let ints = "%a = llvm.mlir.constant(dense<[3, -4, 100]> : vector<3xi16>) : vector<3xi16>
  %b = llvm.mlir.constant(dense<[7, 2, -9]> : vector<3xi16>) : vector<3xi16>
  %m = llvm.mlir.constant(dense<[true, false, true]> : vector<3xi1>) : vector<3xi1>\n  ";
    for op in ["add", "sub", "mul", "and", "or", "xor", "udiv", "sdiv", "urem", "srem"] {
        add_lanes(
            &mut all,
            &format!("{ints}%v = llvm.{op} %a, %b : vector<3xi16>"),
            3,
            "i16",
        );
    }
    for predicate in ["slt", "ult", "eq"] {
        let compare = format!("%v = llvm.icmp \"{predicate}\" %a, %b : vector<3xi16>");
        add_lanes(&mut all, &format!("{ints}{compare}"), 3, "i1");
    }
    for (lines, element) in [
        ("%v = llvm.select %m, %a, %b : vector<3xi1>, vector<3xi16>", "i16"),
        (
            "%t = llvm.mlir.constant(false) : i1\n  %v = llvm.select %t, %a, %b : i1, vector<3xi16>",
            "i16",
        ),
        ("%v = llvm.sext %a : vector<3xi16> to vector<3xi64>", "i64"),
        ("%v = llvm.trunc %a : vector<3xi16> to vector<3xi8>", "i8"),
        ("%v = llvm.sitofp %a : vector<3xi16> to vector<3xf32>", "f32"),
        ("%v = llvm.shufflevector %a, %b [5, 0, 4] : vector<3xi16>", "i16"),
        (
            "%x = llvm.mlir.constant(55 : i16) : i16\n  %p = llvm.mlir.constant(1 : i64) : i64\n  \
          %v = llvm.insertelement %x, %a[%p : i64] : vector<3xi16>",
            "i16",
        ),
        (
            "%v = llvm.intr.smax(%a, %b) : (vector<3xi16>, vector<3xi16>) -> vector<3xi16>",
            "i16",
        ),
        ("%v = llvm.intr.ctpop(%a) : (vector<3xi16>) -> vector<3xi16>", "i16"),
        (
            "%f = llvm.sitofp %a : vector<3xi16> to vector<3xf64>\n  %v = llvm.intr.exp2(%f) : (vector<3xf64>) -> vector<3xf64>",
            "f64",
        ),
        ("%v = llvm.intr.stepvector : vector<3xi16>", "i16"),
        (
            "%s = llvm.mlir.constant(10 : i64) : i64\n  %e = llvm.mlir.constant(12 : i64) : i64\n  \
          %v = llvm.intr.get.active.lane.mask %s, %e : i64, i64 to vector<3xi1>",
            "i1",
        ),
    ] {
        add_lanes(&mut all, &format!("{ints}{lines}"), 3, element);
    }
    for op in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
        let reduce = format!("\"llvm.intr.vector.reduce.{op}\"(%a) : (vector<3xi16>) -> i16");
        all.add(&format!("{ints}%r = {reduce}"), "i16");
    }
    let floats = format!(
        "{ints}%f = llvm.sitofp %a : vector<3xi16> to vector<3xf32>\n  {}",
        float("s", "0.5", "f32")
    );
    for op in ["fadd", "fmul"] {
        let reduce = format!("\"llvm.intr.vector.reduce.{op}\"(%s, %f) : (f32, vector<3xf32>) -> f32");
        all.add(&format!("{floats}%r = {reduce}"), "f32");
    }
    for op in ["fmax", "fmin", "fmaximum", "fminimum"] {
        let reduce = format!("llvm.intr.vector.reduce.{op}(%f) : (vector<3xf32>) -> f32");
        all.add(&format!("{floats}%r = {reduce}"), "f32");
    }
    all.check();
}

#[test]
fn vectors_in_memory() {
    let mut all = Functions::default();
    let memory = "%n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x !llvm.array<8 x i32> : (i64) -> !llvm.ptr
  %c = llvm.mlir.constant(dense<[1, 20, 300, 4000, 50000, 6, 7, 8]> : tensor<8xi32>) : !llvm.array<8 x i32>
  llvm.store %c, %p : !llvm.array<8 x i32>, !llvm.ptr
  %m = llvm.mlir.constant(dense<[true, false, true]> : vector<3xi1>) : vector<3xi1>
  %o = llvm.mlir.constant(dense<-1> : vector<3xi32>) : vector<3xi32>
  %q = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i32\n  ";
    for lines in [
        "%v = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> vector<3xi32>",
        "llvm.store %o, %q {alignment = 4 : i64} : vector<3xi32>, !llvm.ptr\n  \
         %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<3xi32>",
        "%v = llvm.intr.masked.load %q, %m, %o {alignment = 4 : i32} : (!llvm.ptr, vector<3xi1>, vector<3xi32>) -> vector<3xi32>",
        "llvm.intr.masked.store %o, %q, %m {alignment = 4 : i32} : vector<3xi32>, vector<3xi1> into !llvm.ptr\n  \
         %v = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> vector<3xi32>",
    ] {
        add_lanes(&mut all, &format!("{memory}{lines}"), 3, "i32");
    }
    all.check();
}

/// Whole programs: what stands between the ops.
#[test]
fn programs() {
    let names = [
        "memory",
        "packed",
        "copies",
        "globals",
        "aggregates",
        "large_results",
        "many_arguments",
        "small_arguments",
        "switches",
        "indirect",
        "recursive",
        "atomics",
        "atomics_on_floats",
        "aligned",
        "selects",
        "loops",
        "pointers",
        "traps",
        "numbers",
        "to_integers",
        "wide_integers_on_the_stack",
        "stack_in_blocks",
    ];
    same_as_llvm(include_str!("programs.mlir"), &names.map(str::to_owned));
}
