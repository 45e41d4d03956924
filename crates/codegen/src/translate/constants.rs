//! LLVM constants from MLIR attributes.

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Diagnostic, Fallible, Location, Signedness, Type, TypeKind};

use super::text::{float, joined, name, quoted};
use super::types::TypeWriter;
use crate::dialect::{LlvmType, is_dialect_attr};
use crate::elements::dense_of_sparse;

/// Writes constants. The text leaves out the type of the constant itself.
pub(super) struct ConstantWriter<'t, 'a> {
    pub(super) ctx: &'a Context,
    pub(super) types: &'t mut TypeWriter<'a>,
    pub(super) location: Location,
}

impl ConstantWriter<'_, '_> {
    /// The constant of type `ty` that `attr` stands for.
    pub(super) fn text(&mut self, ty: Type, attr: Attribute) -> Fallible<String> {
        if is_dialect_attr(self.ctx, attr, "undef") {
            return Ok("undef".to_owned());
        }
        if is_dialect_attr(self.ctx, attr, "poison") {
            return Ok("poison".to_owned());
        }
        if is_dialect_attr(self.ctx, attr, "zero") {
            return zero_text(self.types, ty, self.location);
        }
        match attr.kind(self.ctx) {
            AttrKind::Integer { ty: from, value } => self.integer(ty, *from, value),
            AttrKind::Float { ty: from, bits } => self.float(ty, *from, *bits),
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Ok(name('@', self.ctx.str(*root))),
            AttrKind::String { value, .. } => Ok(format!("c{}", quoted(value))),
            AttrKind::Array(elements) => self.array(ty, elements),
            AttrKind::DenseElements { ty: from, splat, data } => {
                let element = from.element_or_self(self.ctx);
                let elements = DenseElements {
                    element,
                    splat: *splat,
                    data,
                };
                self.elements(ty, &elements, &mut 0)
            }
            AttrKind::SparseElements { .. } => match dense_of_sparse(self.ctx, attr) {
                Some(dense) => self.text(ty, dense),
                None => Err(self.error("unsupported constant value")),
            },
            _ => Err(self.error("unsupported constant value")),
        }
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error(self.location, message)
    }

    /// `T constant`
    fn typed(&mut self, ty: Type, text: &str) -> Fallible<String> {
        Ok(format!("{} {text}", self.types.text(ty, self.location)?))
    }

    /// Integers may differ in width from their type, since `index` does: unsigned ones and `i1` are zero-extended.
    fn integer(&self, ty: Type, from: Type, value: &ApInt) -> Fallible<String> {
        let LlvmType::Integer(width) = self.types.kind(ty, self.location)? else {
            return Err(self.error("integer constant of a type that is not an integer"));
        };
        let unsigned = extends_with_zeros(self.ctx, from);
        Ok(integer_text(&resized(value, width, unsigned)))
    }

    /// Eight-bit floats and narrower ones are integers to LLVM.
    fn float(&self, ty: Type, from: Type, bits: u128) -> Fallible<String> {
        match self.types.kind(ty, self.location)? {
            LlvmType::Integer(width) if from.float(self.ctx).is_some_and(|f| f.width() == width) => {
                Ok(integer_text(&ApInt::from_u128(width, bits)))
            }
            LlvmType::Float(keyword) if ty == from => Ok(float(keyword, bits)),
            _ => Err(self.error("FloatAttr does not match expected type of the constant")),
        }
    }

    fn array(&mut self, ty: Type, elements: &[Attribute]) -> Fallible<String> {
        match self.types.kind(ty, self.location)? {
            LlvmType::Struct(struct_type) => {
                let fields = struct_type.body.unwrap_or_default();
                if fields.len() != elements.len() {
                    return Err(self.error("struct constant with a wrong number of elements"));
                }
                let mut texts = Vec::with_capacity(elements.len());
                for (&field, &element) in fields.iter().zip(elements) {
                    let text = self.text(field, element)?;
                    texts.push(self.typed(field, &text)?);
                }
                Ok(struct_constant(struct_type.packed, &texts))
            }
            LlvmType::Array(_, element_type) => {
                let mut texts = Vec::with_capacity(elements.len());
                for &element in elements {
                    let text = self.text(element_type, element)?;
                    texts.push(self.typed(element_type, &text)?);
                }
                Ok(format!("[{}]", joined(texts, ", ")))
            }
            LlvmType::Float(_) | LlvmType::Integer(_) if elements.len() == 1 => self.text(ty, elements[0]),
            _ => Err(self.error("expected an array attribute for a struct constant")),
        }
    }

    /// Elements in row-major order, nested as the type is; `next` is the first one that is not used yet.
    fn elements(&mut self, ty: Type, elements: &DenseElements<'_>, next: &mut usize) -> Fallible<String> {
        match self.types.kind(ty, self.location)? {
            LlvmType::Array(size, element_type) => {
                if elements.is_zero_splat() {
                    return Ok("zeroinitializer".to_owned());
                }
                if let (LlvmType::Integer(8), false) = (self.types.kind(element_type, self.location)?, elements.splat) {
                    return self.bytes(elements, size, next);
                }
                let texts = self.element_list(element_type, size, elements, next)?;
                Ok(format!("[{texts}]"))
            }
            LlvmType::Vector { element, .. } if elements.splat => {
                let text = self.element(element, elements, next)?;
                if elements.is_zero_splat() {
                    return Ok("zeroinitializer".to_owned());
                }
                Ok(format!("splat ({})", self.typed(element, &text)?))
            }
            LlvmType::Vector {
                size,
                element,
                scalable: false,
            } => {
                let texts = self.element_list(element, size, elements, next)?;
                Ok(format!("<{texts}>"))
            }
            LlvmType::Struct(struct_type) if matches!(elements.element.kind(self.ctx), TypeKind::Complex(_)) => {
                let fields = struct_type.body.unwrap_or_default();
                let mut texts = Vec::new();
                for field in fields {
                    let text = self.element(field, elements, next)?;
                    texts.push(self.typed(field, &text)?);
                }
                Ok(struct_constant(struct_type.packed, &texts))
            }
            _ => self.element(ty, elements, next),
        }
    }

    fn element_list(
        &mut self,
        ty: Type,
        size: u64,
        elements: &DenseElements<'_>,
        next: &mut usize,
    ) -> Fallible<String> {
        let mut out = String::new();
        let prefix = self.types.text(ty, self.location)?.to_owned();
        for index in 0..size {
            let text = self.elements(ty, elements, next)?;
            super::text::put!(out, "{}{prefix} {text}", if index == 0 { "" } else { ", " });
        }
        Ok(out)
    }

    /// An array of bytes, as a string literal.
    fn bytes(&self, elements: &DenseElements<'_>, size: u64, next: &mut usize) -> Fallible<String> {
        let end = usize::try_from(size).ok().and_then(|size| next.checked_add(size));
        let bytes = end
            .and_then(|end| elements.data.get(*next..end))
            .ok_or_else(|| self.too_few())?;
        *next += bytes.len();
        Ok(format!("c{}", quoted(bytes)))
    }

    fn element(&self, ty: Type, elements: &DenseElements<'_>, next: &mut usize) -> Fallible<String> {
        let scalar = elements.scalar(self.ctx);
        let size = storage_bytes(self.ctx, scalar).ok_or_else(|| self.error("unsupported constant value"))?;
        // Of a splat, only a complex number has more than one scalar.
        let index = if elements.splat {
            *next % (elements.data.len() / size).max(1)
        } else {
            *next
        };
        *next += 1;
        let bytes = elements
            .data
            .get(index * size..(index + 1) * size)
            .ok_or_else(|| self.too_few())?;
        if scalar.float(self.ctx).is_some() {
            return self.float(ty, scalar, little_endian(bytes));
        }
        let width = self.ctx.int_or_index_width(scalar).unwrap_or(64);
        let value = if width == 1 {
            ApInt::from_bool(bytes[0] != 0)
        } else {
            ApInt::from_le_bytes(width, bytes)
        };
        self.integer(ty, scalar, &value)
    }

    fn too_few(&self) -> Diagnostic {
        self.error("constant has fewer elements than its type")
    }
}

/// The zero of a type, without the type.
pub(super) fn zero_text(types: &TypeWriter<'_>, ty: Type, location: Location) -> Fallible<String> {
    let text = match types.kind(ty, location)? {
        LlvmType::Integer(1) => "false",
        LlvmType::Integer(_) => "0",
        LlvmType::Float("float" | "double") => "0.000000e+00",
        LlvmType::Float(keyword) => return Ok(float(keyword, 0)),
        LlvmType::Pointer(_) => "null",
        LlvmType::Keyword("token") => "none",
        _ => "zeroinitializer",
    };
    Ok(text.to_owned())
}

/// A dense elements attribute, taken apart.
struct DenseElements<'d> {
    element: Type,
    splat: bool,
    data: &'d [u8],
}

impl DenseElements<'_> {
    /// The type of the numbers in the data: of the parts of complex elements.
    fn scalar(&self, ctx: &Context) -> Type {
        match *self.element.kind(ctx) {
            TypeKind::Complex(part) => part,
            _ => self.element,
        }
    }

    fn is_zero_splat(&self) -> bool {
        self.splat && self.data.iter().all(|&byte| byte == 0)
    }
}

/// `{ a, b }` or `<{ a, b }>`
pub(super) fn struct_constant(packed: bool, fields: &[String]) -> String {
    let list = joined(fields, ", ");
    let braces = if list.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {list} }}")
    };
    if packed { format!("<{braces}>") } else { braces }
}

/// `value` cut or extended to `width` bits.
pub(super) fn resized(value: &ApInt, width: u32, unsigned: bool) -> ApInt {
    match width.cmp(&value.width()) {
        std::cmp::Ordering::Less => value.trunc(width),
        std::cmp::Ordering::Equal => value.clone(),
        std::cmp::Ordering::Greater if unsigned => value.zext(width),
        std::cmp::Ordering::Greater => value.sext(width),
    }
}

/// An integer constant: `true` and `false` for one bit, signed decimal otherwise.
pub(super) fn integer_text(value: &ApInt) -> String {
    if value.width() == 1 {
        return (!value.is_zero()).to_string();
    }
    value.print(Signedness::Signed)
}

/// Whether integers of that type are extended with zeros; those of one bit are, too.
pub(crate) fn extends_with_zeros(ctx: &Context, ty: Type) -> bool {
    match *ty.kind(ctx) {
        TypeKind::Integer { width, signedness } => width == 1 || signedness == Signedness::Unsigned,
        _ => false,
    }
}

/// Bytes of an element of that type in a dense attribute.
pub(crate) fn storage_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    let bits = match ty.float(ctx) {
        Some(FloatSemantics::F80) => 80,
        Some(semantics) => semantics.width(),
        None => ctx.int_or_index_width(ty)?,
    };
    Some(bits.div_ceil(8).max(1) as usize)
}

/// Up to sixteen little-endian bytes as a number.
pub(crate) fn little_endian(bytes: &[u8]) -> u128 {
    bytes
        .iter()
        .take(16)
        .rev()
        .fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}
