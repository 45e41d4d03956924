//! Kinds of values that frames hold: how one is made of an `i64`, and what `i64` it comes to.

use super::writer::Writer;
use crate::random::Random;

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Int(u32),
    /// A float of that many bits, with its name.
    Float(u32, &'static str),
}

impl Scalar {
    fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Float(bits, _) => bits,
        }
    }

    pub fn text(self) -> String {
        match self {
            Scalar::Int(bits) => format!("i{bits}"),
            Scalar::Float(_, name) => name.to_owned(),
        }
    }
}

const F16: Scalar = Scalar::Float(16, "f16");
const BF16: Scalar = Scalar::Float(16, "bf16");
const F32: Scalar = Scalar::Float(32, "f32");
const F64: Scalar = Scalar::Float(64, "f64");

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Scalar(Scalar),
    Index,
    Vector(u32, Scalar),
    /// A vector of several vectors.
    Matrix(u32, u32, Scalar),
    Complex(Scalar),
    /// A struct of the llvm dialect.
    Struct {
        packed: bool,
        fields: &'static [Scalar],
    },
    /// An array of the llvm dialect.
    Array(u32, Scalar),
    /// A descriptor of two numbers in memory.
    Memory,
}

/// All kinds.
pub const ALL: [Kind; 34] = [
    Kind::Scalar(Scalar::Int(1)),
    Kind::Scalar(Scalar::Int(8)),
    Kind::Scalar(Scalar::Int(16)),
    Kind::Scalar(Scalar::Int(24)),
    Kind::Scalar(Scalar::Int(32)),
    Kind::Scalar(Scalar::Int(33)),
    Kind::Scalar(Scalar::Int(64)),
    Kind::Scalar(Scalar::Int(128)),
    Kind::Scalar(F16),
    Kind::Scalar(BF16),
    Kind::Scalar(F32),
    Kind::Scalar(F64),
    Kind::Index,
    Kind::Vector(2, Scalar::Int(32)),
    Kind::Vector(3, Scalar::Int(32)),
    Kind::Vector(8, Scalar::Int(8)),
    Kind::Vector(5, Scalar::Int(8)),
    Kind::Vector(7, Scalar::Int(16)),
    Kind::Vector(3, Scalar::Int(24)),
    Kind::Vector(4, Scalar::Int(1)),
    Kind::Vector(64, Scalar::Int(8)),
    Kind::Vector(2, F64),
    Kind::Vector(16, F32),
    Kind::Vector(1, F32),
    Kind::Vector(4, F16),
    Kind::Matrix(2, 4, Scalar::Int(32)),
    Kind::Matrix(3, 2, F32),
    Kind::Complex(F32),
    Kind::Complex(F64),
    Kind::Struct {
        packed: false,
        fields: &[Scalar::Int(8), Scalar::Int(64), F32, Scalar::Int(24)],
    },
    Kind::Struct {
        packed: true,
        fields: &[Scalar::Int(8), Scalar::Int(128), Scalar::Int(16)],
    },
    Kind::Struct {
        packed: false,
        fields: &[Scalar::Int(1), F64],
    },
    Kind::Array(3, Scalar::Int(16)),
    Kind::Memory,
];

impl Kind {
    pub fn text(self) -> String {
        match self {
            Kind::Scalar(scalar) => scalar.text(),
            Kind::Index => "index".to_owned(),
            Kind::Vector(lanes, scalar) => format!("vector<{lanes}x{}>", scalar.text()),
            Kind::Matrix(rows, lanes, scalar) => format!("vector<{rows}x{lanes}x{}>", scalar.text()),
            Kind::Complex(scalar) => format!("complex<{}>", scalar.text()),
            Kind::Struct { packed, fields } => {
                let fields: Vec<String> = fields.iter().map(|field| field.text()).collect();
                let fields = fields.join(", ");
                if packed {
                    format!("!llvm.struct<packed ({fields})>")
                } else {
                    format!("!llvm.struct<({fields})>")
                }
            }
            Kind::Array(length, scalar) => format!("!llvm.array<{length} x {}>", scalar.text()),
            Kind::Memory => "memref<?xi64>".to_owned(),
        }
    }

    /// Whether tasks may yield it.
    pub fn is_payload(self) -> bool {
        !matches!(self, Kind::Struct { .. } | Kind::Array(..) | Kind::Memory)
    }
}

/// The kind of a seed's choice.
pub fn any(random: &mut Random) -> Kind {
    random.one_of(&ALL)
}

/// Makes a value of that kind.
pub fn make(w: &mut Writer, kind: Kind, from: &str) -> String {
    match kind {
        Kind::Scalar(scalar) => make_scalar(w, scalar, from),
        Kind::Index => w.op(&format!("arith.index_cast {from} : i64 to index")),
        Kind::Vector(lanes, scalar) => make_vector(w, &[lanes], scalar, from),
        Kind::Matrix(rows, lanes, scalar) => make_vector(w, &[rows, lanes], scalar, from),
        Kind::Complex(scalar) => {
            let (re, other) = (make_scalar(w, scalar, from), w.changed(from));
            let im = make_scalar(w, scalar, &other);
            w.op(&format!("complex.create {re}, {im} : {}", kind.text()))
        }
        Kind::Struct { fields, .. } => make_aggregate(w, &kind.text(), fields, from),
        Kind::Array(length, scalar) => make_aggregate(w, &kind.text(), &vec![scalar; length as usize], from),
        Kind::Memory => {
            let size = w.op("arith.constant 2 : index");
            let memory = w.op(&format!("memref.alloc({size}) : memref<?xi64>"));
            let other = w.changed(from);
            for (index, value) in [from, &other].into_iter().enumerate() {
                let index = w.op(&format!("arith.constant {index} : index"));
                w.both(&format!("memref.store {value}, {memory}[{index}] : memref<?xi64>"));
            }
            memory
        }
    }
}

fn make_scalar(w: &mut Writer, scalar: Scalar, from: &str) -> String {
    match scalar {
        Scalar::Int(64) => w.changed(from),
        Scalar::Int(bits) if bits < 64 => w.op(&format!("arith.trunci {from} : i64 to i{bits}")),
        Scalar::Int(bits) => {
            let wide = w.op(&format!("arith.extsi {from} : i64 to i{bits}"));
            w.op(&format!("arith.muli {wide}, {wide} : i{bits}"))
        }
        Scalar::Float(bits, name) => {
            let int = make_scalar(w, Scalar::Int(bits), from);
            let int = normal(w, &int, bits, &format!("i{bits}"), |mask| format!("{mask} : i{bits}"));
            w.op(&format!("arith.bitcast {int} : i{bits} to {name}"))
        }
    }
}

/// Makes the bits of floats those of normal numbers: others need not stay what they are.
fn normal(w: &mut Writer, ints: &str, bits: u32, ty: &str, constant: impl Fn(u64) -> String) -> String {
    let constant = |w: &mut Writer, mask: u64| w.op(&format!("arith.constant {}", constant(mask)));
    let all = u64::MAX >> (64 - bits);
    let (clear, set) = (all & !(1 << (bits - 2)), 1 << (bits - 3));
    let clear = constant(w, clear);
    let set = constant(w, set);
    let cleared = w.op(&format!("arith.andi {ints}, {clear} : {ty}"));
    w.op(&format!("arith.ori {cleared}, {set} : {ty}"))
}

/// A vector of numbers, another one in each lane.
fn make_vector(w: &mut Writer, shape: &[u32], scalar: Scalar, from: &str) -> String {
    let bits = scalar.bits();
    let dims: String = shape.iter().map(|dim| format!("{dim}x")).collect();
    let ints = format!("vector<{dims}i{bits}>");
    let element = make_scalar(w, Scalar::Int(bits), from);
    let same = w.op(&format!("vector.broadcast {element} : i{bits} to {ints}"));
    let mut next = 0;
    let lanes = dense(shape, &mut |_| {
        next += 1;
        match bits {
            1 => (next % 2 == 0).to_string(),
            _ => (next * 3).to_string(),
        }
    });
    let lanes = w.op(&format!("arith.constant dense<{lanes}> : {ints}"));
    let vector = w.op(&format!("arith.xori {same}, {lanes} : {ints}"));
    match scalar {
        Scalar::Int(_) => vector,
        Scalar::Float(_, name) => {
            let vector = normal(w, &vector, bits, &ints, |mask| format!("dense<{mask}> : {ints}"));
            w.op(&format!("arith.bitcast {vector} : {ints} to vector<{dims}{name}>"))
        }
    }
}

fn dense(shape: &[u32], lane: &mut dyn FnMut(u32) -> String) -> String {
    let Some((&length, rest)) = shape.split_first() else {
        return lane(0);
    };
    let parts: Vec<String> = (0..length).map(|_| dense(rest, lane)).collect();
    format!("[{}]", parts.join(", "))
}

fn make_aggregate(w: &mut Writer, ty: &str, fields: &[Scalar], from: &str) -> String {
    let mut whole = w.op(&format!("llvm.mlir.undef : {ty}"));
    let mut from = from.to_owned();
    for (index, &field) in fields.iter().enumerate() {
        let value = make_scalar(w, field, &from);
        whole = w.op(&format!("llvm.insertvalue {value}, {whole}[{index}] : {ty}"));
        from = w.changed(&from);
    }
    whole
}

/// An `i64` that everything in a value matters for.
pub fn fold(w: &mut Writer, kind: Kind, value: &str) -> String {
    let ty = kind.text();
    match kind {
        Kind::Scalar(scalar) => fold_scalar(w, scalar, value),
        Kind::Index => w.op(&format!("arith.index_cast {value} : index to i64")),
        Kind::Vector(lanes, scalar) => fold_vector(w, lanes, scalar, value),
        Kind::Matrix(rows, lanes, scalar) => {
            let row = |w: &mut Writer, row: u32| {
                let inner = Kind::Vector(lanes, scalar).text();
                let row = w.op(&format!("vector.extract {value}[{row}] : {inner} from {ty}"));
                fold_vector(w, lanes, scalar, &row)
            };
            let parts = (0..rows).map(|index| row(w, index)).collect();
            w.all_of(parts)
        }
        Kind::Complex(scalar) => {
            let part = |w: &mut Writer, part: &str| {
                let part = w.op(&format!("complex.{part} {value} : {ty}"));
                fold_scalar(w, scalar, &part)
            };
            let parts = ["re", "im"].map(|name| part(w, name)).to_vec();
            w.all_of(parts)
        }
        Kind::Struct { fields, .. } => fold_aggregate(w, &ty, fields, value),
        Kind::Array(length, scalar) => fold_aggregate(w, &ty, &vec![scalar; length as usize], value),
        Kind::Memory => {
            let zero = w.op("arith.constant 0 : index");
            let one = w.op("arith.constant 1 : index");
            let size = w.op(&format!("memref.dim {value}, {zero} : {ty}"));
            let size = w.op(&format!("arith.index_cast {size} : index to i64"));
            let [a, b] = [zero, one].map(|index| w.op(&format!("memref.load {value}[{index}] : {ty}")));
            w.all_of(vec![size, a, b])
        }
    }
}

fn fold_scalar(w: &mut Writer, scalar: Scalar, value: &str) -> String {
    match scalar {
        Scalar::Int(64) => value.to_owned(),
        Scalar::Int(bits) if bits < 64 => w.op(&format!("arith.extui {value} : i{bits} to i64")),
        Scalar::Int(bits) => {
            let low = w.op(&format!("arith.trunci {value} : i{bits} to i64"));
            let half = w.op(&format!("arith.constant 64 : i{bits}"));
            let high = w.op(&format!("arith.shrui {value}, {half} : i{bits}"));
            let high = w.op(&format!("arith.trunci {high} : i{bits} to i64"));
            w.all_of(vec![low, high])
        }
        Scalar::Float(bits, name) => {
            let int = w.op(&format!("arith.bitcast {value} : {name} to i{bits}"));
            fold_scalar(w, Scalar::Int(bits), &int)
        }
    }
}

fn fold_vector(w: &mut Writer, lanes: u32, scalar: Scalar, value: &str) -> String {
    let bits = scalar.bits();
    let ints = format!("vector<{lanes}xi{bits}>");
    let value = match scalar {
        Scalar::Int(_) => value.to_owned(),
        Scalar::Float(_, name) => w.op(&format!("arith.bitcast {value} : vector<{lanes}x{name}> to {ints}")),
    };
    let lane = |w: &mut Writer, lane: u32| {
        let lane = w.op(&format!("vector.extract {value}[{lane}] : i{bits} from {ints}"));
        fold_scalar(w, Scalar::Int(bits), &lane)
    };
    let (first, last) = (lane(w, 0), lane(w, lanes - 1));
    let sum = w.op(&format!("vector.reduction <xor>, {value} : {ints} into i{bits}"));
    let sum = fold_scalar(w, Scalar::Int(bits), &sum);
    w.all_of(vec![first, last, sum])
}

fn fold_aggregate(w: &mut Writer, ty: &str, fields: &[Scalar], value: &str) -> String {
    let field = |w: &mut Writer, index: usize, scalar: Scalar| {
        let field = w.op(&format!("llvm.extractvalue {value}[{index}] : {ty}"));
        fold_scalar(w, scalar, &field)
    };
    let fields = fields.iter().enumerate();
    let parts = fields.map(|(index, &scalar)| field(w, index, scalar)).collect();
    w.all_of(parts)
}
