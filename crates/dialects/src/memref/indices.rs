//! Lists of numbers and operands, `[0, %i]`: offsets, sizes and strides.

use asyncir_ir::asm::{OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::DirectiveArgs;
use asyncir_ir::{Body, Context, DYNAMIC, Fallible, OpId, OpRef, ValueId};

use crate::matchers;

/// A number or an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mixed {
    /// A number.
    Static(i64),
    /// An operand.
    Value(ValueId),
}

impl Mixed {
    /// The number; [`DYNAMIC`] for an operand.
    pub fn or_dynamic(self) -> i64 {
        match self {
            Mixed::Static(number) => number,
            Mixed::Value(_) => DYNAMIC,
        }
    }

    /// The same with an operand that is constant as a number.
    pub fn folded(self, ctx: &Context, body: &Body) -> Mixed {
        match self {
            Mixed::Value(value) => matchers::constant_int(ctx, body, value).map_or(self, Mixed::Static),
            Mixed::Static(_) => self,
        }
    }
}

/// The list of the slots `dynamic` and `static_name` of an op.
pub fn mixed(op: OpRef<'_>, dynamic: &str, static_name: &str) -> Vec<Mixed> {
    let Some(def) = op.data().def() else { return Vec::new() };
    let range = def.operand_slot(dynamic).map(|slot| def.operand_range(op, slot)).unwrap_or_default();
    let mut values = range.map(|index| op.operand(index));
    let numbers = op.property(static_name).and_then(|attr| attr.as_dense_ints(op.ctx)).unwrap_or_default();
    let entry = |number: i64| match number {
        DYNAMIC => values.next().map_or(Mixed::Static(DYNAMIC), Mixed::Value),
        number => Mixed::Static(number),
    };
    numbers.into_iter().map(entry).collect()
}

/// Offsets, sizes and strides of an op that has them.
pub struct Slice {
    /// Offsets.
    pub offsets: Vec<Mixed>,
    /// Sizes.
    pub sizes: Vec<Mixed>,
    /// Strides.
    pub strides: Vec<Mixed>,
}

impl Slice {
    /// Of an op.
    pub fn of(op: OpRef<'_>) -> Self {
        Self {
            offsets: mixed(op, "offsets", "static_offsets"),
            sizes: mixed(op, "sizes", "static_sizes"),
            strides: mixed(op, "strides", "static_strides"),
        }
    }

    /// With operands that are constant as numbers.
    pub fn folded(&self, ctx: &Context, body: &Body) -> Self {
        let fold = |list: &[Mixed]| list.iter().map(|entry| entry.folded(ctx, body)).collect();
        Self { offsets: fold(&self.offsets), sizes: fold(&self.sizes), strides: fold(&self.strides) }
    }

    /// Writes the lists into an op whose first operand is the source.
    pub fn store(&self, ctx: &Context, body: &mut Body, op: OpId) {
        let source = body.operand(op, 0);
        let mut operands = vec![source];
        let mut sizes = vec![1];
        let lists = [("static_offsets", &self.offsets), ("static_sizes", &self.sizes), ("static_strides", &self.strides)];
        for (name, list) in lists {
            let values = list.iter().filter_map(|entry| match entry {
                Mixed::Value(value) => Some(*value),
                Mixed::Static(_) => None,
            });
            let before = operands.len();
            operands.extend(values);
            sizes.push((operands.len() - before) as i32);
            let numbers: Vec<i64> = list.iter().map(|entry| entry.or_dynamic()).collect();
            let attr = ctx.dense_i64_array(&numbers);
            body.op_mut(op).set_property(ctx, name, Some(attr));
        }
        body.set_operands(op, &operands);
        let sizes = ctx.dense_i32_array(&sizes);
        body.op_mut(op).set_property(ctx, "operandSegmentSizes", Some(sizes));
    }
}

fn parse(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>, dynamic: &'static str, fixed: &str) -> Fallible {
    let (mut numbers, mut operands): (Vec<i64>, Vec<UnresolvedOperand>) = (Vec::new(), Vec::new());
    p.punct("[")?;
    if !p.optional_punct("]") {
        loop {
            if let Some(operand) = p.optional_operand()? {
                operands.push(operand);
                numbers.push(DYNAMIC);
            } else {
                let at = p.position();
                let Some(number) = p.optional_integer()? else {
                    return Err(p.error(at, "expected SSA value or integer"));
                };
                numbers.push(number as i64);
            }
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct("]")?;
    }
    args.operands.push((dynamic, operands));
    let numbers = p.ctx().dense_i64_array(&numbers);
    args.state.properties = p.ctx().dict_with(args.state.properties, fixed, Some(numbers));
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, dynamic: &str, fixed: &str) {
    p.text("[");
    for (index, entry) in mixed(op, dynamic, fixed).into_iter().enumerate() {
        p.text(if index > 0 { ", " } else { "" });
        match entry {
            Mixed::Static(number) => p.text(&number.to_string()),
            Mixed::Value(value) => p.operand(value),
        }
    }
    p.text("]");
}

macro_rules! lists {
    ($($parse:ident $print:ident $dynamic:literal $fixed:literal;)*) => {$(
        #[doc = concat!("Reads `", $dynamic, "`.")]
        pub fn $parse(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
            parse(p, args, $dynamic, $fixed)
        }
        #[doc = concat!("Writes `", $dynamic, "`.")]
        pub fn $print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
            print(p, op, $dynamic, $fixed);
        }
    )*};
}

lists! {
    parse_offsets print_offsets "offsets" "static_offsets";
    parse_sizes print_sizes "sizes" "static_sizes";
    parse_strides print_strides "strides" "static_strides";
    parse_output_shape print_output_shape "output_shape" "static_output_shape";
}
