//! Attributes.

use asyncir_ir::def::{AttrDef, ParamFormat};
use asyncir_ir::{ApInt, AttrKind, Attribute, DYNAMIC, NamedAttribute, Signedness, Type, TypeKind, float};

use super::Printer;
use super::text::{push_i64, push_u64};

/// Whether the type of an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elide {
    /// Always.
    Never,
    /// Unless it is the type that is assumed.
    May,
    /// Not at all.
    Must,
}

impl Printer<'_> {
    /// Writes an attribute, as an alias if it has one.
    pub(super) fn print_attribute(&mut self, attr: Attribute, elide: Elide) {
        if self.aliases.print_attribute(self.ctx, attr, &mut self.out) {
            return;
        }
        self.print_attribute_body(attr, elide);
    }

    /// Writes an attribute as it is.
    pub(super) fn print_attribute_body(&mut self, attr: Attribute, elide: Elide) {
        let ctx = self.ctx;
        let ty = match attr.kind(ctx) {
            AttrKind::Integer { ty, value } => {
                if !self.print_int_attribute(*ty, value, elide) {
                    return;
                }
                *ty
            }
            AttrKind::Float { ty, bits } => {
                let hex = self.print_float(*ty, *bits);
                if elide == Elide::May && *ty == Type::F64 && !hex {
                    return;
                }
                *ty
            }
            AttrKind::String { value, ty } => {
                self.print_string(value);
                *ty
            }
            AttrKind::Opaque { dialect, body, ty } => {
                self.print_dialect_symbol("#", ctx.str(*dialect), ctx.str(*body));
                *ty
            }
            AttrKind::DenseElements { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::SparseElements { ty, .. }
            | AttrKind::DenseResource { ty, .. } => {
                self.print_elements(attr);
                *ty
            }
            _ => return self.print_untyped(attr),
        };
        if elide != Elide::Must && ty != Type::NONE {
            self.push(" : ");
            self.print_type(ty);
        }
    }

    /// Writes an attribute that carries no type.
    fn print_untyped(&mut self, attr: Attribute) {
        let ctx = self.ctx;
        match attr.kind(ctx) {
            AttrKind::Unit => self.push("unit"),
            AttrKind::NoProperties => self.push("{}"),
            AttrKind::Array(elements) => {
                self.push("[");
                self.print_list(elements, |p, &element| p.print_attribute(element, Elide::May));
                self.push("]");
            }
            AttrKind::Dictionary(entries) => {
                self.push("{");
                self.print_list(entries, |p, &entry| p.print_named_attribute(entry));
                self.push("}");
            }
            AttrKind::SymbolRef { root, nested } => {
                self.print_symbol_name(ctx.str(*root));
                for &name in nested {
                    self.push("::");
                    self.print_symbol_name(ctx.str(name));
                }
            }
            AttrKind::Type(ty) => self.print_type(*ty),
            AttrKind::AffineMap(map) => {
                self.push("affine_map<");
                self.push(&map.to_string());
                self.push(">");
            }
            AttrKind::IntegerSet(set) => {
                self.push("affine_set<");
                self.push(&set.to_string());
                self.push(">");
            }
            AttrKind::DenseArray { element, data } => self.print_dense_array(*element, data),
            AttrKind::Strided { offset, strides } => self.print_strided(*offset, strides),
            AttrKind::Location(location) => self.print_location(*location, false),
            AttrKind::Distinct { id, inner } => self.print_distinct(*id, *inner),
            AttrKind::Dialect { def, .. } => self.print_dialect_attribute(def, attr),
            _ => {}
        }
    }

    pub(super) fn print_list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            print(self, item);
        }
    }

    /// Writes `name = attribute`, or only the name of a unit attribute.
    pub(super) fn print_named_attribute(&mut self, (name, value): NamedAttribute) {
        let name = self.ctx.str(name);
        self.print_keyword_or_string(name);
        if value != Attribute::UNIT {
            self.push(" = ");
            self.print_attribute(value, Elide::Never);
        }
    }

    /// Writes the value; says whether the type may have to follow.
    fn print_int_attribute(&mut self, ty: Type, value: &ApInt, elide: Elide) -> bool {
        if ty == Type::I1 {
            self.push(if value.is_zero() { "false" } else { "true" });
            return false;
        }
        self.print_int(ty, value);
        !(elide == Elide::May && ty == Type::I64)
    }

    /// Writes an integer as its type reads it.
    pub(super) fn print_int(&mut self, ty: Type, value: &ApInt) {
        let unsigned = matches!(
            ty.kind(self.ctx),
            TypeKind::Integer {
                signedness: Signedness::Unsigned,
                ..
            }
        );
        if unsigned {
            match value.to_u64() {
                Some(small) => push_u64(&mut self.out, small),
                None => self.out.push_str(&value.print(Signedness::Unsigned)),
            }
            return;
        }
        match value.to_i64() {
            Some(small) => push_i64(&mut self.out, small),
            None => self.out.push_str(&value.print(Signedness::Signed)),
        }
    }

    /// Writes a float; says whether it had to be in hexadecimal.
    pub(super) fn print_float(&mut self, ty: Type, bits: u128) -> bool {
        let Some(semantics) = ty.float(self.ctx) else {
            return false;
        };
        let text = float::print(semantics, bits);
        self.push(&text);
        text.starts_with("0x")
    }

    fn print_strided(&mut self, offset: i64, strides: &[i64]) {
        self.push("strided<[");
        self.print_list(strides, |p, &stride| p.print_stride(stride));
        self.push("]");
        if offset != 0 {
            self.push(", offset: ");
            self.print_stride(offset);
        }
        self.push(">");
    }

    fn print_stride(&mut self, value: i64) {
        if value == DYNAMIC {
            self.push("?")
        } else {
            push_i64(&mut self.out, value)
        }
    }

    fn print_distinct(&mut self, id: u32, inner: Attribute) {
        let next = self.distinct.len();
        let number = *self.distinct.entry(id).or_insert(next);
        self.push("distinct[");
        push_u64(&mut self.out, number as u64);
        self.push("]<");
        if inner != Attribute::UNIT {
            self.print_attribute(inner, Elide::Never);
        }
        self.push(">");
    }

    /// Writes `#dialect.name<parameters>`, or `#dialect<name parameters>` if they do not stand in angle brackets.
    fn print_dialect_attribute(&mut self, def: &AttrDef, attr: Attribute) {
        self.push("#");
        let name = self.out.len();
        self.push(def.name);
        let params = self.out.len();
        self.print_attribute_params(attr);
        let text = &self.out[params..];
        if text.is_empty() || text.starts_with('<') {
            return;
        }
        self.out.insert(params, ' ');
        if let Some(dot) = def.name.find('.') {
            self.out.replace_range(name + dot..=name + dot, "<");
        }
        self.push(">");
    }

    /// Writes the parameters of a dialect's attribute.
    pub(super) fn print_attribute_params(&mut self, attr: Attribute) {
        if let AttrKind::Dialect { def, params } = attr.kind(self.ctx)
            && let ParamFormat::Custom(_, print) = def.format
        {
            print(self, params);
        }
    }
}
