//! Single ops, changed at random: `mlir-opt` and asyncir take and refuse the same ones.
//!
//! The ops are those of the dialects' golden programs, without those that hold regions, name symbols or branch. Each is
//! written in generic form, in a function whose parameters are its operands, with other types, attributes or counts.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use asyncir::ir::{Body, Context, OpRef, Type, WalkOrder};
use asyncir::text::{print_attribute, print_type};

use crate::mlir::tools::{MLIR_OPT, finish};
use crate::random::Random;

/// An op that stands alone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Op {
    name: String,
    operands: Vec<String>,
    results: Vec<String>,
    /// Names and values.
    properties: Vec<(String, String)>,
}

/// The ops of the golden programs, and the types that they use.
pub struct Ops {
    /// Of each name, sorted.
    by_name: Vec<Vec<Op>>,
    types: Vec<String>,
}

impl Ops {
    /// Reads the golden programs.
    pub fn of_golden_programs() -> Self {
        let mut ops: Vec<Op> = golden_programs().iter().flat_map(|path| ops_of_file(path)).collect();
        ops.sort();
        ops.dedup();
        let mut types: Vec<String> = ops
            .iter()
            .flat_map(|op| [&op.operands[..], &op.results].concat())
            .collect();
        types.sort();
        types.dedup();
        let by_name: Vec<_> = ops.chunk_by(|a, b| a.name == b.name).map(<[Op]>::to_vec).collect();
        assert!(by_name.len() > 200, "only {} ops", by_name.len());
        Self { by_name, types }
    }

    /// A program with one op that may be wrong.
    fn program(&self, seed: u64) -> String {
        let mut random = Random::new(seed);
        let ops = random.one_of(&self.by_name);
        let mut op = random.one_of(&ops);
        let changes = if random.chance(75) { 1 } else { 2 };
        for _ in 0..changes {
            self.change(&mut op, &mut random);
        }
        op.program()
    }

    fn change(&self, op: &mut Op, random: &mut Random) {
        match random.below(100) {
            0..70 => self.change_type(op, random),
            70..85 => change_property(op, random),
            85..90 if !op.operands.is_empty() => {
                op.operands.remove(random.below(op.operands.len()));
            }
            90..94 if !op.operands.is_empty() => op.operands.push(random.one_of(&op.operands)),
            94..97 => op.results.push("i32".to_owned()),
            _ => drop(op.results.pop()),
        }
    }

    /// Changes the type of one operand or result, or of all that have that type.
    fn change_type(&self, op: &mut Op, random: &mut Random) {
        let count = op.operands.len() + op.results.len();
        if count == 0 {
            return;
        }
        let chosen = random.below(count);
        let old = op
            .operands
            .iter()
            .chain(&op.results)
            .nth(chosen)
            .cloned()
            .unwrap_or_default();
        let new = match random.below(100) {
            0..25 => random.one_of(&self.types),
            25..60 => with_other_element(&old, random),
            60..85 => with_other_size(&old, random),
            _ => random.one_of(&TYPES).to_owned(),
        };
        let all = random.chance(30);
        let types = op.operands.iter_mut().chain(&mut op.results).enumerate();
        for (index, ty) in types {
            if index == chosen || all && *ty == old {
                ty.clone_from(&new);
            }
        }
    }
}

const ELEMENTS: [&str; 10] = [
    "f32",
    "f64",
    "bf16",
    "i1",
    "i8",
    "i32",
    "i64",
    "index",
    "si32",
    "complex<f32>",
];
/// The last one stands for no dimension.
const SIZES: [&str; 8] = ["0", "1", "2", "3", "?", "4 x 2", "[4]", "~"];
const TYPES: [&str; 14] = [
    "i32",
    "f32",
    "index",
    "i0",
    "vector<4xf32>",
    "vector<f32>",
    "vector<[4]xf32>",
    "memref<?xf32>",
    "memref<*xf32>",
    "tensor<?xf32>",
    "tensor<*xf32>",
    "tuple<i32>",
    "!async.token",
    "!async.value<f32>",
];
const VALUES: [&str; 11] = [
    "0 : i64",
    "1 : i32",
    "-1 : i64",
    "1.0 : f32",
    "true",
    "unit",
    "\"x\"",
    "[]",
    "array<i64: 0>",
    "dense<1> : tensor<2xi64>",
    "affine_map<(d0) -> (d0)>",
];

/// Puts one of `others` where one of the words of a type or attribute stands that `is_wanted`.
fn replaced(text: &str, is_wanted: impl Fn(&str) -> bool, others: &[&str], random: &mut Random) -> String {
    let mut words: Vec<&str> = Vec::new();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '?' || c == '-';
    for piece in text.split_inclusive(|c: char| !is_part(c)) {
        let end = piece.trim_end_matches(|c: char| !is_part(c)).len();
        words.extend([&piece[..end], &piece[end..]]);
    }
    let places: Vec<usize> = (0..words.len()).filter(|&index| is_wanted(words[index])).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let place = random.one_of(&places);
    let other = random.one_of(others);
    words[place] = other;
    words.concat()
}

fn with_other_element(ty: &str, random: &mut Random) -> String {
    let is_element = |word: &str| {
        let rest = word
            .strip_prefix("bf")
            .or(word.strip_prefix(['f', 'i']))
            .unwrap_or_default();
        word == "index" || !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit())
    };
    joined(&replaced(&apart(ty), is_element, &ELEMENTS, random))
}

fn with_other_size(ty: &str, random: &mut Random) -> String {
    let is_size = |word: &str| word == "?" || !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    joined(&replaced(&apart(ty), is_size, &SIZES, random).replace("~ x ", ""))
}

/// `4x?xf32` as `4 x ? x f32`, so that sizes and elements are words.
fn apart(ty: &str) -> String {
    let chars: Vec<char> = ty.chars().collect();
    let is_sign = |index: usize| {
        let before = index.checked_sub(1).and_then(|index| chars.get(index));
        chars[index] == 'x' && before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '?' | ']' | '*'))
    };
    let part = |index: usize| {
        if is_sign(index) {
            " x ".to_owned()
        } else {
            chars[index].to_string()
        }
    };
    (0..chars.len()).map(part).collect()
}

fn joined(text: &str) -> String {
    text.replace(" x ", "x")
}

fn change_property(op: &mut Op, random: &mut Random) {
    if op.properties.is_empty() {
        return;
    }
    let chosen = random.below(op.properties.len());
    if random.chance(15) {
        op.properties.remove(chosen);
        return;
    }
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    let value = &mut op.properties[chosen].1;
    *value = match random.below(100) {
        0..60 => replaced(value, is_number, &["0", "1", "-1", "2", "3", "7", "100"], random),
        60..75 => replaced(value, |word| ELEMENTS.contains(&word), &ELEMENTS[..8], random),
        _ => random.one_of(&VALUES).to_owned(),
    };
}

impl Op {
    fn of(op: OpRef<'_>) -> Option<Self> {
        let (ctx, data) = (op.ctx, op.data());
        let is_alone = data.def().is_some()
            && data.num_successors() == 0
            && data.body().is_none()
            && op.body.op_regions(op.op).is_empty();
        let types = |types: &[Type]| types.iter().map(|&ty| print_type(ctx, ty)).collect::<Vec<_>>();
        let properties = data.properties().as_dict(ctx).unwrap_or_default().iter();
        let made = Self {
            name: data.name().as_str(ctx).to_owned(),
            operands: types(&op.operand_types()),
            results: types(&op.result_types()),
            properties: properties
                .map(|&(name, value)| (ctx.str(name).to_owned(), print_attribute(ctx, value)))
                .collect(),
        };
        (is_alone && made.is_comparable()).then_some(made)
    }

    /// Symbols are not there. Memory of pointers is refused by `mlir-opt` where nothing else needs the dialect of the
    /// pointers.
    fn is_comparable(&self) -> bool {
        let types = || self.operands.iter().chain(&self.results);
        let is_plain = |text: &str| !text.contains('@') && !text.contains("distinct");
        types().all(|ty| is_plain(ty) && !(ty.contains("memref") && ty.contains("llvm")))
            && self.properties.iter().all(|(_, value)| is_plain(value))
            && !self.name.starts_with(UNLIKE_MLIR)
    }

    fn program(&self) -> String {
        let parameters: Vec<String> = (0..)
            .zip(&self.operands)
            .map(|(n, ty): (u32, _)| format!("%a{n}: {ty}"))
            .collect();
        let names: Vec<String> = (0..self.operands.len()).map(|n| format!("%a{n}")).collect();
        let (types, results) = (self.operands.join(", "), self.results.join(", "));
        let properties: Vec<String> = self
            .properties
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let mut text = String::new();
        let _ = writeln!(
            text,
            "\"func.func\"() <{{function_type = ({types}) -> (), sym_name = \"f\"}}> ({{"
        );
        let _ = writeln!(text, "^bb0({}):", parameters.join(", "));
        if !self.results.is_empty() {
            let _ = write!(text, "%r:{} = ", self.results.len());
        }
        let _ = write!(text, "\"{}\"({})", self.name, names.join(", "));
        if !properties.is_empty() {
            let _ = write!(text, " <{{{}}}>", properties.join(", "));
        }
        let _ = writeln!(
            text,
            " : ({types}) -> ({results})\n\"func.return\"() : () -> ()\n}}) : () -> ()"
        );
        text
    }
}

/// MLIR takes types in ops of this dialect that LLVM does not have, such as vectors of `index`.
const UNLIKE_MLIR: &str = "llvm.";

/// How the comments of programs begin whose ops MLIR does not have.
const EXTENSIONS: &str = "// MLIR refuses these ops";

fn golden_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dialects/tests/golden");
    let entries = std::fs::read_dir(folder).expect("golden programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".mlir") && !name.contains("invalid")
    });
    files.sort();
    files
}

fn ops_of_file(path: &Path) -> Vec<Op> {
    let text = std::fs::read_to_string(path).expect("a golden program");
    if text.lines().any(|line| line.starts_with(EXTENSIONS)) {
        return Vec::new();
    }
    let source = asyncir::text::Source::new("golden", &text);
    let mut ops = Vec::new();
    for part in asyncir::text::split_input(&source, "// -----").parts {
        let mut ctx = asyncir::context();
        ctx.allow_unregistered = true;
        if let Ok(parsed) = asyncir::text::parse_source(&ctx, &part) {
            ops_of_body(&ctx, parsed.op.body(), &mut ops);
        }
    }
    ops
}

fn ops_of_body(ctx: &Context, body: Option<&Body>, ops: &mut Vec<Op>) {
    let Some(body) = body else { return };
    for op in body.walk_all(WalkOrder::Pre) {
        ops.extend(Op::of(body.op_ref(ctx, op)));
        ops_of_body(ctx, body.op(op).body(), ops);
    }
}

/// What one takes and the other refuses; nothing where `mlir-opt` crashes.
pub fn compare(ops: &Ops, seed: u64) -> Option<String> {
    let text = ops.program(seed);
    let output = finish(&mut Command::new(MLIR_OPT), &text)?;
    let theirs = match output.status.code() {
        Some(0) => true,
        Some(1) => false,
        _ => return None,
    };
    let ctx = asyncir::context();
    let ours = asyncir::parse(&ctx, &asyncir::Source::new("wrong", text.clone()));
    let errors = String::from_utf8_lossy(&output.stderr);
    let their_error = errors.lines().next().unwrap_or_default();
    match (theirs, ours) {
        (true, Err(error)) => Some(format!("refused: {error}\n{text}")),
        (false, Ok(_)) => Some(format!("taken, where mlir-opt says: {their_error}\n{text}")),
        _ => None,
    }
}
