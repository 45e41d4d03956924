//! What named ops compute, as the region that they stand for.

use asyncir_ir::float::from_f64;
use asyncir_ir::{Attribute, Body, Context, InsertPoint, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::generic::{IndexOp, YieldOp};
use crate::arith;

/// What a named op computes of the elements of its operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Payload {
    /// The first one, converted to the type of what is written.
    Convert,
    /// A function of the first one: the op for floats, and the one for integers.
    Unary(&'static str, Option<&'static str>),
    /// The first one times itself.
    Square,
    /// One divided by the first one.
    Reciprocal,
    /// A function of the first two.
    Binary(BinaryOps),
    /// What is written, combined with the first one, converted to its type.
    Accumulate(BinaryOps),
    /// The second or the third one, as the first one says.
    Select,
    /// The product of the first two, converted to the type of what is written, added to what is written.
    MultiplyAdd,
    /// As `MultiplyAdd`, but the third and the fourth one are subtracted from the factors first.
    MultiplyAddQuantized,
    /// A pseudo-random number between the first two, from the third one and the place of the element.
    Random,
}

impl Payload {
    /// How many elements it reads beside the one that is written.
    pub(super) fn num_inputs(self) -> usize {
        match self {
            Self::Convert | Self::Unary(..) | Self::Square | Self::Reciprocal => 1,
            Self::Binary(_) | Self::Accumulate(_) | Self::MultiplyAdd => 2,
            Self::Select | Self::Random => 3,
            Self::MultiplyAddQuantized => 4,
        }
    }
}

/// The ops of a function of two elements by what these are.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinaryOps {
    /// For floats.
    pub float: Option<&'static str>,
    /// For integers.
    pub int: Option<&'static str>,
    /// For booleans.
    pub boolean: Option<&'static str>,
}

impl BinaryOps {
    /// Different ops for floats, integers and booleans.
    pub(super) const fn new(float: &'static str, int: &'static str, boolean: &'static str) -> Self {
        Self {
            float: some(float),
            int: some(int),
            boolean: some(boolean),
        }
    }

    /// What it does, if it is for unsigned integers only.
    fn unsigned(self) -> Option<&'static str> {
        self.int?.strip_prefix("arith.")?.strip_suffix("ui")
    }
}

/// The op for complex numbers that does what one for floats does.
fn of_complex(float: Option<&'static str>) -> Option<&'static str> {
    Some(match float? {
        "arith.addf" => "complex.add",
        "arith.subf" => "complex.sub",
        "arith.mulf" => "complex.mul",
        "arith.divf" => "complex.div",
        _ => return None,
    })
}

const fn some(name: &'static str) -> Option<&'static str> {
    if name.is_empty() { None } else { Some(name) }
}

const ADD: BinaryOps = BinaryOps::new("arith.addf", "arith.addi", "arith.ori");
const SUBTRACT: BinaryOps = BinaryOps::new("arith.subf", "arith.subi", "");
const MULTIPLY: BinaryOps = BinaryOps::new("arith.mulf", "arith.muli", "arith.andi");

/// Makes ops in a new block. They come from no place in the text.
pub(super) struct PayloadBuilder<'a> {
    pub ctx: &'a Context,
    pub body: &'a mut Body,
    pub block: asyncir_ir::BlockId,
    /// Whether integers are converted as unsigned ones.
    pub is_unsigned: bool,
}

const UNKNOWN: Location = Location::UNKNOWN;

impl PayloadBuilder<'_> {
    fn insert(&mut self, state: OperationState) -> OpId {
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(self.block));
        op
    }

    fn value(&mut self, name: &str, operands: &[ValueId], ty: Type) -> Option<ValueId> {
        let def = self.ctx.op_def(name)?;
        let mut state = OperationState::of(def, UNKNOWN).operands(operands).results(&[ty]);
        state.properties = self.ctx.default_properties(def);
        let op = self.insert(state);
        Some(self.body.result(op, 0))
    }

    /// Fills the block, which has its arguments already.
    ///
    /// # Errors
    /// If the computation is not defined for the types of the elements: why.
    pub(super) fn build(&mut self, payload: Payload) -> Result<(), String> {
        let args: Vec<ValueId> = self.body.block_args(self.block).collect();
        let value = self.compute(payload, &args)?;
        let state = YieldOp::build(self.ctx, UNKNOWN, &[value], &[]);
        self.insert(state);
        Ok(())
    }

    fn compute(&mut self, payload: Payload, args: &[ValueId]) -> Result<ValueId, String> {
        let out = args.last().map_or(Type::NONE, |&arg| self.body.value_type(arg));
        let first = self.body.value_type(args[0]);
        let is_float = first.float(self.ctx).is_some();
        match payload {
            Payload::Convert => Ok(self.convert(args[0], out)),
            Payload::Unary(float, int) => {
                let name = if is_float { Some(float) } else { int };
                let name = name.ok_or("unsupported non numeric type")?;
                let value = self.value(name, &args[..1], first);
                value.ok_or_else(|| "unsupported non numeric type".to_owned())
            }
            Payload::Square if !is_float => Err("unsupported non numeric type".to_owned()),
            Payload::Square => self.binary(MULTIPLY, args[0], args[0]),
            Payload::Reciprocal => self.reciprocal(args[0]),
            Payload::Binary(ops) => self.binary(ops, args[0], args[1]),
            Payload::Accumulate(ops) => {
                let value = self.convert(args[0], out);
                let before = args[args.len() - 1];
                self.binary(ops, before, value)
            }
            Payload::Select => {
                let ty = self.body.value_type(args[1]);
                let value = self.value("arith.select", &args[..3], ty);
                value.ok_or_else(|| "unsupported non numeric type".to_owned())
            }
            Payload::MultiplyAdd => {
                let (lhs, rhs) = (self.convert(args[0], out), self.convert(args[1], out));
                let product = self.binary(MULTIPLY, lhs, rhs)?;
                self.binary(ADD, args[2], product)
            }
            Payload::MultiplyAddQuantized => {
                let mut factors = [args[0], args[1]];
                for (factor, &zero) in factors.iter_mut().zip(&args[2..4]) {
                    let (value, zero) = (self.convert(*factor, out), self.convert(zero, out));
                    *factor = self.binary(SUBTRACT, value, zero)?;
                }
                let product = self.binary(MULTIPLY, factors[0], factors[1])?;
                self.binary(ADD, args[4], product)
            }
            Payload::Random => self.random(args, out),
        }
    }

    /// A linear congruential generator, started from the seed and stepped once for each index of the element. Its number
    /// is brought from all of 32 bits into the range.
    fn random(&mut self, args: &[ValueId], out: Type) -> Result<ValueId, String> {
        let (low, high, seed) = (args[0], args[1], args[2]);
        let half = self.int_constant(i64::from(i32::MAX));
        let half = self.convert(half, Type::F64);
        let (column, row) = (self.index(1), self.index(0));
        let number = self.binary(ADD, row, seed)?;
        let number = self.congruential_step(number)?;
        let number = self.binary(ADD, column, number)?;
        let number = self.congruential_step(number)?;
        let number = self.convert(number, Type::F64);
        let number = self.binary(ADD, half, number)?;
        let range = self.binary(SUBTRACT, high, low)?;
        // One divided by the number of 32-bit integers.
        let scale = self.float_constant(2.328_306_4e-10, Type::F64)?;
        let scale = self.binary(MULTIPLY, range, scale)?;
        let number = self.binary(MULTIPLY, number, scale)?;
        let number = self.binary(ADD, number, low)?;
        Ok(self.convert(number, out))
    }

    fn congruential_step(&mut self, number: ValueId) -> Result<ValueId, String> {
        let factor = self.int_constant(1_103_515_245);
        let factor = self.convert(factor, Type::I32);
        let number = self.binary(MULTIPLY, number, factor)?;
        let increment = self.int_constant(12345);
        let increment = self.convert(increment, Type::I32);
        self.binary(ADD, number, increment)
    }

    /// The index of a loop, as an integer of 32 bits.
    fn index(&mut self, dim: i64) -> ValueId {
        let dim = self.ctx.i64_attr(dim);
        let index = self.insert(IndexOp::build(self.ctx, UNKNOWN, dim, &[Type::INDEX]));
        let index = self.body.result(index, 0);
        self.convert(index, Type::I32)
    }

    fn int_constant(&mut self, value: i64) -> ValueId {
        let value = self.ctx.i64_attr(value);
        self.constant(value, Type::I64)
    }

    fn float_constant(&mut self, value: f64, ty: Type) -> Result<ValueId, String> {
        let bits = ty.float(self.ctx).map(|semantics| from_f64(semantics, value));
        let value = bits.map(|bits| self.ctx.float_bits_attr(ty, bits));
        let constant = value.map(|value| self.constant(value, ty));
        constant.ok_or_else(|| "unsupported non numeric type".to_owned())
    }

    fn binary(&mut self, ops: BinaryOps, lhs: ValueId, rhs: ValueId) -> Result<ValueId, String> {
        let (a, b) = (self.body.value_type(lhs), self.body.value_type(rhs));
        let ctx = self.ctx;
        let both = |check: &dyn Fn(Type) -> bool| check(a) && check(b);
        let is_float = both(&|ty| ty.float(ctx).is_some());
        let is_complex = both(&|ty| matches!(ty.kind(ctx), TypeKind::Complex(_)));
        let is_boolean = both(&|ty| ty == Type::I1);
        let is_int = both(&|ty| ty.is_int(ctx));
        if !(is_float || is_complex || is_int) {
            let (a, b) = (ctx.show_type(a), ctx.show_type(b));
            return Err(format!(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '{a}' \
                 and '{b}'"
            ));
        }
        if let Some(function) = ops.unsigned().filter(|_| is_boolean || !is_int) {
            return Err(format!("unsupported operation: unsigned {function} not on uint"));
        }
        let name = match (is_float, is_complex, is_boolean) {
            (true, ..) => ops.float,
            (_, true, _) => of_complex(ops.float),
            (.., true) => ops.boolean,
            _ => ops.int,
        };
        let value = name.and_then(|name| self.value(name, &[lhs, rhs], a));
        let function = ops
            .float
            .map_or("", |name| name.trim_start_matches("arith.").trim_end_matches('f'));
        value.ok_or_else(|| {
            if is_boolean {
                format!("unsupported operation: {function} with bools")
            } else {
                "unsupported non numeric type".to_owned()
            }
        })
    }

    fn reciprocal(&mut self, value: ValueId) -> Result<ValueId, String> {
        let one = self.float_constant(1.0, self.body.value_type(value))?;
        self.binary(BinaryOps::new("arith.divf", "", ""), one, value)
    }

    fn constant(&mut self, value: Attribute, ty: Type) -> ValueId {
        let op = self.insert(arith::ConstantOp::build(self.ctx, UNKNOWN, value, &[ty]));
        self.body.result(op, 0)
    }

    /// The value in another type, or as it is if there is no conversion.
    fn convert(&mut self, value: ValueId, to: Type) -> ValueId {
        let from = self.body.value_type(value);
        let name = if from == to { None } else { self.conversion(from, to) };
        name.and_then(|name| self.value(name, &[value], to)).unwrap_or(value)
    }

    fn conversion(&self, from: Type, to: Type) -> Option<&'static str> {
        let ctx = self.ctx;
        let float = |ty: Type| ty.float(ctx).map(|semantics| semantics.width());
        let is_int = |ty: Type| matches!(ty.kind(ctx), TypeKind::Integer { .. });
        let pick = |unsigned, signed| if self.is_unsigned { unsigned } else { signed };
        match (float(from), float(to)) {
            (Some(from), Some(to)) if from < to => Some("arith.extf"),
            (Some(from), Some(to)) if from > to => Some("arith.truncf"),
            (Some(_), Some(_)) => None,
            (Some(_), None) if is_int(to) => Some(pick("arith.fptoui", "arith.fptosi")),
            (None, Some(_)) if is_int(from) => Some(pick("arith.uitofp", "arith.sitofp")),
            (None, None) if from.is_index() && is_int(to) => Some("arith.index_cast"),
            (None, None) if is_int(from) && is_int(to) => {
                if from.int_width(ctx) < to.int_width(ctx) {
                    Some(pick("arith.extui", "arith.extsi"))
                } else {
                    Some("arith.trunci")
                }
            }
            _ => None,
        }
    }
}
