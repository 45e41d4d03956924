//! Attributes with many elements.

use asyncir_ir::{ApInt, AttrKind, Attribute, Type, TypeKind};

use super::Printer;
use super::text::push_hex;
use crate::elements::{element_bytes, storage_bytes};
use crate::resources::{ResourceValue, Resources};

const ELIDED: &str = "dense_resource<__elided__>";

impl Printer<'_> {
    /// Writes an attribute with elements, without its type.
    pub(super) fn print_elements(&mut self, attr: Attribute) {
        let ctx = self.ctx;
        match attr.kind(ctx) {
            AttrKind::DenseElements { ty, splat, data } => {
                // Of elements of no bits, MLIR does not know that they are all the same.
                let splat = *splat && ty.element_or_self(ctx).int_width(ctx) != Some(0);
                if self.is_elided(*ty, splat) {
                    return self.push(ELIDED);
                }
                self.push("dense<");
                self.print_dense(*ty, splat, data, true);
                self.push(">");
            }
            AttrKind::DenseStrings { ty, values } => {
                let splat = values.len() == 1;
                if self.is_elided(*ty, splat) {
                    return self.push(ELIDED);
                }
                self.push("dense<");
                self.print_nested(*ty, splat, &mut |p, index| p.print_string(&values[index]));
                self.push(">");
            }
            AttrKind::SparseElements { indices, values, .. } => {
                let is_elided = |part: &Attribute| {
                    let AttrKind::DenseElements { ty, splat, .. } = part.kind(ctx) else {
                        return false;
                    };
                    self.is_elided(*ty, *splat)
                };
                if [indices, values].into_iter().any(is_elided) {
                    return self.push(ELIDED);
                }
                self.print_sparse(*indices, *values);
            }
            AttrKind::DenseResource { key, .. } => {
                let number = self.resource_keys.len();
                self.resource_keys.entry(*key).or_insert(number);
                self.push("dense_resource<");
                self.print_keyword_or_string(ctx.str(*key));
                self.push(">");
            }
            _ => {}
        }
    }

    fn num_elements(&self, ty: Type) -> u64 {
        ty.num_elements(self.ctx).unwrap_or(u64::MAX)
    }

    fn is_elided(&self, ty: Type, splat: bool) -> bool {
        !splat
            && self
                .options
                .elide_elements_larger_than
                .is_some_and(|limit| self.num_elements(ty) > limit)
    }

    fn print_sparse(&mut self, indices: Attribute, values: Attribute) {
        let AttrKind::DenseElements { ty, splat, data } = indices.kind(self.ctx) else {
            return;
        };
        self.push("sparse<");
        if self.num_elements(*ty) > 0 {
            self.print_dense(*ty, *splat, data, false);
            self.push(", ");
            match values.kind(self.ctx) {
                AttrKind::DenseElements { ty, splat, data } => self.print_dense(*ty, *splat, data, true),
                AttrKind::DenseStrings { ty, values } => {
                    self.print_nested(*ty, values.len() == 1, &mut |p, index| p.print_string(&values[index]));
                }
                _ => {}
            }
        }
        self.push(">");
    }

    fn print_dense(&mut self, ty: Type, splat: bool, data: &[u8], allow_hex: bool) {
        let limit = self.options.hex_elements_larger_than;
        let element = ty.element_or_self(self.ctx);
        if !splat && allow_hex && limit.is_some_and(|limit| self.num_elements(ty) > limit) {
            return match element.int_width(self.ctx) {
                Some(0) => self.print_hex_string(&[]),
                Some(1) => self.print_hex_string(&pack_bits(data)),
                _ => self.print_hex_string(data),
            };
        }
        let Some(size) = storage_bytes(self.ctx, element).filter(|&size| size > 0) else {
            return;
        };
        self.print_nested(ty, splat, &mut |p, index| {
            let bytes = data.get(index * size..(index + 1) * size).unwrap_or(&[]);
            p.print_element(element, bytes);
        });
    }

    fn print_hex_string(&mut self, data: &[u8]) {
        self.push("\"0x");
        for &byte in data {
            push_hex(&mut self.out, byte);
        }
        self.push("\"");
    }

    /// Writes elements in as many brackets as there are dimensions.
    fn print_nested(&mut self, ty: Type, splat: bool, print: &mut dyn FnMut(&mut Self, usize)) {
        if splat {
            return print(self, 0);
        }
        let shape = ty.shape(self.ctx).unwrap_or(&[]);
        let count = self.num_elements(ty);
        if count == 0 {
            return;
        }
        for index in 0..count {
            let mut size = 1;
            let mut boundaries = 0;
            for &dim in shape.iter().rev() {
                size *= dim.unsigned_abs();
                boundaries += usize::from(index % size == 0);
            }
            // Rows that start here end with the element before.
            if index > 0 {
                (0..boundaries).for_each(|_| self.push("]"));
                self.push(", ");
            }
            (0..boundaries).for_each(|_| self.push("["));
            print(self, index as usize);
        }
        shape.iter().for_each(|_| self.push("]"));
    }

    /// Writes one element from its bytes.
    fn print_element(&mut self, element: Type, bytes: &[u8]) {
        if let TypeKind::Complex(component) = *element.kind(self.ctx) {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            self.push("(");
            self.print_element(component, real);
            self.push(",");
            self.print_element(component, imaginary);
            return self.push(")");
        }
        if element.float(self.ctx).is_some() {
            let mut wide = [0; 16];
            wide[..bytes.len().min(16)].copy_from_slice(&bytes[..bytes.len().min(16)]);
            self.print_float(element, u128::from_le_bytes(wide));
            return;
        }
        let width = element.int_width(self.ctx).unwrap_or(64);
        let value = ApInt::from_le_bytes(width, bytes);
        if width == 1 {
            self.push(if value.is_zero() { "false" } else { "true" });
        } else {
            self.print_int(element, &value);
        }
    }

    /// Writes `array<type: elements>`.
    pub(super) fn print_dense_array(&mut self, element: Type, data: &[u8]) {
        self.push("array<");
        self.print_type(element);
        if !data.is_empty() {
            self.push(": ");
            self.print_array_elements(element, data);
        }
        self.push(">");
    }

    /// Writes the elements of a dense array, separated by commas.
    pub(super) fn print_array_elements(&mut self, element: Type, data: &[u8]) {
        let Some(size) = element_bytes(self.ctx, element) else {
            return;
        };
        for (index, bytes) in data.chunks_exact(size).enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.print_element(element, bytes);
        }
    }

    /// Writes the dictionary behind the ops of a file: resources that the ops name, and external ones.
    pub(super) fn print_resources(&mut self, resources: &Resources) {
        let ctx = self.ctx;
        let used = std::mem::take(&mut self.resource_keys);
        let (mut parts, mut is_elided) = (Vec::new(), false);
        for (name, all) in [
            ("dialect_resources", &resources.dialects),
            ("external_resources", &resources.external),
        ] {
            let mut groups = Vec::new();
            for (provider, entries) in all {
                let mut entries: Vec<_> = entries.iter().collect();
                if name == "dialect_resources" {
                    entries.retain(|entry| used.contains_key(&entry.0));
                    entries.sort_by_key(|entry| used.get(&entry.0));
                }
                let lines: Vec<Option<String>> = entries
                    .iter()
                    .map(|(key, value)| self.resource_line(*key, value))
                    .collect();
                is_elided |= lines.contains(&None);
                let lines: Vec<String> = lines.into_iter().flatten().collect();
                if !lines.is_empty() {
                    groups.push(format!("    {}: {{\n{}\n    }}", ctx.str(*provider), lines.join(",\n")));
                }
            }
            if !groups.is_empty() {
                parts.push(format!("  {name}: {{\n{}\n  }}", groups.join(",\n")));
            }
        }
        if !parts.is_empty() || is_elided {
            self.push(&format!("\n{{-#\n{}\n#-}}\n", parts.join(",\n")));
        }
    }

    /// The key of a resource and its value; none if the value is too long.
    fn resource_line(&mut self, key: asyncir_ir::Ident, value: &ResourceValue) -> Option<String> {
        let from = self.out.len();
        self.push("      ");
        let key = self.ctx.str(key);
        self.print_keyword_or_string(key);
        self.push(": ");
        let start = self.out.len();
        match value {
            ResourceValue::Blob(data) => self.print_hex_string(data),
            ResourceValue::Bool(value) => self.push(if *value { "true" } else { "false" }),
            ResourceValue::String(text) => self.print_string(text),
        }
        let length = (self.out.len() - start) as u64;
        let line = self.out.split_off(from);
        let limit = self.options.elide_resources_longer_than;
        limit.is_none_or(|limit| length <= limit).then_some(line)
    }
}

/// Booleans as bits, which is how hexadecimal data holds them.
fn pack_bits(data: &[u8]) -> Vec<u8> {
    let pack = |bits: &[u8]| {
        bits.iter()
            .enumerate()
            .fold(0, |byte, (at, &bit)| byte | (bit & 1) << at)
    };
    data.chunks(8).map(pack).collect()
}
