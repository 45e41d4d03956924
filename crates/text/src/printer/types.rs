//! Types.

use asyncir_ir::def::ParamFormat;
use asyncir_ir::{Attribute, DYNAMIC, Signedness, Type, TypeKind};

use super::Printer;
use super::attributes::Elide;
use super::text::{push_i64, push_u64};

/// Texts of types that were printed before.
#[derive(Default)]
pub(super) struct TypeTexts {
    texts: String,
    /// Start and end of each type's text, by the id of the type; empty if not known.
    ranges: Vec<(u32, u32)>,
}

impl Printer<'_> {
    /// Writes a type, as an alias if it has one.
    #[inline]
    pub(super) fn print_type(&mut self, ty: Type) {
        let known = match ty {
            Type::I1 => "i1",
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::INDEX => "index",
            Type::F32 => "f32",
            Type::F64 => "f64",
            _ => return self.print_cached_type(ty),
        };
        self.out.push_str(known);
    }

    fn print_cached_type(&mut self, ty: Type) {
        let index = ty.as_u32() as usize;
        if let Some(&(start, end)) = self.types.ranges.get(index)
            && end > 0
        {
            self.out.push_str(&self.types.texts[start as usize..end as usize]);
            return;
        }
        let from = self.out.len();
        if !self.aliases.print_type(ty, &mut self.out) {
            self.print_type_body(ty);
        }
        if self.types.ranges.len() <= index {
            self.types.ranges.resize(index + 1, (0, 0));
        }
        let start = self.types.texts.len() as u32;
        self.types.texts.push_str(&self.out[from..]);
        self.types.ranges[index] = (start, self.types.texts.len() as u32);
    }

    /// Writes a type as it is.
    pub(super) fn print_type_body(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { width, signedness } => {
                self.push(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                push_u64(&mut self.out, u64::from(*width));
            }
            TypeKind::Float(semantics) => self.push(semantics.keyword()),
            TypeKind::Index => self.push("index"),
            TypeKind::None => self.push("none"),
            TypeKind::Complex(element) => {
                self.push("complex<");
                self.print_type(*element);
                self.push(">");
            }
            TypeKind::Tuple(types) => {
                self.push("tuple<");
                self.print_types(types);
                self.push(">");
            }
            TypeKind::Function { inputs, results } => self.print_function_type(inputs, results),
            TypeKind::Dialect { def, .. } => {
                self.push("!");
                self.push(def.name);
                self.print_type_params(ty);
            }
            TypeKind::Opaque { dialect, body } => {
                self.print_dialect_symbol("!", ctx.str(*dialect), ctx.str(*body));
            }
            _ => self.print_shaped_type(ty),
        }
    }

    fn print_shaped_type(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                self.push("vector<");
                for (&size, &scalable) in shape.iter().zip(scalable) {
                    if scalable {
                        self.push("[");
                        push_i64(&mut self.out, size);
                        self.push("]x");
                    } else {
                        push_i64(&mut self.out, size);
                        self.push("x");
                    }
                }
                self.print_type(*element);
            }
            TypeKind::RankedTensor {
                shape,
                element,
                encoding,
            } => {
                self.push("tensor<");
                self.print_shape(shape);
                self.print_type(*element);
                self.print_optional_parameter(*encoding, Elide::Never);
            }
            TypeKind::UnrankedTensor(element) => {
                self.push("tensor<*x");
                self.print_type(*element);
            }
            TypeKind::MemRef {
                shape,
                element,
                layout,
                memory_space,
            } => {
                self.push("memref<");
                self.print_shape(shape);
                self.print_type(*element);
                self.print_optional_parameter(*layout, Elide::May);
                self.print_optional_parameter(*memory_space, Elide::May);
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.push("memref<*x");
                self.print_type(*element);
                self.print_optional_parameter(*memory_space, Elide::May);
            }
            _ => {}
        }
        self.push(">");
    }

    fn print_optional_parameter(&mut self, attr: Option<Attribute>, elide: Elide) {
        if let Some(attr) = attr {
            self.push(", ");
            self.print_attribute(attr, elide);
        }
    }

    fn print_shape(&mut self, shape: &[i64]) {
        for &size in shape {
            if size == DYNAMIC {
                self.out.push('?');
            } else {
                push_i64(&mut self.out, size);
            }
            self.out.push('x');
        }
    }

    /// Writes types separated by commas.
    pub(super) fn print_types(&mut self, types: &[Type]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.print_type(ty);
        }
    }

    /// Writes `(inputs) -> results`.
    pub(super) fn print_function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.push("(");
        self.print_types(inputs);
        self.push(") -> ");
        self.print_results(results);
    }

    /// Writes a type, or types in parentheses; a single function type needs them as well.
    fn print_results(&mut self, results: &[Type]) {
        match results {
            [only] if only.function(self.ctx).is_none() => self.print_type(*only),
            _ => {
                self.push("(");
                self.print_types(results);
                self.push(")");
            }
        }
    }

    /// Writes the parameters of a dialect's type.
    pub(super) fn print_type_params(&mut self, ty: Type) {
        if let Some((def, params)) = ty.dialect(self.ctx)
            && let ParamFormat::Custom(_, print) = def.format
        {
            print(self, params);
        }
    }

    /// Writes `!dialect.body`, or `!dialect<body>` if the body does not look like a name with parameters.
    pub(super) fn print_dialect_symbol(&mut self, prefix: &str, dialect: &str, body: &str) {
        self.push(prefix);
        self.push(dialect);
        if is_pretty_symbol(body) {
            self.push(".");
            self.push(body);
        } else {
            self.push("<");
            self.push(body);
            self.push(">");
        }
    }
}

fn is_pretty_symbol(body: &str) -> bool {
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let rest = body.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    // In angle brackets, a dash at the end would make an arrow with the closing one.
    let has_dash = rest.ends_with('-') && !rest.contains(|c: char| !(c.is_ascii_alphanumeric() || "._-$".contains(c)));
    rest.is_empty() || has_dash || (rest.starts_with('<') && rest.ends_with('>'))
}
