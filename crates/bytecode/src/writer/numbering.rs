//! The numbers of dialects, names of ops, attributes, types and resources: everything that is named more than once.

use std::cmp::Reverse;
use std::hash::Hash;

use asyncir_ir::stack::at_depth;
use asyncir_ir::{AttrKind, Attribute, Body, Context, Ident, Location, OpId, OpName, OpRef, Type, TypeKind};
use asyncir_text::Resources;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::builtin;
use super::properties;
use super::sink::Sink;
use crate::format::since;

/// Different things, each with a number.
pub(super) struct Table<T> {
    pub(super) items: Vec<T>,
    numbers: HashMap<T, u64, FixedState>,
    /// How often each was asked for.
    uses: Vec<u64>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            numbers: HashMap::default(),
            uses: Vec::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    /// The number of a thing, which is added if it is new.
    pub(super) fn number(&mut self, item: T) -> u64 {
        self.add(item).0
    }

    /// The same, with whether it is new.
    fn add(&mut self, item: T) -> (u64, bool) {
        if let Some(&number) = self.numbers.get(&item) {
            self.uses[number as usize] += 1;
            return (number, false);
        }
        let number = self.items.len() as u64;
        self.numbers.insert(item.clone(), number);
        self.items.push(item);
        self.uses.push(1);
        (number, true)
    }

    /// The number of a thing that is there.
    pub(super) fn get(&self, item: &T) -> u64 {
        self.numbers.get(item).copied().unwrap_or_default()
    }

    /// Numbers things anew: by group, and in a group those first that are used most, for small numbers take fewer bytes.
    fn sort_by_group(&mut self, group: impl Fn(&T) -> u64) {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by_key(|&at| (group(&self.items[at]), Reverse(self.uses[at])));
        self.items = order.iter().map(|&at| self.items[at].clone()).collect();
        self.uses = order.iter().map(|&at| self.uses[at]).collect();
        for (number, item) in self.items.iter().enumerate() {
            self.numbers.insert(item.clone(), number as u64);
        }
    }
}

/// All numbers of a file.
pub(super) struct Numbering<'c> {
    pub(super) ctx: &'c Context,
    pub(super) version: u64,
    pub(super) dialects: Table<String>,
    pub(super) op_names: Table<OpName>,
    pub(super) attributes: Table<Attribute>,
    pub(super) types: Table<Type>,
    /// The attribute that each location is, and in the end its number.
    locations: HashMap<Location, (Attribute, u64), FixedState>,
    /// Keys of resources that are named.
    pub(super) resources: Table<Ident>,
    /// Properties that were met.
    properties: HashSet<properties::Key, FixedState>,
    /// How deeply attributes, types and ops nest where the numbering is.
    depth: u32,
}

impl<'c> Numbering<'c> {
    /// Numbers what an op and everything in it names.
    pub(super) fn of(op: OpRef<'c>, version: u64, resources: &Resources) -> Self {
        let mut numbering = Self {
            ctx: op.ctx,
            version,
            dialects: Table::default(),
            op_names: Table::default(),
            attributes: Table::default(),
            types: Table::default(),
            locations: HashMap::default(),
            resources: Table::default(),
            properties: HashSet::default(),
            depth: 0,
        };
        numbering.op(op.body, op.op);
        numbering.order(resources);
        numbering
    }

    /// The number of a location.
    pub(super) fn location_number(&self, location: Location) -> u64 {
        self.locations.get(&location).map_or(0, |&(_, number)| number)
    }

    fn order(&mut self, resources: &Resources) {
        let ctx = self.ctx;
        let dialects = &self.dialects;
        let number = |name: &str| dialects.get(&name.to_owned());
        self.op_names.sort_by_group(|name| number(dialect_of_op(ctx, *name)));
        self.attributes
            .sort_by_group(|&attribute| number(dialect_of(ctx, attribute)));
        for (attribute, number) in self.locations.values_mut() {
            *number = self.attributes.get(attribute);
        }
        self.types.sort_by_group(|&ty| number(dialect_of_type(ctx, ty)));
        // Resources that are only named stand behind those that are there.
        let there: Vec<Ident> = resources
            .dialects
            .iter()
            .flat_map(|(_, group)| group)
            .map(|(key, _)| *key)
            .collect();
        let place = |key: &Ident| there.iter().position(|other| other == key).unwrap_or(there.len()) as u64;
        self.resources.sort_by_group(place);
    }

    /// Numbers what may nest.
    fn nested(&mut self, number: impl FnOnce(&mut Self) + Send) {
        self.depth += 1;
        at_depth(self.depth, || number(self));
        self.depth -= 1;
    }

    fn op(&mut self, body: &Body, op: OpId) {
        let ctx = self.ctx;
        let data = body.op(op);
        self.dialects.number(dialect_of_op(ctx, data.name()).to_owned());
        self.op_names.number(data.name());
        self.location(data.location());
        let attributes = properties::attributes(ctx, data, self.version);
        if attributes != Attribute::EMPTY_DICT {
            self.attribute(attributes);
        }
        if self.version >= since::PROPERTIES && self.properties.insert(properties::key(data)) {
            properties::encode(ctx, data, self.version, self);
        }
        body.results(op).for_each(|result| self.ty(body.value_type(result)));
        let (inner, regions) = match data.body() {
            Some(own) => (own, own.root_regions()),
            None => (body, body.op_regions(op)),
        };
        for &region in regions {
            for block in inner.region_blocks(region) {
                for argument in inner.block(block).args() {
                    self.ty(inner.value_type(argument.value));
                    if argument.location != Location::UNKNOWN || self.version < since::NO_UNKNOWN_LOCATIONS {
                        self.location(argument.location);
                    }
                }
                self.nested(|numbering| inner.block_ops(block).for_each(|op| numbering.op(inner, op)));
            }
        }
    }
}

/// What is in an encoding is numbered.
impl Sink for Numbering<'_> {
    fn number(&mut self, _: u64) {}
    fn signed(&mut self, _: i64) {}
    fn byte(&mut self, _: u8) {}
    fn blob(&mut self, _: &[u8]) {}
    fn string(&mut self, _: &[u8]) {}

    fn attribute(&mut self, attribute: Attribute) {
        if !self.attributes.add(attribute).1 {
            return;
        }
        self.dialects.number(dialect_of(self.ctx, attribute).to_owned());
        self.nested(|numbering| _ = builtin::attribute(numbering.ctx, attribute, numbering));
    }

    fn optional_attribute(&mut self, attribute: Option<Attribute>) {
        attribute.into_iter().for_each(|attribute| self.attribute(attribute));
    }

    fn ty(&mut self, ty: Type) {
        if !self.types.add(ty).1 {
            return;
        }
        self.dialects.number(dialect_of_type(self.ctx, ty).to_owned());
        self.nested(|numbering| _ = builtin::encode_type(numbering.ctx, ty, numbering));
    }

    fn location(&mut self, location: Location) {
        let attribute = self.locations.entry(location);
        let (attribute, _) = *attribute.or_insert_with(|| (self.ctx.attr(AttrKind::Location(location)), 0));
        self.attribute(attribute);
    }

    fn name(&mut self, name: Ident) {
        self.attribute(self.ctx.str_attr(self.ctx.str(name)));
    }

    fn resource(&mut self, key: Ident) {
        self.resources.number(key);
    }
}

/// The dialect of an op, by its name.
pub(super) fn dialect_of_op(ctx: &Context, name: OpName) -> &str {
    name.as_str(ctx).split('.').next().unwrap_or_default()
}

/// The dialect of an attribute.
pub(super) fn dialect_of(ctx: &Context, attribute: Attribute) -> &str {
    match attribute.kind(ctx) {
        AttrKind::Dialect { def, .. } => first_part(def.name),
        AttrKind::Opaque { dialect, .. } => ctx.str(*dialect),
        _ => BUILTIN,
    }
}

/// The dialect of a type.
pub(super) fn dialect_of_type(ctx: &Context, ty: Type) -> &str {
    match ty.kind(ctx) {
        TypeKind::Dialect { def, .. } => first_part(def.name),
        TypeKind::Opaque { dialect, .. } => ctx.str(*dialect),
        _ => BUILTIN,
    }
}

/// The dialect of what belongs to no other.
const BUILTIN: &str = "builtin";

fn first_part(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}
