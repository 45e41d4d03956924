//! A dialect for tests, with one op for each feature of definitions.

use asyncir_ir::asm::{AsmParser, AsmPrinter, Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{
    AttrConstraint, AttrDef, AttrForm, Dialect, DirectiveArgs, EnumCase, EnumDef, NameSink, ParamFormat,
    TypeConstraint, TypeDef,
};
use asyncir_ir::{Attribute, Fallible, OpRef, OperationState, RegionId, Type};

static ANY: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
static INDEX: TypeConstraint = TypeConstraint::new("index", |_, ty| ty.is_index()).buildable(|_| Type::INDEX);
static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);
static I64_ATTR: AttrConstraint =
    AttrConstraint::new("64-bit integer", |_, _| true).form(AttrForm::Typed(|_| Type::I64));
static SYMBOL: AttrConstraint = AttrConstraint::new("symbol name", |_, _| true).form(AttrForm::SymbolName);
static STRING: AttrConstraint =
    AttrConstraint::new("string", |ctx, attr| attr.as_str(ctx).is_some()).form(AttrForm::Typed(|_| Type::NONE));
static UNIT: AttrConstraint = AttrConstraint::new("unit", |_, _| true).form(AttrForm::Unit);
static KIND: AttrConstraint = AttrConstraint::new("kind", |_, _| true).form(AttrForm::Enum(&KINDS));
static BOX_ATTR: AttrConstraint = AttrConstraint::new("box", |_, _| true).form(AttrForm::Dialect(&BOX));

static KINDS: EnumDef = EnumDef {
    name: "Kind",
    cases: &[
        EnumCase {
            keyword: "red",
            value: 0,
        },
        EnumCase {
            keyword: "green",
            value: 1,
        },
    ],
    width: 32,
    bits: false,
    words: None,
};

static BOX: AttrDef = AttrDef {
    name: "test.box",
    summary: "box",
    description: "",
    params: &[("value", "attribute")],
    cases: None,
    format: ParamFormat::Custom(parse_box, print_box),
    verify: None,
};

static LIST: TypeDef = TypeDef {
    name: "test.list",
    summary: "list",
    description: "",
    params: &[("elements", "types")],
    format: ParamFormat::Custom(parse_list, print_list),
    verify: None,
    unreadable: None,
};

fn parse_box(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let value = parser.attribute(None)?;
    parser.punct(">")?;
    Ok(vec![value])
}

fn print_box(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    printer.text("<");
    params.iter().for_each(|&param| printer.attribute(param));
    printer.text(">");
}

fn parse_list(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let mut types = Vec::new();
    parser.comma_separated(Delimiter::Less, &mut |parser| {
        let ty = parser.ty()?;
        types.push(parser.ctx().type_attr(ty));
        Ok(())
    })?;
    Ok(types)
}

fn print_list(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let types: Vec<Type> = params.iter().filter_map(|param| param.as_type(printer.ctx())).collect();
    printer.text("<");
    printer.types(&types);
    printer.text(">");
}

fn names_of_pair(op: OpRef<'_>, name: NameSink<'_>) {
    name(op.result(0), "first");
    name(op.result(1), "rest");
}

fn name_of_constant(op: OpRef<'_>, name: NameSink<'_>) {
    name(op.result(0), "cst");
}

fn argument_names(op: OpRef<'_>, region: RegionId, name: NameSink<'_>) {
    let (body, _) = asyncir_ir::asm::regions_of(op.body, op.op);
    if let Some(block) = body.region(region).first() {
        body.block_args(block).for_each(|arg| name(arg, "in"));
    }
}

fn parse_scope(parser: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut arguments = Vec::new();
    if parser.optional_punct("(") && !parser.optional_punct(")") {
        arguments.push(parser.argument(true, true)?);
        while parser.optional_punct(",") {
            arguments.push(parser.argument(true, true)?);
        }
        parser.punct(")")?;
    }
    parser.attr_dict_with_keyword(state)?;
    parser.region(state, &arguments)
}

fn print_scope(printer: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (body, _) = asyncir_ir::asm::regions_of(op.body, op.op);
    printer.text("(");
    let args: Vec<_> = body
        .entry()
        .map(|entry| body.block_args(entry).collect())
        .unwrap_or_default();
    for (index, &arg) in args.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.argument(body, arg, Attribute::EMPTY_DICT, true);
    }
    printer.text(")");
    printer.attr_dict_with_keyword(op, &[]);
    printer.text(" ");
    printer.region(op, 0, false, true);
}

fn parse_swapped(parser: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let first = parser.operand()?;
    parser.punct("|")?;
    let second = parser.operand()?;
    for (name, operands) in args.operands.iter_mut() {
        operands.push(if *name == "a" { second } else { first });
    }
    Ok(())
}

fn print_swapped(printer: &mut dyn OpPrinter, op: OpRef<'_>) {
    printer.operand(op.operand(1));
    printer.text(" | ");
    printer.operand(op.operand(0));
}

asyncir_ir::ops! {
    /// Ops of the test dialect.
    pub const OPS;

    op AddOp "test.add" {
        summary "adds";
        operands { lhs: one ANY, rhs: one ANY }
        results { sum: one ANY }
        attributes { kind: default KIND = |ctx| ctx.i32_attr(0) }
        traits [SameOperandsAndResultType]
        format "$lhs `,` $rhs (`kind` `(` $kind^ `)`)? attr-dict `:` type($sum)";
    }

    op ConstantOp "test.constant" {
        summary "constant";
        results { value: one INDEX }
        attributes { number: required I64_ATTR, note: optional ANY_ATTR }
        format "$number (`note` $note^)? attr-dict";
        hooks { result_names: name_of_constant }
    }

    op PairOp "test.pair" {
        summary "three results in two groups";
        results { first: one INDEX, rest: variadic ANY }
        format "attr-dict `:` type($rest)";
        hooks { result_names: names_of_pair }
    }

    op CallOp "test.call" {
        summary "call";
        operands { arguments: variadic ANY }
        results { results: variadic ANY }
        attributes { callee: required ANY_ATTR }
        format "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)";
    }

    op ReturnOp "test.return" {
        summary "return";
        operands { values: variadic ANY }
        traits [Terminator]
        format "attr-dict ($values^ `:` type($values))?";
    }

    op YieldOp "test.yield" {
        summary "implicit terminator";
        traits [Terminator]
        format "attr-dict";
    }

    op BranchOp "test.br" {
        summary "branch";
        operands { values: variadic ANY }
        successors { dest: one }
        traits [Terminator]
        format "$dest (`(` $values^ `:` type($values) `)`)? attr-dict";
    }

    op SegmentsOp "test.segments" {
        summary "optional parts";
        operands { base: one INDEX, offset: optional INDEX, sizes: variadic INDEX }
        attributes { fast: optional UNIT, sym_visibility: optional STRING, sym_name: optional SYMBOL, tag: optional BOX_ATTR }
        traits [AttrSizedOperandSegments]
        format "($sym_visibility^)? ($sym_name^)? $base (`,` $offset^)? (`[` $sizes^ `]`)? (`fast` $fast^)? (`tag` `` $tag^)? attr-dict";
    }

    op LoopOp "test.loop" {
        summary "a region with an implicit terminator, and another that may be missing";
        regions { main: Sized(1), other: Any }
        traits [SingleBlock]
        terminator "test.yield";
        format "$main (`else` $other^)? attr-dict";
    }

    op ElseOp "test.else" {
        summary "a group with another one in its place";
        operands { value: optional INDEX }
        format "(`at` $value^) : (`nowhere`)? attr-dict";
    }

    op NoteOp "test.note" {
        summary "an operand that may be missing, with nothing in front of it";
        operands { value: optional INDEX }
        format "($value^)? attr-dict";
    }

    op NotesOp "test.notes" {
        summary "operands that may be missing, with nothing in front of them";
        operands { values: variadic INDEX }
        format "($values^)? attr-dict";
    }

    op ListOp "test.lists" {
        summary "clauses in any order";
        operands { a: optional INDEX, b: optional INDEX }
        traits [AttrSizedOperandSegments]
        format "oilist(`a` `(` $a `)` | `b` `(` $b `)`) attr-dict";
    }

    op SwappedOp "test.swapped" {
        summary "a directive of its own";
        operands { a: one INDEX, b: one INDEX }
        format "custom<Swapped>($a, $b) attr-dict";
        directives ["Swapped" => parse_swapped, print_swapped]
    }

    op ScopeOp "test.scope" {
        summary "isolated, with named arguments";
        regions { body: Any }
        traits [IsolatedFromAbove]
        custom parse_scope, print_scope;
        hooks { default_dialect: "test", argument_names: argument_names }
    }
}

asyncir_ir::ops! {
    /// The module.
    pub const BUILTIN_OPS;

    op ModuleOp "builtin.module" {
        summary "module";
        attributes { sym_name: optional SYMBOL }
        regions { bodyRegion: Sized(1) }
        traits [IsolatedFromAbove, SymbolTable, SingleBlock, NoTerminator, GraphRegion]
        format "($sym_name^)? attr-dict-with-keyword $bodyRegion";
        hooks { default_dialect: "builtin" }
    }
}

/// The test dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    name: "test",
    description: "",
    ops: OPS,
    types: &[&LIST],
    attrs: &[&BOX],
    materialize_constant: None,
    verify_attr: None,
    allows_unknown_ops: false,
};

/// What the tests need of the builtin dialect.
pub(crate) static BUILTIN: Dialect = Dialect {
    name: "builtin",
    description: "",
    ops: BUILTIN_OPS,
    types: &[],
    attrs: &[],
    materialize_constant: None,
    verify_attr: None,
    allows_unknown_ops: false,
};
