//! Building modules of the llvm dialect by hand. Types and attributes are looked at by name only, so that these tests
//! need no dialect.

use asyncir_codegen::llvm::Llvm;
use asyncir_codegen::translate::{TranslateOptions, translate_parts};
use asyncir_ir::def::{AttrDef, ParamFormat, TypeDef};
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Diagnostics, InsertPoint, Location, NamedAttribute, OpRef, OperationState, Type,
    ValueId,
};

/// A definition that is nothing but a name.
macro_rules! definition {
    ($kind:ident, $name:literal $(, $field:ident: $value:expr)?) => {
        $kind {
            name: $name,
            summary: "",
            description: "",
            params: &[],
            format: ParamFormat::None,
            verify: None,
            $($field: $value,)?
        }
    };
}

static PTR: TypeDef = definition!(TypeDef, "llvm.ptr", unreadable: None);
static VOID: TypeDef = definition!(TypeDef, "llvm.void", unreadable: None);
static TOKEN: TypeDef = definition!(TypeDef, "llvm.token", unreadable: None);
static ARRAY: TypeDef = definition!(TypeDef, "llvm.array", unreadable: None);
static STRUCT: TypeDef = definition!(TypeDef, "llvm.struct", unreadable: None);
static FUNC: TypeDef = definition!(TypeDef, "llvm.func", unreadable: None);
static LINKAGE: AttrDef = definition!(AttrDef, "llvm.linkage", cases: None);
static FASTMATH: AttrDef = definition!(AttrDef, "llvm.fastmath", cases: None);

pub(crate) fn ptr(ctx: &Context) -> Type {
    ctx.dialect_type(&PTR, &[ctx.i32_attr(0)])
}

pub(crate) fn token(ctx: &Context) -> Type {
    ctx.dialect_type(&TOKEN, &[])
}

pub(crate) fn array(ctx: &Context, size: i64, element: Type) -> Type {
    ctx.dialect_type(&ARRAY, &[ctx.i64_attr(size), ctx.type_attr(element)])
}

/// A struct; one with a name is written by it.
pub(crate) fn structure(ctx: &Context, name: Option<&str>, fields: &[Type]) -> Type {
    let name = name.map_or(Attribute::UNIT, |name| ctx.str_attr(name));
    ctx.dialect_type(&STRUCT, &[name, Attribute::FALSE, types(ctx, fields)])
}

fn types(ctx: &Context, types: &[Type]) -> Attribute {
    ctx.array_attr(&types.iter().map(|&ty| ctx.type_attr(ty)).collect::<Vec<_>>())
}

/// `#llvm.fastmath<...>`
pub(crate) fn fastmath(ctx: &Context, bits: i32) -> Attribute {
    ctx.dialect_attr(&FASTMATH, &[ctx.i32_attr(bits)])
}

/// `#llvm.linkage<...>`
pub(crate) fn linkage(ctx: &Context, number: i32) -> Attribute {
    ctx.dialect_attr(&LINKAGE, &[ctx.i32_attr(number)])
}

/// A module in the making.
pub(crate) struct ModuleBuilder<'c> {
    pub(crate) ctx: &'c Context,
    body: Body,
    block: BlockId,
}

impl<'c> ModuleBuilder<'c> {
    pub(crate) fn new(ctx: &'c Context) -> Self {
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        Self { ctx, body, block }
    }

    /// Adds an op with a region of its own, which `fill` gets with its entry block.
    pub(crate) fn op(&mut self, name: &str, properties: &[(&str, Attribute)], own: Option<Body>) {
        let ctx = self.ctx;
        let mut state = OperationState::new(ctx.op_name(name), Location::UNKNOWN);
        state.properties = dictionary(ctx, properties);
        state.body = own.map(Box::new);
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(self.block));
    }

    /// Adds a function; `fill` writes its body. `more` are further properties.
    pub(crate) fn function(
        &mut self,
        name: &str,
        parameters: &[Type],
        result: Option<Type>,
        more: &[(&str, Attribute)],
        fill: impl FnOnce(&mut FunctionBuilder<'c>),
    ) {
        let ctx = self.ctx;
        let mut builder = FunctionBuilder::new(ctx, parameters);
        fill(&mut builder);
        let body = builder.body;
        let properties = [&function_properties(ctx, name, parameters, result)[..], more].concat();
        self.op("llvm.func", &properties, Some(body));
    }

    /// Adds a declaration.
    pub(crate) fn declare(&mut self, name: &str, parameters: &[Type], result: Option<Type>) {
        let mut body = Body::new();
        body.add_root_region();
        let properties = function_properties(self.ctx, name, parameters, result);
        self.op("llvm.func", &properties, Some(body));
    }

    /// Adds a global whose value is an attribute.
    pub(crate) fn global(&mut self, name: &str, ty: Type, value: Attribute) {
        let mut body = Body::new();
        body.add_root_region();
        let ctx = self.ctx;
        let properties = [
            ("sym_name", ctx.str_attr(name)),
            ("global_type", ctx.type_attr(ty)),
            ("value", value),
        ];
        self.op("llvm.mlir.global", &properties, Some(body));
    }

    /// Adds a global whose value `fill` computes.
    pub(crate) fn global_with(&mut self, name: &str, ty: Type, fill: impl FnOnce(&mut FunctionBuilder<'c>)) {
        let ctx = self.ctx;
        let mut builder = FunctionBuilder::new(ctx, &[]);
        fill(&mut builder);
        let properties = [("sym_name", ctx.str_attr(name)), ("global_type", ctx.type_attr(ty))];
        self.op("llvm.mlir.global", &properties, Some(builder.body));
    }

    /// The module as LLVM IR text, or what is wrong with it.
    pub(crate) fn translate(self) -> Result<String, Diagnostics> {
        self.translate_with(TranslateOptions::default())
    }

    /// The same for the LLVM at hand.
    pub(crate) fn translate_to_run(self) -> String {
        let llvm_major = Llvm::get().expect("libLLVM").version().major;
        let options = TranslateOptions {
            llvm_major,
            ..TranslateOptions::default()
        };
        self.translate_with(options).unwrap()
    }

    /// The same for a version of LLVM.
    pub(crate) fn translate_with(self, options: TranslateOptions<'_>) -> Result<String, Diagnostics> {
        let mut holder = Body::new();
        let mut state = OperationState::new(self.ctx.op_name("builtin.module"), Location::UNKNOWN);
        state.body = Some(Box::new(self.body));
        let op = holder.create_op(state);
        let ctx = self.ctx;
        let body = &holder;
        translate_parts(OpRef { ctx, body, op }, options).map(|text| text.to_text())
    }

    /// The same without what stands in every module.
    #[track_caller]
    pub(crate) fn text(self) -> String {
        let text = self.translate().unwrap_or_else(|errors| panic!("{errors:?}"));
        let text = text.strip_prefix("; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n\n");
        let text = text
            .and_then(|text| text.split_once("\n!llvm.module.flags"))
            .map(|(text, _)| text);
        text.expect("every module has a header and flags").to_owned()
    }
}

fn function_properties(
    ctx: &Context,
    name: &str,
    parameters: &[Type],
    result: Option<Type>,
) -> [(&'static str, Attribute); 2] {
    let result = result.unwrap_or_else(|| ctx.dialect_type(&VOID, &[]));
    let params = [ctx.type_attr(result), types(ctx, parameters), Attribute::FALSE];
    let ty = ctx.dialect_type(&FUNC, &params);
    [("sym_name", ctx.str_attr(name)), ("function_type", ctx.type_attr(ty))]
}

fn dictionary(ctx: &Context, entries: &[(&str, Attribute)]) -> Attribute {
    let entries: Vec<NamedAttribute> = entries.iter().map(|&(name, value)| (ctx.ident(name), value)).collect();
    ctx.dict_attr(&entries)
}

/// The body of a function in the making; ops go to the end of the current block.
pub(crate) struct FunctionBuilder<'c> {
    pub(crate) ctx: &'c Context,
    body: Body,
    block: BlockId,
}

impl<'c> FunctionBuilder<'c> {
    fn new(ctx: &'c Context, parameters: &[Type]) -> Self {
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        for &ty in parameters {
            body.add_block_arg(block, ty, Location::UNKNOWN);
        }
        Self { ctx, body, block }
    }

    /// The argument of the function's first block.
    pub(crate) fn argument(&self, index: usize) -> ValueId {
        let entry = self.body.entry().expect("a builder has an entry block");
        self.body.block_arg(entry, index)
    }

    /// A new block behind the others, with arguments.
    pub(crate) fn new_block(&mut self, arguments: &[Type]) -> (BlockId, Vec<ValueId>) {
        let region = self.body.root().expect("a builder has a region");
        let block = self.body.append_block(region);
        let add = |&ty: &Type| self.body.add_block_arg(block, ty, Location::UNKNOWN);
        (block, arguments.iter().map(add).collect())
    }

    pub(crate) fn go_to(&mut self, block: BlockId) {
        self.block = block;
    }

    /// Adds an op; its first result if it has one.
    pub(crate) fn op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Option<Type>,
        properties: &[(&str, Attribute)],
    ) -> Option<ValueId> {
        self.branch(name, operands, &[], result, properties)
    }

    /// Adds an op with a result.
    pub(crate) fn value(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Type,
        properties: &[(&str, Attribute)],
    ) -> ValueId {
        self.op(name, operands, Some(result), properties)
            .expect("the op has a result")
    }

    /// Adds an op with successors.
    pub(crate) fn branch(
        &mut self,
        name: &str,
        operands: &[ValueId],
        successors: &[BlockId],
        result: Option<Type>,
        properties: &[(&str, Attribute)],
    ) -> Option<ValueId> {
        let file = self.ctx.ident("test.mlir");
        let location = Location::file_line_col(self.ctx, file, 1, 1);
        let mut state = OperationState::new(self.ctx.op_name(name), location)
            .operands(operands)
            .successors(successors);
        state.results.extend(result);
        state.properties = dictionary(self.ctx, properties);
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(self.block));
        result.map(|_| self.body.result(op, 0))
    }

    /// `llvm.mlir.constant` of an integer type.
    pub(crate) fn constant(&mut self, ty: Type, value: i128) -> ValueId {
        let value = self.ctx.int_attr(ty, value);
        self.value("llvm.mlir.constant", &[], ty, &[("value", value)])
    }

    pub(crate) fn ret(&mut self, values: &[ValueId]) {
        self.op("llvm.return", values, None, &[]);
    }
}
