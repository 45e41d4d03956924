//! C headers of programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use asyncir_dialects::llvm;
use asyncir_dialects::llvm::attrs::VISIBILITIES;
use asyncir_dialects::llvm::func::linkage;
use asyncir_dialects::llvm::types::func_parts;
use asyncir_ir::def::OpView;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::symbols::{Visibility, symbol_name, visibility};
use asyncir_ir::{Attribute, Context, OpId, OpRef, Operation, OwnedOp, Type, TypeKind};
use asyncir_passes::conversion::llvm_common::functions::C_INTERFACE;

use crate::call::function_type;
use crate::small_integers::{extension, is_unsigned};

/// Makes lowering emit wrappers that C can call.
const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";
/// Where lines of comments are broken.
const COMMENT_WIDTH: usize = 100;

/// Requests a C interface for every public function that is defined in the program. Call it before lowering the program.
///
/// Lowering then makes a wrapper for each of these functions, whose name starts with `_mlir_ciface_`. A wrapper takes
/// memrefs as pointers to descriptors, and extends small integers as C's calling conventions require. [`c_header`] declares
/// the wrappers.
pub fn emit_c_interface(ctx: &Context, module: &mut OwnedOp) {
    for op in exported(ctx, module) {
        let Some(body) = module.body_mut() else { return };
        let data = body.op_mut(op);
        if !data.is(llvm::FuncOp::DEF) {
            data.set_attr(ctx, EMIT_C_INTERFACE, Some(Attribute::UNIT));
        }
        let result = function_type(ctx, body.op(op)).and_then(|(_, results)| match results[..] {
            [result] => Some(result),
            _ => None,
        });
        let Some(extension) = result.and_then(|result| extension(ctx, result)) else {
            continue;
        };
        extend_result(ctx, body.op_mut(op), extension);
    }
}

/// Adds the attribute that extends the only result of a function, unless it says itself how that is extended.
fn extend_result(ctx: &Context, function: &mut Operation, extension: &str) {
    let all = function
        .property(ctx, "res_attrs")
        .and_then(|attrs| attrs.as_array(ctx));
    let own = all
        .and_then(|attrs| attrs.first().copied())
        .unwrap_or(Attribute::EMPTY_DICT);
    let is_extended = ["llvm.zeroext", "llvm.signext"]
        .iter()
        .any(|name| own.get(ctx, name).is_some());
    if !is_extended {
        let attrs = ctx.dict_with(own, extension, Some(Attribute::UNIT));
        function.set_property(ctx, "res_attrs", Some(ctx.array_attr(&[attrs])));
    }
}

/// Writes a C header that declares the public functions of a program. The program must not be lowered yet.
///
/// Comments in the header call the program `name`. Functions with types that C does not have, such as vectors, are only
/// listed in comments.
#[must_use]
pub fn c_header(ctx: &Context, module: &OwnedOp, name: &str) -> String {
    let mut header = Header {
        ctx,
        definitions: BTreeMap::new(),
        functions: String::new(),
        uses_tokens: false,
        uses_unranked: false,
    };
    for op in exported(ctx, module) {
        if let Some(body) = module.body() {
            header.function(body.op(op));
        }
    }
    header.text(name)
}

/// The functions that are public and defined in the program.
fn exported(ctx: &Context, module: &OwnedOp) -> Vec<OpId> {
    let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
        return Vec::new();
    };
    let is_exported = |op: OpId| {
        let data = body.op(op);
        matches!(data.name().as_str(ctx), "func.func" | "async.func" | "llvm.func")
            && visibility(ctx, data) == Visibility::Public
            && data.body().is_some_and(|body| body.entry().is_some())
            && (!data.is(llvm::FuncOp::DEF) || is_seen(body.op_ref(ctx, op)))
    };
    body.block_ops(block).filter(|&op| is_exported(op)).collect()
}

/// Whether the linkage and the visibility of a function of the llvm dialect let others call it.
fn is_seen(function: OpRef<'_>) -> bool {
    let visibility = function
        .property("visibility_")
        .and_then(|attr| attr.as_i64(function.ctx));
    matches!(linkage(function), "external" | "weak" | "weak_odr")
        && VISIBILITIES.keyword(visibility.unwrap_or(0)) != Some("hidden")
}

/// Attributes of parameters that change how they are passed.
const PASSED_OTHERWISE: [&str; 7] = [
    "llvm.byval",
    "llvm.byref",
    "llvm.inalloca",
    "llvm.inreg",
    "llvm.nest",
    "llvm.preallocated",
    "llvm.sret",
];

/// Why C cannot call a function of the llvm dialect as its type says, if it cannot.
fn why_not_c(function: &Operation, ctx: &Context) -> Option<String> {
    let ty = function.property(ctx, "function_type")?.as_type(ctx)?;
    if func_parts(ctx, ty)?.var_arg {
        return Some("it takes any number of arguments".to_owned());
    }
    let convention = function.property(ctx, "CConv").map(|attr| ctx.show_attr(attr));
    if let Some(other) = convention.filter(|convention| convention != "#llvm.cconv<ccc>") {
        return Some(format!("its calling convention is {other}"));
    }
    let parameters = function
        .property(ctx, "arg_attrs")
        .and_then(|attrs| attrs.as_array(ctx));
    let mut passed = parameters
        .unwrap_or_default()
        .iter()
        .flat_map(|attrs| attrs.as_dict(ctx).unwrap_or_default());
    let otherwise = passed.find(|(name, _)| PASSED_OTHERWISE.contains(&ctx.str(*name)))?;
    Some(format!("a parameter has the attribute {}", ctx.str(otherwise.0)))
}

/// What a type is in C.
enum CType {
    /// A type that is passed as it is.
    Plain(String),
    /// A token, value or group.
    Handle(&'static str),
    /// A complex number, passed as its two parts.
    Complex(&'static str),
    /// A descriptor, passed through a pointer.
    Descriptor(String),
}

impl CType {
    fn name(self) -> String {
        match self {
            Self::Plain(name) | Self::Descriptor(name) => name,
            Self::Handle(name) | Self::Complex(name) => name.to_owned(),
        }
    }
}

struct Header<'c> {
    ctx: &'c Context,
    /// Definitions of the descriptors that functions use, and of their elements, by their names.
    definitions: BTreeMap<String, String>,
    functions: String,
    uses_tokens: bool,
    uses_unranked: bool,
}

/// How C gets the functions that await what a library gives.
const RUNTIME_HEADER: &str = "
/* Functions for tokens and values, in libasyncir_runtime. To have one runtime for both, make the
   library with --runtime-lib=FOLDER/libasyncir_runtime.so, and link the program with that, too.
   A call takes over a reference to each token, value or group that it is passed: who goes on using one adds a reference
   before (mlirAsyncRuntimeAddRef). What a call gives comes with one reference, which is the caller's to drop. */
#include \"asyncir_runtime.h\"
";

impl Header<'_> {
    fn function(&mut self, op: &Operation) {
        let Some(name) = symbol_name(self.ctx, op) else { return };
        let name = self.ctx.str(name).to_owned();
        let Some((inputs, results)) = function_type(self.ctx, op) else {
            return;
        };
        let shown = format!("{} : {}", name, self.show_signature(&inputs, &results));
        let is_lowered = op.is(llvm::FuncOp::DEF);
        let refusal = if !is_identifier(&name) || is_lowered && KEYWORDS.contains(&&*name) {
            Some("its name is not one that C and C++ have".to_owned())
        } else {
            why_not_c(op, self.ctx).filter(|_| is_lowered)
        };
        let declared = match refusal {
            Some(reason) => Err(reason),
            None => self.declaration(&name, is_lowered, &inputs, &results),
        };
        match declared {
            Ok(declaration) => {
                let _ = write!(self.functions, "\n{}{declaration}", comment(&shown));
            }
            Err(reason) => {
                let _ = write!(
                    self.functions,
                    "\n{}",
                    comment(&format!("{shown} is left out: {reason}."))
                );
            }
        }
    }

    fn show_signature(&self, inputs: &[Type], results: &[Type]) -> String {
        let list = |types: &[Type]| {
            let types: Vec<String> = types.iter().map(|&ty| self.ctx.show_type(ty)).collect();
            types.join(", ")
        };
        format!("({}) -> ({})", list(inputs), list(results))
    }

    /// The prototype of a function's wrapper, after the struct of its results if there are several.
    fn declaration(
        &mut self,
        name: &str,
        is_lowered: bool,
        inputs: &[Type],
        results: &[Type],
    ) -> Result<String, String> {
        let prefix = if is_lowered { "" } else { C_INTERFACE };
        let mut parameters = Vec::new();
        let (mut result, mut struct_of_results) = ("void".to_owned(), String::new());
        match results {
            [] => {}
            [ty] => match self.c_type(*ty)? {
                CType::Plain(ty) => result = ty,
                CType::Handle(ty) => ty.clone_into(&mut result),
                // Structs go through memory.
                CType::Complex(ty) => parameters.push(format!("{ty} *result")),
                CType::Descriptor(ty) => parameters.push(format!("{ty} *result")),
            },
            _ => {
                let ty = format!("{name}_results");
                for (index, &result) in results.iter().enumerate() {
                    let ty = self.c_type(result)?.name();
                    let _ = writeln!(struct_of_results, "    {ty} result{index};");
                }
                struct_of_results = format!("typedef struct {{\n{struct_of_results}}} {ty};\n");
                parameters.push(format!("{ty} *results"));
            }
        }
        parameters.extend(self.parameters(inputs)?);
        let parameters = if parameters.is_empty() {
            "void".to_owned()
        } else {
            parameters.join(", ")
        };
        Ok(format!("{struct_of_results}{result} {prefix}{name}({parameters});\n"))
    }

    fn parameters(&mut self, inputs: &[Type]) -> Result<Vec<String>, String> {
        let mut parameters = Vec::new();
        let mut registers = FLOAT_REGISTERS;
        for (index, &input) in inputs.iter().enumerate() {
            parameters.push(match self.c_type(input)? {
                CType::Plain(ty) => {
                    registers = registers.saturating_sub(usize::from(matches!(&*ty, "float" | "double")));
                    format!("{ty} arg{index}")
                }
                CType::Handle(ty) => format!("{ty} arg{index}"),
                // The program takes the two parts by themselves. C puts two floats into one register of x86-64, and does not
                // put one of two doubles on the stack.
                CType::Complex(ty) if ty == COMPLEX_F32 || registers == 1 => {
                    let shown = self.ctx.show_type(input);
                    return Err(format!("C passes {shown} otherwise here"));
                }
                CType::Complex(ty) => {
                    registers = registers.saturating_sub(2);
                    format!("{ty} arg{index}")
                }
                CType::Descriptor(ty) => format!("{ty} *arg{index}"),
            });
        }
        Ok(parameters)
    }

    fn c_type(&mut self, ty: Type) -> Result<CType, String> {
        let unsupported = || format!("C has no type for {}", self.ctx.show_type(ty));
        if let Some((c_type, _)) = scalar(self.ctx, ty) {
            return Ok(CType::Plain(c_type.to_owned()));
        }
        Ok(match ty.kind(self.ctx) {
            TypeKind::Complex(_) => {
                let (c_type, _) = element_type(self.ctx, ty).ok_or_else(unsupported)?;
                self.complex(c_type);
                CType::Complex(c_type)
            }
            // Lowering puts tensors into memory without a layout.
            TypeKind::MemRef { shape, element, .. }
            | TypeKind::RankedTensor {
                shape,
                element,
                encoding: None,
            } => {
                let (c_element, short) = element_type(self.ctx, *element).ok_or_else(unsupported)?;
                self.complex(c_element);
                CType::Descriptor(self.memref(shape.len(), c_element, short))
            }
            TypeKind::UnrankedMemRef { .. } => {
                self.uses_unranked = true;
                CType::Descriptor("AsyncirUnrankedMemref".to_owned())
            }
            TypeKind::Dialect { def, .. } => match def.name {
                "async.token" => CType::Handle("AsyncToken *"),
                "async.value" => CType::Handle("AsyncValue *"),
                "async.group" => CType::Handle("AsyncGroup *"),
                "llvm.ptr" => CType::Plain("void *".to_owned()),
                _ => return Err(unsupported()),
            },
            _ => return Err(unsupported()),
        })
        .inspect(|c_type| {
            self.uses_tokens |= matches!(c_type, CType::Handle(_));
        })
    }

    /// Defines the type if it is one of complex numbers.
    fn complex(&mut self, element: &str) {
        let part = match element {
            COMPLEX_F32 => "float",
            COMPLEX_F64 => "double",
            _ => return,
        };
        let definition = format!("typedef struct {{\n    {part} re, im;\n}} {element};\n");
        self.definitions.insert(element.to_owned(), definition);
    }

    /// The name of the descriptor of memrefs of that rank and element.
    fn memref(&mut self, rank: usize, element: &str, short: &str) -> String {
        let name = format!("AsyncirMemref{rank}{short}");
        self.definitions.entry(name.clone()).or_insert_with(|| {
            let arrays = match rank {
                0 => String::new(),
                _ => format!("    int64_t sizes[{rank}];\n    int64_t strides[{rank}];\n"),
            };
            format!(
                "typedef struct {{
    {element} *allocated;
    {element} *aligned;
    int64_t offset;
{arrays}}} {name};
"
            )
        });
        name
    }

    fn text(&self, name: &str) -> String {
        let mut out = comment(&format!(
            "The functions of {name}. Written by asyncir build; changes are lost."
        ));
        // Headers of different programs may have the same name, so nothing tells them apart but the file.
        out.push_str("#pragma once\n\n#include <stdbool.h>\n#include <stdint.h>\n");
        if self.uses_tokens {
            out.push_str(RUNTIME_HEADER);
        }
        let has_memrefs = self.definitions.keys().any(|name| name.starts_with("AsyncirMemref"));
        if has_memrefs || self.uses_unranked {
            out.push_str(DESCRIPTORS);
        }
        for (name, definition) in &self.definitions {
            put_guarded(&mut out, name, definition);
        }
        if self.uses_unranked {
            put_guarded(&mut out, "AsyncirUnrankedMemref", UNRANKED);
        }
        out.push_str("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
        out.push_str(&self.functions);
        out.push_str("\n#ifdef __cplusplus\n}\n#endif\n");
        out
    }
}

const DESCRIPTORS: &str = "
/* Descriptors of memory. Element (i, j) is at aligned[offset + i * strides[0] + j * strides[1]]; strides count elements. Of an
 * argument whose type has no layout, the offset must be 0, and the strides those of contiguous elements in row-major order.
 * Elements of type uint16_t are the bits of those in the program if these are f16 or bf16.
 * Memory of a result was made by malloc: `free(result.allocated)`, unless the function only passes an argument on. Tensors
 * beside memrefs may be memory of an argument or of a constant, which is not to be freed. */
";

const UNRANKED: &str = "typedef struct {
    int64_t rank;
    void *descriptor; /* of that rank; that of a result was made by malloc: free(descriptor) after its memory */
} AsyncirUnrankedMemref;
";

/// Several headers may define the same descriptor.
fn put_guarded(out: &mut String, name: &str, definition: &str) {
    let guard = format!("ASYNCIR_{}", name.to_uppercase());
    let _ = write!(out, "#ifndef {guard}\n#define {guard}\n{definition}#endif\n");
}

/// What complex numbers are called. In alphabetical order, their definitions come before those of descriptors.
const COMPLEX_F32: &str = "AsyncirComplexF32";
const COMPLEX_F64: &str = "AsyncirComplexF64";

/// How many arguments that are floats are in registers: on x86-64, and on AArch64.
const FLOAT_REGISTERS: usize = 8;

/// The C type of an element of memory, and the short form in names of descriptors. C has no float of 16 bits that all of its
/// compilers know.
fn element_type(ctx: &Context, ty: Type) -> Option<(&'static str, &'static str)> {
    let float = |ty: Type| ty.float(ctx);
    match *ty.kind(ctx) {
        TypeKind::Complex(part) => match float(part)? {
            FloatSemantics::F32 => Some((COMPLEX_F32, "ComplexF32")),
            FloatSemantics::F64 => Some((COMPLEX_F64, "ComplexF64")),
            _ => None,
        },
        _ => match float(ty) {
            Some(FloatSemantics::F16) => Some(("uint16_t", "F16")),
            Some(FloatSemantics::BF16) => Some(("uint16_t", "BF16")),
            _ => scalar(ctx, ty),
        },
    }
}

/// The C type of a number, and the short form in names of descriptors.
fn scalar(ctx: &Context, ty: Type) -> Option<(&'static str, &'static str)> {
    if ty.is_index() {
        return Some(("int64_t", "Index"));
    }
    if let Some(semantics) = ty.float(ctx) {
        return match semantics {
            FloatSemantics::F32 => Some(("float", "F32")),
            FloatSemantics::F64 => Some(("double", "F64")),
            _ => None,
        };
    }
    match (ty.int_width(ctx)?, is_unsigned(ctx, ty)) {
        (1, _) => Some(("bool", "I1")),
        (8, false) => Some(("int8_t", "I8")),
        (16, false) => Some(("int16_t", "I16")),
        (32, false) => Some(("int32_t", "I32")),
        (64, false) => Some(("int64_t", "I64")),
        (8, true) => Some(("uint8_t", "U8")),
        (16, true) => Some(("uint16_t", "U16")),
        (32, true) => Some(("uint32_t", "U32")),
        (64, true) => Some(("uint64_t", "U64")),
        _ => None,
    }
}

/// Words of C and C++ that no function may be called.
#[rustfmt::skip]
const KEYWORDS: [&str; 103] = [
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast",
    "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "int16_t",
    "int32_t", "int64_t", "int8_t", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator",
    "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short",
    "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
    "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "uint16_t", "uint32_t", "uint64_t",
    "uint8_t", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
];

fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit())
}

/// A comment of C, broken into lines.
fn comment(text: &str) -> String {
    let text = text.replace("*/", "* /").replace('\n', " ");
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + word.len() > COMMENT_WIDTH {
            lines.push(word.to_owned());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            let _ = write!(lines[last], "{space}{word}");
        }
    }
    format!("/* {} */\n", lines.join("\n * "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, context, parse};

    #[test]
    fn unsigned_integers_are_unsigned_in_c() {
        let text = "func.func @f(%a: ui8, %m: memref<?xui32>, %b: i16) -> ui16 {
          %c = builtin.unrealized_conversion_cast %b : i16 to ui16
          return %c : ui16
        }";
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("f.mlir", text)).expect("parses");
        let header = c_header(&ctx, &module, "f");
        assert!(
            header.contains("uint16_t _mlir_ciface_f(uint8_t arg0, AsyncirMemref1U32 *arg1, int16_t arg2);")
                && header.contains("uint32_t *allocated;"),
            "{header}"
        );
        emit_c_interface(&ctx, &mut module);
        let lowered = asyncir_text::print_file(module.op_ref(&ctx), None, &asyncir_text::PrintOptions::default());
        assert!(lowered.contains("llvm.zeroext"), "{lowered}");
    }
}
