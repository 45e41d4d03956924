//! Folds whose results are easily got wrong.

use asyncir_dialects::llvm::types::make;
use asyncir_ir::{ApInt, Context, Location, Type};

use super::Folder;
use crate::translate::constant::{Constant, ConstantWriter, MAX_SIZE, Value};
use crate::translate::layout::Layout;
use crate::translate::symbols::Symbols;
use crate::translate::types::TypeWriter;

/// What folds need, and short ways to make constants.
struct Bench {
    ctx: Context,
    layout: Layout,
    symbols: Symbols<'static>,
}

impl Bench {
    fn new(layout: &str) -> Self {
        Self {
            ctx: Context::new(),
            layout: Layout::of(Some(layout)),
            symbols: Symbols::none(),
        }
    }

    fn folder(&self) -> Folder<'_, 'static> {
        Folder {
            ctx: &self.ctx,
            layout: &self.layout,
            symbols: &self.symbols,
        }
    }

    fn int(&self, width: u32, value: i128) -> Constant {
        Constant::integer(&self.ctx, self.ctx.int_type(width), ApInt::from_i128(width, value))
    }

    fn float(&self, bits: u32) -> Constant {
        Constant::float(&self.ctx, Type::F32, bits.into())
    }

    fn vector(&self, lanes: Vec<Constant>) -> Constant {
        let ty = self.ctx.vector_type(&[lanes.len() as i64], lanes[0].ty);
        Constant::of_parts(&self.ctx, ty, lanes)
    }

    fn global(&self, name: &str) -> Constant {
        Constant::new(make::ptr(&self.ctx), Value::Global(self.ctx.ident(name)))
    }

    /// The address of a global as an integer.
    fn address(&self, name: &str) -> Constant {
        let address = self.folder().cast("ptrtoint", &self.global(name), Type::I64);
        address.expect("an expression")
    }

    fn text(&self, constant: Option<Constant>) -> String {
        let Some(constant) = constant else {
            return "instruction".to_owned();
        };
        let mut writer = ConstantWriter {
            ctx: &self.ctx,
            types: &mut TypeWriter::new(&self.ctx),
            location: Location::UNKNOWN,
        };
        writer.text(&constant).expect("LLVM's types")
    }

    #[track_caller]
    fn check(&self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant, expected: &str) {
        assert_eq!(
            self.text(self.folder().instruction(mnemonic, lhs, rhs)),
            expected,
            "{mnemonic}"
        );
    }
}

#[test]
fn integers_that_have_no_result_are_poison() {
    let bench = Bench::new("");
    let int = |value| bench.int(8, value);
    bench.check("add", &int(127), &int(1), "-128");
    bench.check("sdiv", &int(-128), &int(-1), "poison");
    bench.check("srem", &int(-128), &int(-1), "poison");
    bench.check("udiv", &int(-128), &int(-1), "0");
    bench.check("urem", &int(5), &int(0), "poison");
    bench.check("shl", &int(1), &int(8), "poison");
    bench.check("ashr", &int(-128), &int(7), "-1");
    bench.check("lshr", &int(-1), &int(-1), "poison");
}

#[test]
fn undefined_operands_give_what_llvm_chooses() {
    let bench = Bench::new("");
    let (undef, poison) = (Constant::undef(Type::I8), Constant::poison(Type::I8));
    let int = |value| bench.int(8, value);
    bench.check("add", &int(0), &poison, "poison");
    bench.check("xor", &undef, &undef, "0");
    bench.check("mul", &undef, &int(3), "undef");
    bench.check("mul", &undef, &int(2), "0");
    bench.check("or", &undef, &int(2), "-1");
    bench.check("shl", &int(0), &undef, "poison");
    bench.check("udiv", &undef, &int(2), "0");
    bench.check(
        "fadd",
        &Constant::undef(Type::F32),
        &bench.float(0x3F80_0000),
        "0x7FF8000000000000",
    );
    let folder = bench.folder();
    assert_eq!(bench.text(folder.cast("zext", &undef, Type::I32)), "0");
    assert_eq!(bench.text(folder.cast("trunc", &undef, Type::I1)), "undef");
    let (one, undef_bit) = (int(1), Constant::undef(Type::I1));
    assert_eq!(bench.text(folder.select(&undef_bit, undef, one)), "undef");
    let lanes = bench.vector(vec![int(1), Constant::undef(Type::I8), poison]);
    let ones = bench.vector(vec![int(1), int(2), int(3)]);
    bench.check("and", &lanes, &ones, "<i8 1, i8 0, i8 poison>");
}

#[test]
fn nans_are_quiet_and_denormals_are_not_compared() {
    let bench = Bench::new("");
    let (signalling, one) = (bench.float(0xFF80_0001), bench.float(0x3F80_0000));
    bench.check("fsub", &one, &signalling, "0xFFF8000020000000");
    bench.check("fdiv", &bench.float(0), &bench.float(0), "0x7FF8000000000000");
    let folder = bench.folder();
    assert_eq!(bench.text(folder.cast("fptrunc", &signalling, Type::F16)), "0xHFE00");
    assert_eq!(bench.text(folder.cast("fptosi", &signalling, Type::I8)), "poison");
    assert_eq!(
        bench.text(folder.cast("fptoui", &bench.float(0xBF80_0000), Type::I8)),
        "poison"
    );
    // `oeq`, then `uno`
    assert_eq!(
        bench.text(folder.compare_floats(1, &one, &bench.float(1))),
        "instruction"
    );
    assert_eq!(bench.text(folder.compare_floats(14, &one, &signalling)), "true");
}

#[test]
fn the_order_of_bytes_decides_about_bits_of_vectors() {
    for (layout, joined, split) in [("e", "513", "<i16 2, i16 1>"), ("E", "258", "<i16 1, i16 2>")] {
        let bench = Bench::new(layout);
        let bytes = bench.vector(vec![bench.int(8, 1), bench.int(8, 2)]);
        let folder = bench.folder();
        assert_eq!(bench.text(folder.cast("bitcast", &bytes, Type::I16)), joined);
        let halves = bench.ctx.vector_type(&[2], Type::I16);
        assert_eq!(
            bench.text(folder.cast("bitcast", &bench.int(32, 0x0001_0002), halves)),
            split
        );
    }
}

#[test]
fn addresses_become_expressions() {
    let bench = Bench::new("");
    let (here, there) = (bench.address("here"), bench.address("there"));
    let int = |value| bench.int(64, value);
    let folder = bench.folder();
    let more = folder.instruction("add", &int(1), &here).expect("an expression");
    bench.check("add", &more, &int(2), "add (i64 ptrtoint (ptr @here to i64), i64 3)");
    bench.check("mul", &here, &int(2), "instruction");
    bench.check("mul", &int(0), &here, "0");
    let far = folder.address(Type::I32, 0, vec![bench.global("here"), int(3)], make::ptr(&bench.ctx));
    let far = far.expect("an expression");
    assert_eq!(bench.text(Some(far.clone())), "getelementptr (i8, ptr @here, i64 12)");
    let distance = folder.cast("ptrtoint", &far, Type::I64).expect("an expression");
    bench.check("sub", &distance, &here, "12");
    bench.check(
        "sub",
        &here,
        &there,
        "sub (i64 ptrtoint (ptr @here to i64), i64 ptrtoint (ptr @there to i64))",
    );
    let back = folder.cast("inttoptr", &here, make::ptr(&bench.ctx));
    assert_eq!(bench.text(back), "@here");
    let null = Constant::zero(&bench.ctx, make::ptr(&bench.ctx));
    let behind = folder.address(Type::I32, 0, vec![null, int(-1)], make::ptr(&bench.ctx));
    assert_eq!(bench.text(behind), "inttoptr (i64 -4 to ptr)");
}

#[test]
fn what_would_be_too_large_stays_an_instruction() {
    let bench = Bench::new("");
    let folder = bench.folder();
    let (mut sum, mut steps) = (bench.address("here"), 0);
    // Each expression is twice as large as the one before.
    while let Some(next) = folder.instruction("sub", &bench.int(64, 7), &sum) {
        let Some(twice) = folder.instruction("add", &next, &next) else {
            break;
        };
        (sum, steps) = (twice, steps + 1);
    }
    assert!((5..50).contains(&steps), "{steps}");
    let wide = bench.ctx.int_type(1 << 20);
    let one = Constant::integer(&bench.ctx, wide, ApInt::one(1 << 20));
    bench.check("shl", &one, &one, "instruction");
    let many = make::array(&bench.ctx, MAX_SIZE as u64 + 1, Type::I32);
    let zeros = Constant::zero(&bench.ctx, many);
    assert_eq!(folder.insert_value(zeros.clone(), bench.int(32, 1), &[7]), None);
    assert_eq!(bench.text(folder.extract_value(zeros, &[7])), "0");
}

#[test]
fn parts_are_set_in_their_place() {
    let bench = Bench::new("");
    let pair = make::literal_struct(&bench.ctx, &[Type::I32, Type::F32]);
    let pairs = make::array(&bench.ctx, 2, pair);
    let folder = bench.folder();
    let set =
        |aggregate: Constant, part: Constant, path: &[i64]| folder.insert_value(aggregate, part, path).expect("a part");
    let some = set(Constant::undef(pairs), bench.int(32, 1), &[1, 0]);
    let text = "[{ i32, float } undef, { i32, float } { i32 1, float undef }]";
    assert_eq!(bench.text(Some(some.clone())), text);
    // The first one is shared and stays as it is.
    let other = set(some.clone(), Constant::undef(Type::I32), &[1, 0]);
    assert_eq!(other, Constant::undef(pairs));
    assert_eq!(bench.text(Some(some)), text);
    let mut zeros = Constant::poison(pair);
    zeros = set(zeros, bench.int(32, 0), &[0]);
    assert_eq!(bench.text(Some(zeros.clone())), "{ i32 0, float poison }");
    zeros = set(zeros, bench.float(0), &[1]);
    assert_eq!(bench.text(Some(zeros)), "zeroinitializer");
}
