//! Attributes: interned constants attached to ops, compared by id, described by [`AttrKind`].

use std::sync::atomic::{AtomicU32, Ordering};

use smallvec::SmallVec;

use crate::affine::{AffineMap, IntegerSet};
use crate::context::{Context, Ident};
use crate::def::AttrDef;
use crate::int::ApInt;
use crate::keys::AttrKey;
use crate::location::Location;
use crate::types::{Type, TypeKind};

/// As many entries as are put into a dictionary one by one.
const FEW_ENTRIES: usize = 16;

/// An attribute: a small id into the [`Context`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attribute(pub(crate) u32);

/// The kind of an attribute, with its contents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// `unit`
    Unit,
    /// `42 : i32`, `true` (an `i1`), `0 : index`.
    Integer {
        /// An integer type or `index`.
        ty: Type,
        /// The value at the width of the type (64 for `index`).
        value: ApInt,
    },
    /// `1.0 : f32`
    Float {
        /// A float type.
        ty: Type,
        /// The bits in the format of the type.
        bits: u128,
    },
    /// `"text"`, or `"text" : type`.
    String {
        /// The bytes. They need not be valid UTF-8, because escapes can denote any byte.
        value: Box<[u8]>,
        /// `none` unless written.
        ty: Type,
    },
    /// `[a, b]`
    Array(Box<[Attribute]>),
    /// `<{}>`, as the properties of an op that is not registered; one whose properties are not written has `{}`.
    NoProperties,
    /// `{a = 1 : i32, b}`, sorted by name.
    Dictionary(Box<[NamedAttribute]>),
    /// `@root::@nested`
    SymbolRef {
        /// The outermost symbol.
        root: Ident,
        /// The symbols below it.
        nested: Box<[Ident]>,
    },
    /// A type as an attribute.
    Type(Type),
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(AffineMap),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(IntegerSet),
    /// `dense<...> : tensor<2xi32>` of integers, index, floats or complex numbers.
    DenseElements {
        /// A vector or tensor type of static shape.
        ty: Type,
        /// One element stands for all.
        splat: bool,
        /// Elements in little-endian order, each rounded up to whole bytes.
        data: Box<[u8]>,
    },
    /// `dense<["a", "b"]> : tensor<2x!dialect.string>`
    DenseStrings {
        /// A vector or tensor type of static shape.
        ty: Type,
        /// One element stands for all if there is one where the shape has more.
        values: Box<[Box<[u8]>]>,
    },
    /// `dense_resource<key> : tensor<2xi32>`
    DenseResource {
        /// A shaped type.
        ty: Type,
        /// The key of the blob in the file's metadata.
        key: Ident,
    },
    /// `sparse<[[0, 0]], 1.0> : tensor<2x2xf32>`
    SparseElements {
        /// A vector or tensor type of static shape.
        ty: Type,
        /// Dense `i64` indices.
        indices: Attribute,
        /// Dense values.
        values: Attribute,
    },
    /// `array<i32: 1, 2>`
    DenseArray {
        /// `i1`, `i8` to `i64`, `f32` or `f64` (any integer or float of whole bytes).
        element: Type,
        /// Elements in little-endian order, one byte for an `i1`.
        data: Box<[u8]>,
    },
    /// `strided<[4, 1], offset: ?>`; [`crate::types::DYNAMIC`] for `?`.
    Strided {
        /// Offset in elements.
        offset: i64,
        /// Strides in elements, outermost first.
        strides: Box<[i64]>,
    },
    /// `loc(...)` as an attribute.
    Location(Location),
    /// `distinct[0]<attribute>`
    Distinct {
        /// The number that distinguishes it from the other distinct attributes of the context.
        id: u32,
        /// The wrapped attribute.
        inner: Attribute,
    },
    /// An attribute that a registered dialect defines, such as `#arith.fastmath<nnan>`.
    Dialect {
        /// The definition of the attribute.
        def: &'static AttrDef,
        /// The parameters of the attribute, in the order of the definition.
        params: Box<[Attribute]>,
    },
    /// An attribute of a dialect that is not registered, kept as text.
    Opaque {
        /// Dialect name.
        dialect: Ident,
        /// Text behind the dot, or between `<` and `>` of the long form.
        body: Ident,
        /// `none` unless written.
        ty: Type,
    },
}

/// An entry of a dictionary.
pub type NamedAttribute = (Ident, Attribute);

impl Attribute {
    /// `unit`
    pub const UNIT: Attribute = Attribute(0);
    /// `{}`
    pub const EMPTY_DICT: Attribute = Attribute(1);
    /// `false`
    pub const FALSE: Attribute = Attribute(2);
    /// `true`
    pub const TRUE: Attribute = Attribute(3);
    /// `[]`
    pub const EMPTY_ARRAY: Attribute = Attribute(4);
    /// [`AttrKind::NoProperties`]
    pub const NO_PROPERTIES: Attribute = Attribute(5);

    /// The kinds that every context holds from the start, at their fixed ids.
    pub(crate) fn well_known() -> Vec<AttrKind> {
        let bool = |b: i128| AttrKind::Integer {
            ty: Type::I1,
            value: ApInt::from_i128(1, b),
        };
        vec![
            AttrKind::Unit,
            AttrKind::Dictionary(Box::new([])),
            bool(0),
            bool(1),
            AttrKind::Array(Box::new([])),
            AttrKind::NoProperties,
        ]
    }

    /// The kind of the attribute, with its contents.
    #[inline]
    pub fn kind(self, ctx: &Context) -> &AttrKind {
        ctx.attr_kind(self)
    }

    /// A boolean as an `i1` attribute.
    pub fn bool(value: bool) -> Attribute {
        if value { Attribute::TRUE } else { Attribute::FALSE }
    }

    /// The value of an `i1` attribute.
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Attribute::TRUE => Some(true),
            Attribute::FALSE => Some(false),
            _ => None,
        }
    }

    /// Type and value of an integer or index attribute.
    pub fn as_int(self, ctx: &Context) -> Option<(Type, &ApInt)> {
        match self.kind(ctx) {
            AttrKind::Integer { ty, value } => Some((*ty, value)),
            _ => None,
        }
    }

    /// The value of an integer attribute, sign-extended, if it fits.
    pub fn as_i64(self, ctx: &Context) -> Option<i64> {
        self.as_int(ctx).and_then(|(_, value)| value.to_i64())
    }

    /// Type and bits of a float attribute.
    pub fn as_float(self, ctx: &Context) -> Option<(Type, u128)> {
        match self.kind(ctx) {
            AttrKind::Float { ty, bits } => Some((*ty, *bits)),
            _ => None,
        }
    }

    /// The text of a string attribute, if it is UTF-8.
    pub fn as_str(self, ctx: &Context) -> Option<&str> {
        match self.kind(ctx) {
            AttrKind::String { value, .. } => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// The elements of an array attribute.
    pub fn as_array(self, ctx: &Context) -> Option<&[Attribute]> {
        match self.kind(ctx) {
            AttrKind::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries of a dictionary attribute, sorted by name.
    pub fn as_dict(self, ctx: &Context) -> Option<&[NamedAttribute]> {
        match self.kind(ctx) {
            AttrKind::Dictionary(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entry of a dictionary attribute by its name.
    pub fn get(self, ctx: &Context, name: &str) -> Option<Attribute> {
        let entries = self.as_dict(ctx)?;
        entries.iter().find(|(n, _)| ctx.str(*n) == name).map(|(_, a)| *a)
    }

    /// The entry of a dictionary attribute by a name that is a string constant. This is faster than [`Attribute::get`].
    pub fn get_static(self, ctx: &Context, name: &'static str) -> Option<Attribute> {
        if self == Attribute::EMPTY_DICT {
            return None;
        }
        self.get_ident(ctx, ctx.static_ident(name))
    }

    /// The entry of a dictionary attribute by its interned name.
    pub fn get_ident(self, ctx: &Context, name: Ident) -> Option<Attribute> {
        let entries = self.as_dict(ctx)?;
        entries.iter().find(|(n, _)| *n == name).map(|(_, a)| *a)
    }

    /// The type in a type attribute.
    pub fn as_type(self, ctx: &Context) -> Option<Type> {
        match self.kind(ctx) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The symbol of a flat symbol reference.
    pub fn as_flat_symbol(self, ctx: &Context) -> Option<Ident> {
        match self.kind(ctx) {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
            _ => None,
        }
    }

    /// The parameters, if this is the dialect attribute that `def` defines.
    pub fn params_of<'c>(self, ctx: &'c Context, def: &'static AttrDef) -> Option<&'c [Attribute]> {
        match self.kind(ctx) {
            AttrKind::Dialect { def: d, params } if *d == def => Some(params),
            _ => None,
        }
    }

    /// The elements of a dense array of integers, sign-extended.
    pub fn as_dense_ints(self, ctx: &Context) -> Option<Vec<i64>> {
        self.dense_ints(ctx).map(Iterator::collect)
    }

    /// The elements of a dense array of `i32`, one after the other.
    pub fn dense_i32s(self, ctx: &Context) -> Option<impl Iterator<Item = i32> + '_> {
        match self.kind(ctx) {
            AttrKind::DenseArray { element, data } if *element == Type::I32 => {
                Some(data.as_chunks().0.iter().copied().map(i32::from_le_bytes))
            }
            _ => None,
        }
    }

    /// The elements of a dense array of integers, sign-extended, one after the other.
    pub fn dense_ints(self, ctx: &Context) -> Option<impl Iterator<Item = i64> + '_> {
        let AttrKind::DenseArray { element, data } = self.kind(ctx) else {
            return None;
        };
        let bytes = element.int_width(ctx)?.div_ceil(8) as usize;
        let read = move |chunk: &[u8]| {
            // By far the most arrays are of such elements.
            if let Ok(word) = chunk.try_into() {
                return i32::from_le_bytes(word).into();
            }
            let mut word = if chunk[bytes - 1] & 0x80 != 0 {
                [0xff; 8]
            } else {
                [0; 8]
            };
            word[..bytes].copy_from_slice(chunk);
            i64::from_le_bytes(word)
        };
        (1..=8).contains(&bytes).then(|| data.chunks_exact(bytes).map(read))
    }

    /// The type that the attribute carries: of an integer, float, string or elements attribute; `none` for others.
    pub fn ty(self, ctx: &Context) -> Type {
        match self.kind(ctx) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::String { ty, .. }
            | AttrKind::DenseElements { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::SparseElements { ty, .. }
            | AttrKind::Opaque { ty, .. } => *ty,
            _ => Type::NONE,
        }
    }

    /// The dense index of the attribute in its context, for tables keyed by attribute.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}

/// Functions that make attributes.
impl Context {
    /// An integer or index attribute; the value wraps at the width of the type.
    ///
    /// # Panics
    /// If `ty` is neither an integer type nor `index`.
    pub fn int_attr(&self, ty: Type, value: i128) -> Attribute {
        let width = self.int_or_index_width(ty).expect("an integer type or index");
        self.attr(AttrKind::Integer {
            ty,
            value: ApInt::from_i128(width, value),
        })
    }

    /// Bits of an integer type, 64 for `index`.
    pub fn int_or_index_width(&self, ty: Type) -> Option<u32> {
        if ty.is_index() { Some(64) } else { ty.int_width(self) }
    }

    /// `value : i64`
    pub fn i64_attr(&self, value: i64) -> Attribute {
        self.int_attr(Type::I64, value.into())
    }

    /// `value : i32`
    pub fn i32_attr(&self, value: i32) -> Attribute {
        self.int_attr(Type::I32, value.into())
    }

    /// `value : index`
    pub fn index_attr(&self, value: i64) -> Attribute {
        self.int_attr(Type::INDEX, value.into())
    }

    /// A string attribute.
    pub fn str_attr(&self, value: &str) -> Attribute {
        self.attr_by_key(&AttrKey::String(value.as_bytes()))
    }

    /// An array attribute.
    pub fn array_attr(&self, elements: &[Attribute]) -> Attribute {
        self.attr_by_key(&AttrKey::Array(elements))
    }

    /// A type attribute.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.attr(AttrKind::Type(ty))
    }

    /// `@name`
    pub fn symbol_attr(&self, name: &str) -> Attribute {
        self.symbol_of(self.ident(name))
    }

    /// `@name`, of a name that is known.
    pub fn symbol_of(&self, name: Ident) -> Attribute {
        self.attr_by_key(&AttrKey::Symbol(name))
    }

    /// A dictionary of these entries, which may be in any order.
    ///
    /// If a name occurs more than once, the last entry is used.
    pub fn dict_attr(&self, entries: &[NamedAttribute]) -> Attribute {
        match entries {
            [] => Attribute::EMPTY_DICT,
            [_] => self.attr_by_key(&AttrKey::Dictionary(entries)),
            _ => {
                if entries.is_sorted_by(|a, b| self.str(a.0) < self.str(b.0)) {
                    return self.attr_by_key(&AttrKey::Dictionary(entries));
                }
                let mut sorted: SmallVec<[NamedAttribute; 16]> = entries.into();
                sorted.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
                sorted.dedup_by(|later, kept| {
                    later.0 == kept.0 && {
                        *kept = *later;
                        true
                    }
                });
                self.attr_by_key(&AttrKey::Dictionary(&sorted))
            }
        }
    }

    /// `dict` with further entries. If a name occurs more than once, the last entry is used.
    ///
    /// # Panics
    /// If `dict` is not a dictionary.
    pub fn dict_with_all(&self, dict: Attribute, entries: &[NamedAttribute]) -> Attribute {
        if entries.is_empty() {
            return dict;
        }
        let mut all: SmallVec<[NamedAttribute; 8]> = dict.as_dict(self).expect("a dictionary attribute").into();
        if entries.len() > FEW_ENTRIES {
            all.extend_from_slice(entries);
            return self.dict_attr(&all);
        }
        for &(name, value) in entries {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = value,
                None => {
                    let at = all.partition_point(|(known, _)| self.str(*known) < self.str(name));
                    all.insert(at, (name, value));
                }
            }
        }
        self.attr_by_key(&AttrKey::Dictionary(&all))
    }

    /// `dict` with `name` set to `value`, or without it for `None`.
    ///
    /// # Panics
    /// If `dict` is not a dictionary.
    pub fn dict_with(&self, dict: Attribute, name: &str, value: Option<Attribute>) -> Attribute {
        let name = self.ident(name);
        match value {
            Some(value) => self.dict_with_all(dict, &[(name, value)]),
            None => {
                let entries = dict.as_dict(self).expect("a dictionary attribute");
                let kept = entries.iter().copied().filter(|(known, _)| *known != name);
                self.dict_attr(&kept.collect::<SmallVec<[NamedAttribute; 8]>>())
            }
        }
    }

    /// `array<i32: ...>`
    pub fn dense_i32_array(&self, values: &[i32]) -> Attribute {
        let data: SmallVec<[u8; 64]> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr_by_key(&AttrKey::DenseArray(Type::I32, &data))
    }

    /// `array<i64: ...>`
    pub fn dense_i64_array(&self, values: &[i64]) -> Attribute {
        let data: SmallVec<[u8; 64]> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr_by_key(&AttrKey::DenseArray(Type::I64, &data))
    }

    /// A float attribute from the bits of its format.
    ///
    /// # Panics
    /// If `ty` is not a float type.
    pub fn float_bits_attr(&self, ty: Type, bits: u128) -> Attribute {
        assert!(matches!(ty.kind(self), TypeKind::Float(_)), "a float type");
        self.attr(AttrKind::Float { ty, bits })
    }

    /// `distinct[0]<inner>`, which differs from all others ever made. `inner` may be [`Attribute::UNIT`].
    pub fn distinct_attr(&self, inner: Attribute) -> Attribute {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        self.attr(AttrKind::Distinct { id, inner })
    }

    /// A dialect's attribute.
    pub fn dialect_attr(&self, def: &'static AttrDef, params: &[Attribute]) -> Attribute {
        self.attr_by_key(&AttrKey::Dialect(def, params))
    }

    /// A zero of an integer, index or float type.
    pub fn zero_attr(&self, ty: Type) -> Option<Attribute> {
        match ty.kind(self) {
            TypeKind::Integer { .. } | TypeKind::Index => Some(self.int_attr(ty, 0)),
            TypeKind::Float(_) => Some(self.float_bits_attr(ty, 0)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_ids_mean_what_they_say() {
        let ctx = Context::new();
        assert_eq!(Attribute::UNIT.kind(&ctx), &AttrKind::Unit);
        assert_eq!(ctx.int_attr(Type::I1, 1), Attribute::TRUE);
        assert_eq!(ctx.int_attr(Type::I1, 0), Attribute::FALSE);
        assert_eq!(ctx.dict_attr(&[]), Attribute::EMPTY_DICT);
        assert_eq!(ctx.array_attr(&[]), Attribute::EMPTY_ARRAY);
        assert_eq!(Type::F32.float(&ctx), Some(crate::float::FloatSemantics::F32));
    }

    #[test]
    fn dictionaries_sort_by_name_and_keep_the_last() {
        let ctx = Context::new();
        let (a, b) = (ctx.ident("zz"), ctx.ident("aa"));
        let dict = ctx.dict_attr(&[(a, Attribute::TRUE), (b, Attribute::UNIT), (a, Attribute::FALSE)]);
        assert_eq!(
            dict.as_dict(&ctx),
            Some(&[(b, Attribute::UNIT), (a, Attribute::FALSE)][..])
        );
        assert_eq!(
            ctx.dict_with(dict, "aa", None).as_dict(&ctx),
            Some(&[(a, Attribute::FALSE)][..])
        );
    }

    #[test]
    fn dense_arrays_read_back_sign_extended() {
        let ctx = Context::new();
        assert_eq!(ctx.dense_i32_array(&[1, -2]).as_dense_ints(&ctx), Some(vec![1, -2]));
    }
}
