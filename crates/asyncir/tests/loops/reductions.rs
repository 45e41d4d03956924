//! What iterations combine to.

use std::fmt::Write;

use super::place::line;

/// A reduction. An iteration has its number `%v1`, and `%v`, an `i64` that grows with it; `%key` comes from around the loop.
pub struct Reduction {
    pub name: &'static str,
    pub ty: &'static str,
    /// The initial value, a constant.
    pub init: &'static str,
    /// What makes `%c_NAME` of `%v`.
    contribute: &'static str,
    /// What combines `%a` and `%b` to `%r`.
    combine: &'static str,
    /// What makes the `i64` `%d_NAME` of the result `%out_NAME`.
    show: &'static str,
}

const SAME: &str = "%c_NAME = arith.addi %v, %v0 : i64";
const AS_IT_IS: &str = "%d_NAME = arith.addi %out_NAME, %nothing : i64";

const fn of_i64(name: &'static str, init: &'static str, combine: &'static str) -> Reduction {
    Reduction {
        name,
        ty: "i64",
        init,
        contribute: SAME,
        combine,
        show: AS_IT_IS,
    }
}

pub const REDUCTIONS: [Reduction; 21] = [
    of_i64("sum", "3", "%r = arith.addi %a, %b : i64"),
    of_i64("largest", "-5", "%r = arith.maxsi %a, %b : i64"),
    of_i64("bits", "9", "%r = arith.xori %a, %b : i64"),
    of_i64(
        "last",
        "1",
        "%z = arith.constant 0 : i64\n      %r = arith.addi %b, %z : i64",
    ),
    of_i64(
        "first",
        "7",
        "%z = arith.constant 0 : i64\n      %r = arith.addi %a, %z : i64",
    ),
    of_i64("product", "5", "%r = arith.muli %a, %b : i64"),
    // Such as compute something of the contribution, of a value of the iteration or from around the loop.
    of_i64(
        "squares",
        "5",
        "%p = arith.muli %b, %b : i64\n      %r = arith.addi %a, %p : i64",
    ),
    of_i64(
        "weighted",
        "5",
        "%p = arith.muli %b, %v1 : i64\n      %r = arith.addi %p, %a : i64",
    ),
    of_i64(
        "scaled",
        "5",
        "%p = arith.muli %b, %key : i64\n      %r = arith.minsi %a, %p : i64",
    ),
    of_i64("constant", "5", "%r = arith.addi %a, %key : i64"),
    of_i64(
        "masked",
        "5",
        "%p = arith.xori %a, %b : i64\n      %r = arith.andi %p, %key : i64",
    ),
    // No partial results can be combined by this one.
    of_i64(
        "horner",
        "1",
        "%p = arith.muli %a, %v1 : i64\n      %r = arith.addi %p, %b : i64",
    ),
    of_i64(
        "horner_around",
        "1",
        "%p = arith.muli %a, %key : i64\n      %r = arith.addi %p, %b : i64",
    ),
    of_i64("alternating", "1", "%r = arith.subi %b, %a : i64"),
    of_i64("difference", "5", "%r = arith.subi %a, %b : i64"),
    // Functions x -> m x + c modulo 2^32, one after the other: not commutative.
    Reduction {
        name: "functions",
        ty: "i64",
        init: "12884901888",
        contribute: "%n33 = arith.constant 33 : i64\n    %one32 = arith.constant 4294967297 : i64
    %high = arith.shli %v, %n33 : i64\n    %c_NAME = arith.addi %high, %one32 : i64",
        combine: "%s = arith.constant 32 : i64\n      %low = arith.constant 4294967295 : i64
      %am = arith.shrui %a, %s : i64\n      %bm = arith.shrui %b, %s : i64
      %ac = arith.andi %a, %low : i64\n      %bc = arith.andi %b, %low : i64
      %m = arith.muli %am, %bm : i64\n      %mh = arith.shli %m, %s : i64
      %t = arith.muli %bm, %ac : i64\n      %u = arith.addi %t, %bc : i64\n      %c = arith.andi %u, %low : i64
      %r = arith.ori %mh, %c : i64",
        show: AS_IT_IS,
    },
    Reduction {
        name: "small",
        ty: "i8",
        init: "-128",
        contribute: "%c_NAME = arith.trunci %v : i64 to i8",
        combine: "%r = arith.maxsi %a, %b : i8",
        show: "%d_NAME = arith.extsi %out_NAME : i8 to i64",
    },
    Reduction {
        name: "flag",
        ty: "i1",
        init: "true",
        contribute: "%c_NAME = arith.trunci %v : i64 to i1",
        combine: "%r = arith.xori %a, %b : i1",
        show: "%d_NAME = arith.extui %out_NAME : i1 to i64",
    },
    Reduction {
        name: "numbers",
        ty: "index",
        init: "40",
        contribute: "%c_NAME = arith.index_cast %v : i64 to index",
        combine: "%r = arith.minui %a, %b : index",
        show: "%d_NAME = arith.index_cast %out_NAME : index to i64",
    },
    Reduction {
        name: "float",
        ty: "f64",
        init: "-2.5",
        contribute: "%c_NAME = arith.sitofp %v : i64 to f64",
        combine: "%r = arith.maximumf %a, %b : f64",
        show: "%d_NAME = arith.bitcast %out_NAME : f64 to i64",
    },
    Reduction {
        name: "vector",
        ty: "vector<4xi32>",
        init: "dense<[1, 2, 3, 4]>",
        contribute: "%c32 = arith.trunci %v : i64 to i32\n    %c_NAME = vector.broadcast %c32 : i32 to vector<4xi32>",
        combine: "%r = arith.addi %a, %b : vector<4xi32>",
        show: "%d32 = vector.reduction <add>, %out_NAME : vector<4xi32> into i32
  %d_NAME = arith.extsi %d32 : i32 to i64",
    },
];

impl Reduction {
    /// The initial value, in front of the loop.
    pub fn begin(&self, text: &mut String) {
        let Self { name, init, ty, .. } = self;
        match *init {
            "true" => line!(text, "  %init_{name} = arith.constant true"),
            init => line!(text, "  %init_{name} = arith.constant {init} : {ty}"),
        }
    }

    pub fn contribute(&self, text: &mut String) {
        line!(text, "    {}", self.contribute.replace("NAME", self.name));
    }

    /// The region that combines two values.
    pub fn region(&self) -> String {
        let Self { ty, combine, .. } = self;
        format!("{{\n    ^bb0(%a: {ty}, %b: {ty}):\n      {combine}\n      scf.reduce.return %r : {ty}\n    }}")
    }

    /// Makes an `i64` of the result.
    pub fn show(&self, text: &mut String) {
        line!(text, "  {}", self.show.replace("NAME", self.name));
    }
}

/// Reductions of `affine.parallel`: the name, and the type of what is combined.
pub const OF_AFFINE: [(&str, &str); 6] = [
    ("addi", "i64"),
    ("muli", "i64"),
    ("andi", "i32"),
    ("ori", "i32"),
    ("maximumf", "f64"),
    ("minimumf", "f64"),
];
