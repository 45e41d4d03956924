//! Borrowed forms of attributes and types: looking up one that is interned already allocates nothing.
//!
//! Each hashes as the owned form does: by its discriminant, then field by field.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::context::Ident;
use crate::def::{AttrDef, TypeDef};
use crate::types::{Type, TypeKind};

/// The borrowed form of the attributes that are looked up most.
pub(crate) enum AttrKey<'a> {
    Dictionary(&'a [NamedAttribute]),
    Array(&'a [Attribute]),
    /// A string without a type.
    String(&'a [u8]),
    /// A reference to a symbol that is not nested.
    Symbol(Ident),
    DenseArray(Type, &'a [u8]),
    Dialect(&'static AttrDef, &'a [Attribute]),
}

impl Hash for AttrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Self::Dictionary(entries) => {
                discriminant(&AttrKind::Dictionary(Box::default())).hash(state);
                entries.hash(state);
            }
            Self::Array(elements) => {
                discriminant(&AttrKind::Array(Box::default())).hash(state);
                elements.hash(state);
            }
            Self::String(value) => {
                let (empty, ty) = (Box::default(), Type::NONE);
                discriminant(&AttrKind::String { value: empty, ty }).hash(state);
                value.hash(state);
                ty.hash(state);
            }
            Self::Symbol(root) => {
                let nested = Box::default();
                discriminant(&AttrKind::SymbolRef { root, nested }).hash(state);
                root.hash(state);
                let none: [Ident; 0] = [];
                none[..].hash(state);
            }
            Self::DenseArray(element, bytes) => {
                let data = Box::default();
                discriminant(&AttrKind::DenseArray { element, data }).hash(state);
                element.hash(state);
                bytes.hash(state);
            }
            Self::Dialect(def, elements) => {
                let params = Box::default();
                discriminant(&AttrKind::Dialect { def, params }).hash(state);
                def.hash(state);
                elements.hash(state);
            }
        }
    }
}

impl AttrKey<'_> {
    pub(crate) fn is(&self, kind: &AttrKind) -> bool {
        match (self, kind) {
            (Self::Dictionary(a), AttrKind::Dictionary(b)) => **a == **b,
            (Self::Array(a), AttrKind::Array(b)) => **a == **b,
            (Self::String(a), AttrKind::String { value, ty }) => *ty == Type::NONE && **a == **value,
            (Self::Symbol(a), AttrKind::SymbolRef { root, nested }) => a == root && nested.is_empty(),
            (Self::DenseArray(a, bytes), AttrKind::DenseArray { element, data }) => a == element && **bytes == **data,
            (Self::Dialect(a, elements), AttrKind::Dialect { def, params }) => a == def && **elements == **params,
            _ => false,
        }
    }

    pub(crate) fn to_kind(&self) -> AttrKind {
        match *self {
            Self::Dictionary(entries) => AttrKind::Dictionary(entries.into()),
            Self::Array(elements) => AttrKind::Array(elements.into()),
            Self::String(value) => AttrKind::String {
                value: value.into(),
                ty: Type::NONE,
            },
            Self::Symbol(root) => AttrKind::SymbolRef {
                root,
                nested: Box::default(),
            },
            Self::DenseArray(element, bytes) => AttrKind::DenseArray {
                element,
                data: bytes.into(),
            },
            Self::Dialect(def, params) => AttrKind::Dialect {
                def,
                params: params.into(),
            },
        }
    }
}

/// The borrowed form of the types that are looked up most.
pub(crate) enum TypeKey<'a> {
    Function(&'a [Type], &'a [Type]),
    Dialect(&'static TypeDef, &'a [Attribute]),
}

impl Hash for TypeKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Self::Function(from, to) => {
                let (inputs, results) = (Box::default(), Box::default());
                discriminant(&TypeKind::Function { inputs, results }).hash(state);
                from.hash(state);
                to.hash(state);
            }
            Self::Dialect(def, elements) => {
                let params = Box::default();
                discriminant(&TypeKind::Dialect { def, params }).hash(state);
                def.hash(state);
                elements.hash(state);
            }
        }
    }
}

impl TypeKey<'_> {
    pub(crate) fn is(&self, kind: &TypeKind) -> bool {
        match (self, kind) {
            (Self::Function(from, to), TypeKind::Function { inputs, results }) => {
                **from == **inputs && **to == **results
            }
            (Self::Dialect(a, elements), TypeKind::Dialect { def, params }) => a == def && **elements == **params,
            _ => false,
        }
    }

    pub(crate) fn to_kind(&self) -> TypeKind {
        match *self {
            Self::Function(inputs, results) => TypeKind::Function {
                inputs: inputs.into(),
                results: results.into(),
            },
            Self::Dialect(def, params) => TypeKind::Dialect {
                def,
                params: params.into(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn borrowed_keys_find_what_owned_forms_interned() {
        let ctx = Context::new();
        let (name, one) = (ctx.ident("name"), ctx.i32_attr(1));
        let keys = [
            AttrKey::Dictionary(&[(name, one)]),
            AttrKey::Array(&[one]),
            AttrKey::String(b"text"),
            AttrKey::Symbol(name),
            AttrKey::DenseArray(Type::I32, &[1, 0, 0, 0]),
        ];
        for key in keys {
            let owned = ctx.attr(key.to_kind());
            assert!(key.is(owned.kind(&ctx)));
            assert_eq!(ctx.attr_by_key(&key), owned);
        }
        let key = TypeKey::Function(&[Type::I32], &[Type::F32]);
        assert_eq!(ctx.ty(key.to_kind()), ctx.type_by_key(&key));
    }
}
