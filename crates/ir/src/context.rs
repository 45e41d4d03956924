//! The context, which holds all interned objects and the registered dialects. It is append-only and `Sync`.

use std::sync::OnceLock;

use hashbrown::HashMap;
use parking_lot::RwLock;

use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, OpId, OpRef};
use crate::def::{AttrDef, AttrSlot, Dialect, OpDef, Presence, TypeDef};
use crate::interner::Interner;
use crate::keys::{AttrKey, TypeKey};
use crate::location::LocationKind;
use crate::types::{Signedness, Type, TypeKind};
use crate::verify::Memory;

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ident(pub(crate) u32);

impl Ident {
    /// `operandSegmentSizes`
    pub(crate) const OPERAND_SEGMENT_SIZES: Ident = Ident(0);
    /// `resultSegmentSizes`
    pub(crate) const RESULT_SEGMENT_SIZES: Ident = Ident(1);

    /// The strings that every context has, in the order of their ids.
    const WELL_KNOWN: [&'static str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];
}

/// The name of an op. The name of a registered op is a reference to its definition.
#[derive(Clone, Copy, Debug)]
pub enum OpName {
    /// An op that a registered dialect defines.
    Registered(&'static OpDef),
    /// Any other name.
    Unregistered(Ident),
}

impl PartialEq for OpName {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (OpName::Registered(a), OpName::Registered(b)) => std::ptr::eq(*a, *b),
            (OpName::Unregistered(a), OpName::Unregistered(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for OpName {}

impl std::hash::Hash for OpName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            OpName::Registered(def) => def.name.hash(state),
            OpName::Unregistered(name) => name.hash(state),
        }
    }
}

/// The dialect's part of a full name, such as `arith` of `arith.addi`. A name without a dot is all of it.
pub fn dialect_namespace(name: &str) -> &str {
    name.split_once('.').map_or(name, |(namespace, _)| namespace)
}

impl OpName {
    /// The full name, such as `arith.addi`.
    pub fn as_str(self, ctx: &Context) -> &str {
        match self {
            OpName::Registered(def) => def.name,
            OpName::Unregistered(name) => ctx.str(name),
        }
    }

    /// The name of the dialect, which need not be registered.
    pub fn dialect_namespace(self, ctx: &Context) -> &str {
        dialect_namespace(self.as_str(ctx))
    }

    /// The definition of a registered op.
    #[inline]
    pub fn def(self) -> Option<&'static OpDef> {
        match self {
            OpName::Registered(def) => Some(def),
            OpName::Unregistered(_) => None,
        }
    }
}

/// Functions that print types, attributes and ops for messages. The text crate provides them, because only this crate knows
/// MLIR's text.
pub struct TextHooks {
    /// Prints a type.
    pub ty: fn(&Context, Type) -> String,
    /// Prints an attribute.
    pub attr: fn(&Context, Attribute) -> String,
    /// Prints an op.
    pub op: Box<OpToText>,
    /// Prints an op as it is written out: with all that is in it, but without aliases.
    pub dump: Box<Dump>,
    /// Prints several ops of a body in one go, without what is in their regions.
    pub ops: fn(&Context, &Body, &[OpId]) -> Vec<String>,
}

/// A function that prints an op. If the flag is set, it prints the generic form.
pub type OpToText = dyn Fn(OpRef<'_>, bool) -> String + Send + Sync;

/// A function that writes an op out.
pub type Dump = dyn Fn(OpRef<'_>) -> String + Send + Sync;

/// The types, attributes, strings, locations and dialects that all bodies of a compilation share.
///
/// Objects are never removed from a context. Any number of threads can read it and add to it at the same time.
///
/// ```
/// use asyncir_ir::{Context, Type};
/// let ctx = Context::new();
/// let f = ctx.function_type(&[Type::I32], &[Type::F32]);
/// assert_eq!(f, ctx.function_type(&[Type::I32], &[Type::F32]));
/// ```
pub struct Context {
    idents: Interner<Box<str>>,
    types: Interner<TypeKind>,
    attrs: Interner<AttrKind>,
    pub(crate) locations: Interner<LocationKind>,
    dialects: HashMap<&'static str, &'static Dialect>,
    ops: HashMap<&'static str, &'static OpDef>,
    type_defs: HashMap<&'static str, &'static TypeDef>,
    attr_defs: HashMap<&'static str, &'static AttrDef>,
    /// The inherent attributes that an op has from the start, by the number of its definition.
    default_properties: Vec<Attribute>,
    text: OnceLock<TextHooks>,
    /// What types that are known by a name are made of.
    type_bodies: RwLock<HashMap<Type, Attribute>>,
    /// What verifiers have learnt.
    pub(crate) known_sound: Memory,
    /// Whether ops, types and attributes of unknown dialects are accepted.
    pub allow_unregistered: bool,
    /// Whether an error about an op has a note that shows the op.
    pub print_op_on_diagnostic: bool,
}

impl Context {
    /// A context with no dialect.
    pub fn new() -> Self {
        let ctx = Self {
            idents: Interner::new(),
            types: Interner::new(),
            attrs: Interner::new(),
            locations: Interner::new(),
            type_bodies: RwLock::default(),
            dialects: HashMap::new(),
            ops: HashMap::new(),
            type_defs: HashMap::new(),
            attr_defs: HashMap::new(),
            default_properties: Vec::new(),
            text: OnceLock::new(),
            known_sound: Memory::default(),
            allow_unregistered: false,
            print_op_on_diagnostic: false,
        };
        for text in Ident::WELL_KNOWN {
            ctx.ident(text);
        }
        for kind in Type::well_known() {
            ctx.types.intern(kind);
        }
        for kind in Attribute::well_known() {
            ctx.attrs.intern(kind);
        }
        ctx
    }

    /// A context with the given dialects.
    pub fn with_dialects(dialects: &[&'static Dialect]) -> Self {
        let mut ctx = Self::new();
        dialects.iter().for_each(|dialect| ctx.register(dialect));
        ctx
    }

    pub(crate) fn num_dialects(&self) -> usize {
        self.dialects.len()
    }

    /// Registers the ops, types and attributes of `dialect`.
    pub fn register(&mut self, dialect: &'static Dialect) {
        self.dialects.insert(dialect.name, dialect);
        self.ops.extend(dialect.ops.iter().map(|def| (def.name, *def)));
        self.type_defs.extend(dialect.types.iter().map(|def| (def.name, *def)));
        self.attr_defs.extend(dialect.attrs.iter().map(|def| (def.name, *def)));
        for def in dialect.ops {
            let default = |slot: &AttrSlot| match slot.presence {
                Presence::Default(make) => Some((self.ident(slot.name), make(self))),
                _ => None,
            };
            let defaults: Vec<_> = def.attributes.iter().filter_map(default).collect();
            let number = def.number.get();
            if number >= self.default_properties.len() {
                self.default_properties.resize(number + 1, Attribute::EMPTY_DICT);
            }
            self.default_properties[number] = self.dict_attr(&defaults);
        }
    }

    /// A bound for the numbers of the definitions that are registered here.
    pub(crate) fn def_numbers(&self) -> usize {
        self.default_properties.len()
    }

    /// The default inherent attributes of a registered op, as a dictionary.
    pub fn default_properties(&self, def: &OpDef) -> Attribute {
        let defaults = self.default_properties.get(def.number.get());
        defaults.copied().unwrap_or(Attribute::EMPTY_DICT)
    }

    /// The registered dialect of that name.
    pub fn dialect(&self, name: &str) -> Option<&'static Dialect> {
        self.dialects.get(name).copied()
    }

    /// The names of all registered dialects, sorted.
    pub fn dialect_names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.dialects.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The registered op of that full name.
    pub fn op_def(&self, name: &str) -> Option<&'static OpDef> {
        self.ops.get(name).copied()
    }

    /// The name of an op, registered or not.
    pub fn op_name(&self, name: &str) -> OpName {
        match self.op_def(name) {
            Some(def) => OpName::Registered(def),
            None => OpName::Unregistered(self.ident(name)),
        }
    }

    /// The definition of a dialect's type by its full name, such as `async.token`.
    pub fn type_def(&self, name: &str) -> Option<&'static TypeDef> {
        self.type_defs.get(name).copied()
    }

    /// The definition of a dialect's attribute by its full name, such as `arith.fastmath`.
    pub fn attr_def(&self, name: &str) -> Option<&'static AttrDef> {
        self.attr_defs.get(name).copied()
    }

    /// Sets the functions that print types, attributes and ops for messages. Later calls have no effect.
    pub fn set_text_hooks(&self, hooks: TextHooks) {
        // A context is set up by one text layer; a second, equal one changes nothing.
        let _ = self.text.set(hooks);
    }

    /// A type as a message shows it.
    pub fn show_type(&self, ty: Type) -> String {
        self.text
            .get()
            .map_or_else(|| format!("{:?}", ty.kind(self)), |hooks| (hooks.ty)(self, ty))
    }

    /// An attribute as a message shows it.
    pub fn show_attr(&self, attr: Attribute) -> String {
        self.text
            .get()
            .map_or_else(|| format!("{:?}", attr.kind(self)), |hooks| (hooks.attr)(self, attr))
    }

    /// An op as a note shows it.
    pub fn show_op(&self, op: OpRef<'_>) -> String {
        self.op_text(op, false)
    }

    /// An op as an error shows it: in generic form, because the op may not be valid.
    pub fn show_op_generic(&self, op: OpRef<'_>) -> String {
        self.op_text(op, true)
    }

    /// An op with all that is in it, as the user wants ops to be written, but without aliases.
    pub fn dump_op(&self, op: OpRef<'_>) -> String {
        self.text
            .get()
            .map_or_else(|| format!("\"{}\"", op.name()), |hooks| (hooks.dump)(op))
    }

    /// Several ops of a body without what is in their regions. The names of values are made up only once.
    pub fn show_ops(&self, body: &Body, ops: &[OpId]) -> Vec<String> {
        match self.text.get() {
            Some(hooks) => (hooks.ops)(self, body, ops),
            None => ops.iter().map(|&op| body.op_ref(self, op).name().to_owned()).collect(),
        }
    }

    fn op_text(&self, op: OpRef<'_>, generic: bool) -> String {
        let text = self
            .text
            .get()
            .map_or_else(|| format!("\"{}\"", op.name()), |hooks| (hooks.op)(op, generic));
        // What takes several lines starts on a line of its own.
        if text.contains('\n') { format!("\n{text}") } else { text }
    }

    /// Interns a string.
    #[inline]
    pub fn ident(&self, text: &str) -> Ident {
        Ident(self.idents.intern_ref(text, |s| &**s == text, || text.into()))
    }

    /// Interns a string constant of asyncir's own code. This is faster than [`Context::ident`], because the string is looked
    /// up by its address.
    pub fn static_ident(&self, text: &'static str) -> Ident {
        let place = (text.as_ptr() as usize, text.len());
        let index = self.idents.index_at(place, || self.ident(text).0);
        Ident(index)
    }

    /// The text of an interned string.
    #[inline]
    pub fn str(&self, ident: Ident) -> &str {
        self.idents.get(ident.0)
    }

    /// Interns a type.
    pub fn ty(&self, kind: TypeKind) -> Type {
        Type(self.types.intern(kind))
    }

    /// The kind of a type, with its parameters.
    #[inline]
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.0)
    }

    /// Interns an attribute.
    pub fn attr(&self, kind: AttrKind) -> Attribute {
        Attribute(self.attrs.intern(kind))
    }

    pub(crate) fn attr_by_key(&self, key: &AttrKey<'_>) -> Attribute {
        Attribute(self.attrs.intern_ref(key, |kind| key.is(kind), || key.to_kind()))
    }

    pub(crate) fn type_by_key(&self, key: &TypeKey<'_>) -> Type {
        Type(self.types.intern_ref(key, |kind| key.is(kind), || key.to_kind()))
    }

    /// The kind of an attribute, with its contents.
    #[inline]
    pub fn attr_kind(&self, attr: Attribute) -> &AttrKind {
        self.attrs.get(attr.0)
    }

    /// Whether `is_wanted` returns true for an interned attribute.
    pub fn any_attr(&self, is_wanted: impl FnMut(Attribute) -> bool) -> bool {
        self.attrs.indices().map(Attribute).any(is_wanted)
    }

    /// Whether `is_wanted` returns true for an interned type.
    pub fn any_type(&self, is_wanted: impl FnMut(Type) -> bool) -> bool {
        self.types.indices().map(Type).any(is_wanted)
    }

    /// A signless integer type.
    pub fn int_type(&self, width: u32) -> Type {
        match width {
            1 => Type::I1,
            8 => Type::I8,
            16 => Type::I16,
            32 => Type::I32,
            64 => Type::I64,
            _ => self.ty(TypeKind::Integer {
                width,
                signedness: Signedness::Signless,
            }),
        }
    }

    /// A builtin function type.
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.type_by_key(&TypeKey::Function(inputs, results))
    }

    /// A memref type with identity layout in the default memory space.
    pub fn memref_type(&self, shape: &[i64], element: Type) -> Type {
        self.ty(TypeKind::MemRef {
            shape: shape.into(),
            element,
            layout: None,
            memory_space: None,
        })
    }

    /// A tensor type without encoding.
    pub fn tensor_type(&self, shape: &[i64], element: Type) -> Type {
        self.ty(TypeKind::RankedTensor {
            shape: shape.into(),
            element,
            encoding: None,
        })
    }

    /// A vector type without scalable dimensions.
    pub fn vector_type(&self, shape: &[i64], element: Type) -> Type {
        let scalable = vec![false; shape.len()].into();
        self.ty(TypeKind::Vector {
            shape: shape.into(),
            scalable,
            element,
        })
    }

    /// A dialect's type.
    pub fn dialect_type(&self, def: &'static TypeDef, params: &[Attribute]) -> Type {
        self.type_by_key(&TypeKey::Dialect(def, params))
    }

    /// Sets the body of a type that is identified by its name, such as a named struct, which may contain itself. The body
    /// cannot be changed later. Returns false if the type already has another body.
    pub fn set_type_body(&self, ty: Type, body: Attribute) -> bool {
        *self.type_bodies.write().entry(ty).or_insert(body) == body
    }

    /// The body of a type that is identified by its name, if it has been set.
    pub fn type_body(&self, ty: Type) -> Option<Attribute> {
        self.type_bodies.read().get(&ty).copied()
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}
