//! Parallel loops become calls of the runtime, with what the loop needs in a struct on the stack, and a function that
//! takes it apart.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::r#async::RuntimeParallelForOp;
use asyncir_dialects::r#async::types::is_token;
use asyncir_dialects::{arith, func};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{ConversionPatterns, Rewriter, SymbolEdit, TypeConverter};
use asyncir_ir::symbols::lookup_symbol;
use asyncir_ir::{Body, Context, Fallible, InsertPoint, Location, OpId, Type, ValueId};

use super::api;
use super::types::Converters;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::types;
use crate::runtime_functions;

pub(super) fn add_patterns(patterns: &mut ConversionPatterns, converters: &Converters) {
    let (runtime, llvm) = (converters.runtime.clone(), converters.llvm.clone());
    patterns.add(RuntimeParallelForOp::DEF, &converters.llvm, move |rw, op, operands| {
        convert(rw, op, operands, &runtime, &llvm)
    });
}

/// The function that the runtime calls with a range, and what it calls.
#[derive(Clone)]
struct Unpacker {
    name: String,
    callee: String,
    location: Location,
    /// What the context holds.
    context: Type,
    fields: Vec<Field>,
}

#[derive(Clone, Copy)]
struct Field {
    /// In the context.
    stored: Type,
    /// As the callee takes it.
    passed: Type,
    /// Whether each call takes a reference.
    is_counted: bool,
}

fn convert(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    runtime: &TypeConverter,
    llvm: &TypeConverter,
) -> Option<()> {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let view = RuntimeParallelForOp(rw.body.op_ref(ctx, op));
    let unpacker = unpacker_for(view, runtime, llvm)?;
    let (grain, workers) = (view.grain()?, view.workers()?);
    let function = match view.0.result_types().first() {
        Some(&ty) if is_token(ctx, ty) => runtime_functions::PARALLEL_FOR_TOKEN,
        _ => runtime_functions::PARALLEL_FOR,
    };
    let context = make_context(rw, &unpacker, &operands[2..]);
    let address = unpacker_address(rw, &unpacker);
    let number = |rw: &mut Rewriter<'_>, value| constant(rw, location, value);
    let (grain, workers) = (number(rw, grain), number(rw, workers));
    api::declare_extension(rw, function);
    let inputs = [address, context, operands[0], operands[1], grain, workers];
    let result = if function == runtime_functions::PARALLEL_FOR {
        Type::I64
    } else {
        types::ptr(ctx)
    };
    let callee = ctx.symbol_attr(function);
    let call = rw.insert(func::build::call(ctx, location, callee, &inputs, &[result]));
    let has_result = rw.body.op(op).num_results() > 0;
    let results: Vec<ValueId> = rw.body.results(call).filter(|_| has_result).collect();
    if has_result {
        rw.replace(op, &results);
    } else {
        rw.erase(op);
    }
    rw.edit_symbols(move |edit| add_unpacker(edit, &unpacker));
    Some(())
}

/// The unpacker that the loop needs: what its callee takes is what the context holds.
fn unpacker_for(view: RuntimeParallelForOp<'_>, runtime: &TypeConverter, llvm: &TypeConverter) -> Option<Unpacker> {
    let (ctx, body) = (view.0.ctx, view.0.body);
    let callee = ctx.str(view.callee()?.as_flat_symbol(ctx)?).to_owned();
    let mut fields = Vec::new();
    for &value in &view.args() {
        let ty = body.value_type(value);
        let passed = runtime.convert_type(ctx, ty)?;
        fields.push(Field {
            stored: llvm.convert_type(ctx, ty)?,
            passed,
            is_counted: passed != ty,
        });
    }
    let stored: Vec<Type> = fields.iter().map(|field| field.stored).collect();
    Some(Unpacker {
        name: format!("{callee}_range"),
        callee,
        location: view.0.location(),
        context: types::literal_struct_of(ctx, &stored, false),
        fields,
    })
}

/// Stores what the loop needs on the stack of the function, in memory that is taken once.
fn make_context(rw: &mut Rewriter<'_>, unpacker: &Unpacker, values: &[ValueId]) -> ValueId {
    let location = unpacker.location;
    let cursor = rw.point();
    if let Some(entry) = rw.body.entry() {
        rw.set_start(entry);
    }
    let ptr = types::ptr(rw.ctx);
    let one = rw.ctx.i64_attr(1);
    let one = ops::constant(rw, location, Type::I64, one);
    let context = ops::alloca(rw, location, ptr, unpacker.context, one, None);
    rw.set_point(cursor);
    for (index, &value) in values.iter().enumerate() {
        let field = field_address(rw, unpacker, context, index);
        ops::store(rw, location, value, field, None);
    }
    context
}

fn field_address(rw: &mut Rewriter<'_>, unpacker: &Unpacker, context: ValueId, index: usize) -> ValueId {
    // More fields than that do not fit into memory.
    let path = [GepIndex::Constant(0), GepIndex::Constant(index as i32)];
    let ptr = types::ptr(rw.ctx);
    ops::gep(rw, unpacker.location, ptr, unpacker.context, context, &path, None)
}

fn unpacker_type(ctx: &Context) -> Type {
    ctx.function_type(&[types::ptr(ctx), Type::I64, Type::I64], &[Type::I64])
}

fn unpacker_address(rw: &mut Rewriter<'_>, unpacker: &Unpacker) -> ValueId {
    let (ctx, location) = (rw.ctx, unpacker.location);
    let name = ctx.symbol_attr(&unpacker.name);
    let constant = func::ConstantOp::build(ctx, location, name, &[unpacker_type(ctx)]);
    let constant = rw.insert_value(constant);
    ops::unrealized_cast(rw, location, types::ptr(ctx), &[constant])
}

/// Adds the function at the end of the module unless it is there.
fn add_unpacker(edit: SymbolEdit<'_>, unpacker: &Unpacker) -> Fallible {
    let SymbolEdit { ctx, table, .. } = edit;
    if lookup_symbol(ctx, table, ctx.ident(&unpacker.name)).is_some() {
        return Ok(());
    }
    let callee = lookup_symbol(ctx, table, ctx.ident(&unpacker.callee));
    let gives_failure = callee.is_some_and(|callee| {
        let ty = table.op(callee).property(ctx, "function_type");
        let ty = ty.and_then(|ty| ty.as_type(ctx)).and_then(|ty| ty.function(ctx));
        ty.is_some_and(|(_, results)| !results.is_empty())
    });
    let location = unpacker.location;
    let mut body = Body::new();
    let region = body.add_root_region();
    let entry = body.append_block(region);
    let inputs = [types::ptr(ctx), Type::I64, Type::I64];
    let arguments: Vec<ValueId> = inputs
        .iter()
        .map(|&ty| body.add_block_arg(entry, ty, location))
        .collect();
    let mut rw = Rewriter::new(ctx, &mut body);
    rw.set_end(entry);
    unpack(&mut rw, unpacker, &arguments, gives_failure);
    let (name, private) = (ctx.str_attr(&unpacker.name), ctx.str_attr("private"));
    let ty = ctx.type_attr(unpacker_type(ctx));
    let mut state = func::FuncOp::build(ctx, location, name, ty, Some(private), None, None, None, &[]);
    state.body = Some(Box::new(body));
    let op = table.create_op(state);
    if let Some(block) = table.entry() {
        table.insert_op(op, InsertPoint::End(block));
    }
    Ok(())
}

/// Calls the function of the loop with what the context holds.
fn unpack(rw: &mut Rewriter<'_>, unpacker: &Unpacker, arguments: &[ValueId], gives_failure: bool) {
    let (ctx, location) = (rw.ctx, unpacker.location);
    let index =
        |rw: &mut Rewriter<'_>, value| rw.insert_value(arith::IndexCastOp::build(ctx, location, value, &[Type::INDEX]));
    let mut operands = vec![index(rw, arguments[1]), index(rw, arguments[2])];
    for (number, field) in unpacker.fields.iter().enumerate() {
        let address = field_address(rw, unpacker, arguments[0], number);
        let value = ops::load(rw, location, field.stored, address, None);
        if field.is_counted {
            let one = ctx.i64_attr(1);
            let one = constant(rw, location, one);
            call(rw, location, runtime_functions::ADD_REF, &[value, one], &[]);
        }
        let value = if field.stored == field.passed {
            value
        } else {
            ops::unrealized_cast(rw, location, field.passed, &[value])
        };
        operands.push(value);
    }
    let results: &[Type] = if gives_failure { &[Type::I64] } else { &[] };
    let called = call(rw, location, &unpacker.callee, &operands, results);
    let failure = rw.body.results(called).next();
    let failure = failure.unwrap_or_else(|| {
        let zero = ctx.i64_attr(0);
        constant(rw, location, zero)
    });
    rw.insert(func::ReturnOp::build(ctx, location, &[failure], &[]));
}

fn call(rw: &mut Rewriter<'_>, location: Location, callee: &str, operands: &[ValueId], results: &[Type]) -> OpId {
    let callee = rw.ctx.symbol_attr(callee);
    rw.insert(func::build::call(rw.ctx, location, callee, operands, results))
}
