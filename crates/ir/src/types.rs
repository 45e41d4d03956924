//! Types: interned, compared by id, described by [`TypeKind`].

use crate::attributes::Attribute;
use crate::context::{Context, Ident};
use crate::def::TypeDef;
use crate::float::FloatSemantics;

/// A type: a small id into the [`Context`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(pub(crate) u32);

/// Whether an integer type is signless, signed or unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`: each operation decides whether it treats the bits as signed.
    Signless,
    /// `siN`
    Signed,
    /// `uiN`
    Unsigned,
}

/// The size of a dimension that is known only at run time (`?`).
pub const DYNAMIC: i64 = i64::MIN;

/// The kind of a type, with its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui1`.
    Integer {
        /// Bits.
        width: u32,
        /// Sign semantics.
        signedness: Signedness,
    },
    /// `f32` and every other float format.
    Float(FloatSemantics),
    /// `index`
    Index,
    /// `none`
    None,
    /// `complex<f32>`
    Complex(Type),
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `vector<4x[8]xf32>`
    Vector {
        /// Sizes, outermost first.
        shape: Box<[i64]>,
        /// For each dimension whether it is multiplied by `vscale`.
        scalable: Box<[bool]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<4x?xf32, #encoding>`
    RankedTensor {
        /// Sizes, outermost first; [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Element type.
        element: Type,
        /// Optional encoding.
        encoding: Option<Attribute>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Type),
    /// `memref<4x?xf32, layout, space>`
    MemRef {
        /// Sizes, outermost first; [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Element type.
        element: Type,
        /// Layout; `None` is the identity (row-major).
        layout: Option<Attribute>,
        /// Memory space; `None` is the default one.
        memory_space: Option<Attribute>,
    },
    /// `memref<*xf32, space>`
    UnrankedMemRef {
        /// Element type.
        element: Type,
        /// Memory space; `None` is the default one.
        memory_space: Option<Attribute>,
    },
    /// `(i32) -> f32`
    Function {
        /// Operand types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// A type that a registered dialect defines, such as `!async.value<f32>`.
    Dialect {
        /// The definition of the type.
        def: &'static TypeDef,
        /// The parameters of the type, in the order of the definition; types are wrapped as type attributes.
        params: Box<[Attribute]>,
    },
    /// A type of a dialect that is not registered, kept as text: `!dialect.body`.
    Opaque {
        /// Dialect name.
        dialect: Ident,
        /// Text behind the dot, or between `<` and `>` of the long form.
        body: Ident,
    },
}

impl TypeKind {
    /// The full name of the kind, such as `builtin.memref`; `None` for floats, each of which is a kind of its own.
    pub fn name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Float(_) => return None,
            Self::Integer { .. } => "builtin.integer",
            Self::Index => "builtin.index",
            Self::None => "builtin.none",
            Self::Complex(_) => "builtin.complex",
            Self::Tuple(_) => "builtin.tuple",
            Self::Vector { .. } => "builtin.vector",
            Self::RankedTensor { .. } => "builtin.tensor",
            Self::UnrankedTensor(_) => "builtin.unranked_tensor",
            Self::MemRef { .. } => "builtin.memref",
            Self::UnrankedMemRef { .. } => "builtin.unranked_memref",
            Self::Function { .. } => "builtin.function",
            Self::Dialect { def, .. } => def.name,
            Self::Opaque { .. } => "builtin.opaque",
        })
    }
}

macro_rules! well_known {
    ($($index:literal $konst:ident $kind:expr, $doc:literal;)*) => {
        impl Type {
            $(#[doc = $doc] pub const $konst: Type = Type($index);)*
            /// The kinds that every context holds from the start, at their fixed ids.
            pub(crate) fn well_known() -> Vec<TypeKind> { vec![$($kind),*] }
        }
    };
}

const fn int(width: u32) -> TypeKind {
    TypeKind::Integer {
        width,
        signedness: Signedness::Signless,
    }
}

well_known! {
    0 I1 int(1), "`i1`";
    1 I8 int(8), "`i8`";
    2 I16 int(16), "`i16`";
    3 I32 int(32), "`i32`";
    4 I64 int(64), "`i64`";
    5 INDEX TypeKind::Index, "`index`";
    6 NONE TypeKind::None, "`none`";
    7 F16 TypeKind::Float(FloatSemantics::F16), "`f16`";
    8 BF16 TypeKind::Float(FloatSemantics::BF16), "`bf16`";
    9 F32 TypeKind::Float(FloatSemantics::F32), "`f32`";
    10 F64 TypeKind::Float(FloatSemantics::F64), "`f64`";
}

/// Queries of types. They take the context, because a type is an id of an object in it.
impl Type {
    /// The kind of the type, with its parameters.
    #[inline]
    pub fn kind(self, ctx: &Context) -> &TypeKind {
        ctx.type_kind(self)
    }

    /// Bits of an integer type of any signedness; `None` for other types.
    pub fn int_width(self, ctx: &Context) -> Option<u32> {
        match *self.kind(ctx) {
            TypeKind::Integer { width, .. } => Some(width),
            _ => None,
        }
    }

    /// Whether this is a signless integer of `width` bits.
    pub fn is_signless(self, ctx: &Context, width: u32) -> bool {
        *self.kind(ctx) == int(width)
    }

    /// Whether this is a signless integer of any width.
    pub fn is_signless_int(self, ctx: &Context) -> bool {
        matches!(
            self.kind(ctx),
            TypeKind::Integer {
                signedness: Signedness::Signless,
                ..
            }
        )
    }

    /// Whether this is an integer of any signedness and width.
    pub fn is_int(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Integer { .. })
    }

    /// Whether this is `index`.
    pub fn is_index(self) -> bool {
        self == Type::INDEX
    }

    /// The float format; `None` for other types.
    pub fn float(self, ctx: &Context) -> Option<FloatSemantics> {
        match *self.kind(ctx) {
            TypeKind::Float(semantics) => Some(semantics),
            _ => None,
        }
    }

    /// Inputs and results of a builtin function type.
    pub fn function(self, ctx: &Context) -> Option<(&[Type], &[Type])> {
        match self.kind(ctx) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// Whether memrefs may have such elements.
    pub fn is_memref_element(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::MemRef { .. }
            | TypeKind::UnrankedMemRef { .. }
            | TypeKind::Vector { .. } => true,
            // The only type of a dialect that is a number.
            TypeKind::Dialect { def, .. } => def.name == "llvm.ppc_fp128",
            _ => false,
        }
    }

    /// The element type of a vector, tensor, memref or complex type; the type itself otherwise.
    pub fn element_or_self(self, ctx: &Context) -> Type {
        match *self.kind(ctx) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedMemRef { element, .. } => element,
            _ => self,
        }
    }

    /// Sizes of a ranked shaped type (vector, tensor, memref).
    pub fn shape(self, ctx: &Context) -> Option<&[i64]> {
        match self.kind(ctx) {
            TypeKind::Vector { shape, .. } | TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// How many elements a vector, tensor or memref has, if its sizes are known and the number fits.
    pub fn num_elements(self, ctx: &Context) -> Option<u64> {
        let mut sizes = self.shape(ctx)?.iter().map(|&size| u64::try_from(size).ok());
        sizes.try_fold(1u64, |count, size| count.checked_mul(size?))
    }

    /// Whether this is a vector, tensor or memref, ranked or not.
    pub fn is_shaped(self, ctx: &Context) -> bool {
        matches!(
            self.kind(ctx),
            TypeKind::Vector { .. }
                | TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor(_)
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// The definition and parameters of a dialect's type.
    pub fn dialect(self, ctx: &Context) -> Option<(&'static TypeDef, &[Attribute])> {
        match self.kind(ctx) {
            TypeKind::Dialect { def, params } => Some((*def, params)),
            _ => None,
        }
    }

    /// The parameters, if this is the dialect type that `def` defines.
    pub fn params_of<'c>(self, ctx: &'c Context, def: &'static TypeDef) -> Option<&'c [Attribute]> {
        self.dialect(ctx).filter(|(d, _)| *d == def).map(|(_, params)| params)
    }

    /// Whether this is the dialect type that `def` defines.
    pub fn is_a(self, ctx: &Context, def: &'static TypeDef) -> bool {
        self.params_of(ctx, def).is_some()
    }

    /// The dense index of the type in its context, for tables keyed by type.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}
