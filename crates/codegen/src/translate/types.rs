//! LLVM's spelling of types, and the suffixes that intrinsics get from them.

use std::collections::{HashMap, HashSet};

use asyncir_ir::{Context, Diagnostic, Fallible, Location, Type};

use super::text::{joined, name, quoted};
use crate::dialect::{LlvmType, StructType, llvm_type};

/// Writes types; collects the named structs it meets, which stand at the head of a module.
pub(super) struct TypeWriter<'a> {
    ctx: &'a Context,
    texts: HashMap<u32, Box<str>>,
    seen: HashSet<&'a str>,
    definitions: Vec<String>,
}

impl<'a> TypeWriter<'a> {
    pub(super) fn new(ctx: &'a Context) -> Self {
        Self {
            ctx,
            texts: HashMap::new(),
            seen: HashSet::new(),
            definitions: Vec::new(),
        }
    }

    /// `%name = type { ... }` for each named struct met so far.
    pub(super) fn definitions(&self) -> &[String] {
        &self.definitions
    }

    /// LLVM's spelling of `ty`.
    pub(super) fn text(&mut self, ty: Type, location: Location) -> Fallible<&str> {
        if !self.texts.contains_key(&ty.as_u32()) {
            let text = self.write(ty, location)?.into_boxed_str();
            self.texts.insert(ty.as_u32(), text);
        }
        Ok(&self.texts[&ty.as_u32()])
    }

    fn write(&mut self, ty: Type, location: Location) -> Fallible<String> {
        Ok(match self.kind(ty, location)? {
            LlvmType::Integer(width) => format!("i{width}"),
            LlvmType::Float(keyword) | LlvmType::Keyword(keyword) => keyword.to_owned(),
            LlvmType::Pointer(0) => "ptr".to_owned(),
            LlvmType::Pointer(space) => format!("ptr addrspace({space})"),
            LlvmType::Array(size, element) => {
                format!("[{size} x {}]", self.text(element, location)?)
            }
            LlvmType::Vector {
                size,
                scalable,
                element,
            } => {
                let scale = if scalable { "vscale x " } else { "" };
                format!("<{scale}{size} x {}>", self.text(element, location)?)
            }
            LlvmType::Struct(StructType {
                name: None,
                packed,
                body,
            }) => self.struct_body(packed, &body.unwrap_or_default(), location)?,
            LlvmType::Struct(StructType {
                name: Some(id),
                packed,
                body,
            }) => {
                self.define(id, packed, body, location)?;
                name('%', id)
            }
            LlvmType::Function {
                result,
                parameters,
                variadic,
            } => {
                let result = self.text(result, location)?.to_owned();
                let mut list = self.texts(&parameters, location)?;
                list.extend(variadic.then(|| "...".to_owned()));
                format!("{result} ({})", joined(list, ", "))
            }
            LlvmType::Target { name, types, integers } => {
                let mut list = vec![quoted(name.as_bytes())];
                list.extend(self.texts(&types, location)?);
                list.extend(integers.iter().map(i64::to_string));
                format!("target({})", joined(list, ", "))
            }
        })
    }

    fn texts(&mut self, types: &[Type], location: Location) -> Fallible<Vec<String>> {
        types
            .iter()
            .map(|&ty| self.text(ty, location).map(str::to_owned))
            .collect()
    }

    fn struct_body(&mut self, packed: bool, body: &[Type], location: Location) -> Fallible<String> {
        let list = joined(self.texts(body, location)?, ", ");
        let braces = if list.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {list} }}")
        };
        Ok(if packed { format!("<{braces}>") } else { braces })
    }

    /// Adds the definition of a named struct unless it is there; its body may name the struct itself.
    fn define(&mut self, id: &'a str, packed: bool, body: Option<Vec<Type>>, location: Location) -> Fallible {
        if !self.seen.insert(id) {
            return Ok(());
        }
        let place = self.definitions.len();
        self.definitions.push(String::new());
        let body = match body {
            Some(body) => self.struct_body(packed, &body, location)?,
            None => "opaque".to_owned(),
        };
        self.definitions[place] = format!("{} = type {body}", name('%', id));
        Ok(())
    }

    /// What a type is to LLVM.
    pub(super) fn kind(&self, ty: Type, location: Location) -> Fallible<LlvmType<'a>> {
        llvm_type(self.ctx, ty).ok_or_else(|| Diagnostic::error(location, "type is not one of LLVM's"))
    }

    /// The suffix, without a dot, by which a type tells the overloads of an intrinsic apart.
    pub(super) fn mangled(&self, ty: Type, location: Location) -> Fallible<String> {
        Ok(match self.kind(ty, location)? {
            LlvmType::Integer(width) => format!("i{width}"),
            LlvmType::Float(keyword) => mangled_float(keyword).to_owned(),
            LlvmType::Keyword("void") => "isVoid".to_owned(),
            LlvmType::Keyword(keyword) => match keyword {
                "metadata" => "Metadata".to_owned(),
                "x86_amx" => "x86amx".to_owned(),
                other => other.to_owned(),
            },
            LlvmType::Pointer(space) => format!("p{space}"),
            LlvmType::Array(size, element) => {
                format!("a{size}{}", self.mangled(element, location)?)
            }
            LlvmType::Vector {
                size,
                scalable,
                element,
            } => {
                let scale = if scalable { "nx" } else { "" };
                format!("{scale}v{size}{}", self.mangled(element, location)?)
            }
            LlvmType::Struct(StructType { name: Some(id), .. }) => format!("s_{id}s"),
            LlvmType::Struct(StructType { name: None, body, .. }) => {
                format!("sl_{}s", self.mangled_all(&body.unwrap_or_default(), location)?)
            }
            LlvmType::Function {
                result,
                parameters,
                variadic,
            } => {
                let (result, list) = (
                    self.mangled(result, location)?,
                    self.mangled_all(&parameters, location)?,
                );
                format!("f_{result}{list}{}f", if variadic { "vararg" } else { "" })
            }
            LlvmType::Target { name, types, integers } => {
                let types: Vec<_> = types
                    .iter()
                    .map(|&t| self.mangled(t, location))
                    .collect::<Fallible<_>>()?;
                let types = types.iter().map(|t| format!("_{t}"));
                let integers = integers.iter().map(|i| format!("_{i}"));
                format!("t{name}{}t", joined(types.chain(integers), ""))
            }
        })
    }

    fn mangled_all(&self, types: &[Type], location: Location) -> Fallible<String> {
        types.iter().map(|&ty| self.mangled(ty, location)).collect()
    }
}

fn mangled_float(keyword: &str) -> &'static str {
    match keyword {
        "half" => "f16",
        "bfloat" => "bf16",
        "float" => "f32",
        "double" => "f64",
        "x86_fp80" => "f80",
        "fp128" => "f128",
        _ => "ppcf128",
    }
}
