//! Finds what gets an alias, by going over the ops in the order in which printing them meets attributes, types and
//! locations; that order decides about the numbers of the aliases.

use asyncir_ir::asm::{AsmPrinter, OpPrinter, regions_of};
use asyncir_ir::def::{Format, OpDef, OpTrait, ParamFormat, Presence};
use asyncir_ir::{
    AttrKind, Attribute, BlockId, Body, Context, Location, LocationKind, NamedAttribute, OpRef, RegionId, Type,
    TypeKind, ValueId,
};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::aliases::{Alias, Aliases, Symbol};
use super::{PrintOptions, Within};

/// The name under which an attribute gets an alias.
pub(super) fn alias_name(ctx: &Context, attr: Attribute) -> Option<&'static str> {
    match attr.kind(ctx) {
        AttrKind::AffineMap(_) => Some("map"),
        AttrKind::IntegerSet(_) => Some("set"),
        AttrKind::Location(_) => Some("loc"),
        AttrKind::Dialect { def, .. } => metadata_alias(def.name),
        AttrKind::Distinct { inner, .. } if *inner != Attribute::UNIT => Some("distinct"),
        _ => None,
    }
}

/// Most attributes that become metadata of LLVM have aliases: they are long, and many ops share them.
fn metadata_alias(name: &'static str) -> Option<&'static str> {
    let mnemonic = name.strip_prefix("llvm.")?;
    let is_metadata = [
        "loop_",
        "tbaa_root",
        "tbaa_type_desc",
        "tbaa_tag",
        "alias_scope",
        "access_group",
        "di_",
    ]
    .iter()
    .any(|start| mnemonic.starts_with(start));
    let is_short = [
        "di_expression",
        "di_expression_elem",
        "di_annotation",
        "di_subrange",
        "di_generic_subrange",
    ];
    (is_metadata && !is_short.contains(&mnemonic)).then_some(mnemonic)
}

/// The name under which a type gets an alias: long tuples have one.
pub(super) fn type_alias_name(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ty.kind(ctx) {
        TypeKind::Tuple(types) if types.len() > 16 => Some("tuple"),
        _ => None,
    }
}

/// A symbol that was met.
struct Visited {
    symbol: Symbol,
    name: Option<&'static str>,
    /// 0 if neither the symbol nor anything in it has an alias, else how deeply aliases nest.
    depth: u32,
    deferred: bool,
    children: Vec<usize>,
}

/// The symbol that is being looked into.
struct Frame {
    deferred: bool,
    children: Vec<usize>,
    max_depth: u32,
}

struct Collector<'c> {
    ctx: &'c Context,
    options: &'c PrintOptions,
    visited: Vec<Visited>,
    by_symbol: HashMap<Symbol, usize, FixedState>,
    frames: Vec<Frame>,
    /// The types whose bodies are being visited, innermost last.
    within: Within,
}

/// The aliases of an op and all in it.
pub(super) fn collect(op: OpRef<'_>, options: &PrintOptions) -> Aliases {
    let mut collector = Collector {
        ctx: op.ctx,
        options,
        visited: Vec::new(),
        by_symbol: HashMap::default(),
        frames: Vec::new(),
        within: Within::default(),
    };
    collector.op(op);
    collector.finish()
}

impl Collector<'_> {
    fn finish(self) -> Aliases {
        let mut visited = self.visited;
        let is_type = |symbol: &Symbol| matches!(symbol, Symbol::Type(_));
        visited.sort_by(|a, b| {
            let kind = is_type(&b.symbol).cmp(&is_type(&a.symbol));
            a.depth.cmp(&b.depth).then(kind).then(a.name.cmp(&b.name))
        });
        let mut counts: HashMap<&str, u32, FixedState> = HashMap::default();
        let mut list = Vec::new();
        for Visited {
            symbol, name, deferred, ..
        } in visited
        {
            let Some(name) = name else { continue };
            let count = counts.entry(name).or_default();
            list.push(Alias {
                symbol,
                name,
                number: *count,
                deferred,
            });
            *count += 1;
        }
        Aliases::new(list)
    }

    /// Meets a symbol; `elide_type` if its type is not written.
    fn visit(&mut self, symbol: Symbol, deferred: bool, elide_type: bool) {
        let index = match self.by_symbol.get(&symbol) {
            Some(&index) => {
                if !deferred {
                    self.forbid_deferring(index);
                }
                index
            }
            None => self.visit_new(symbol, deferred, elide_type),
        };
        let depth = self.visited[index].depth;
        if let Some(frame) = self.frames.last_mut() {
            frame.children.push(index);
            frame.max_depth = frame.max_depth.max(depth);
        }
    }

    fn visit_new(&mut self, symbol: Symbol, deferred: bool, elide_type: bool) -> usize {
        let name = match symbol {
            Symbol::Attribute(attr) => alias_name(self.ctx, attr),
            Symbol::Location(_) => Some("loc"),
            Symbol::Type(ty) => type_alias_name(self.ctx, ty),
        };
        let index = self.visited.len();
        let depth = u32::from(name.is_some());
        self.visited.push(Visited {
            symbol,
            name,
            depth,
            deferred,
            children: Vec::new(),
        });
        self.by_symbol.insert(symbol, index);
        self.frames.push(Frame {
            deferred,
            children: Vec::new(),
            max_depth: 0,
        });
        match symbol {
            Symbol::Attribute(attr) => self.attribute_parts(attr, elide_type),
            Symbol::Location(location) => self.location_parts(location),
            Symbol::Type(ty) => self.type_parts(ty),
        }
        if let Some(frame) = self.frames.pop() {
            let visited = &mut self.visited[index];
            visited.children = frame.children;
            if frame.max_depth > 0 {
                visited.depth = frame.max_depth + 1;
            }
        }
        index
    }

    fn forbid_deferring(&mut self, index: usize) {
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            let visited = &mut self.visited[index];
            if std::mem::replace(&mut visited.deferred, false) {
                pending.extend_from_slice(&visited.children);
            }
        }
    }

    fn deferred(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.deferred)
    }

    fn visit_attribute(&mut self, attr: Attribute) {
        let deferred = self.deferred();
        self.visit(Symbol::of(self.ctx, attr), deferred, false);
    }

    fn visit_type(&mut self, ty: Type) {
        let deferred = self.deferred();
        self.visit(Symbol::Type(ty), deferred, false);
    }

    fn visit_location(&mut self, location: Location, deferred: bool) {
        self.visit(Symbol::Location(location), deferred, false);
    }

    fn attribute_parts(&mut self, attr: Attribute, elide_type: bool) {
        let ctx = self.ctx;
        match attr.kind(ctx) {
            AttrKind::Dialect { params, .. } => {
                if let AttrKind::Dialect { def, .. } = attr.kind(ctx)
                    && let ParamFormat::Custom(_, print) = def.format
                {
                    print(self, params);
                }
                return;
            }
            AttrKind::Distinct { inner, .. } => self.visit_attribute(*inner),
            AttrKind::Dictionary(entries) => entries.iter().for_each(|entry| self.visit_attribute(entry.1)),
            AttrKind::Array(elements) => elements.iter().for_each(|&element| self.visit_attribute(element)),
            AttrKind::Type(ty) => self.visit_type(*ty),
            AttrKind::Integer { .. } | AttrKind::Float { .. } => return,
            _ => {}
        }
        let ty = attr.ty(ctx);
        if !elide_type && ty != Type::NONE {
            self.visit_type(ty);
        }
    }

    fn location_parts(&mut self, location: Location) {
        let deferred = self.deferred();
        match location.kind(self.ctx) {
            LocationKind::Name { child, .. } if child != Location::UNKNOWN => {
                self.visit_location(child, deferred);
            }
            LocationKind::CallSite { callee, caller } => {
                self.visit_location(callee, deferred);
                self.visit_location(caller, deferred);
            }
            LocationKind::Fused { locations, metadata } => {
                if let Some(metadata) = metadata {
                    self.visit_attribute(metadata);
                }
                locations.iter().for_each(|&part| self.visit_location(part, deferred));
            }
            _ => {}
        }
    }

    fn type_parts(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Dialect { def, params } => {
                if let ParamFormat::Custom(_, print) = def.format {
                    print(self, params);
                }
            }
            TypeKind::Complex(element) | TypeKind::UnrankedTensor(element) | TypeKind::Vector { element, .. } => {
                self.visit_type(*element)
            }
            TypeKind::Tuple(types) => types.iter().for_each(|&ty| self.visit_type(ty)),
            TypeKind::RankedTensor { element, encoding, .. } => {
                self.visit_type(*element);
                encoding.iter().for_each(|&attr| self.visit_attribute(attr));
            }
            TypeKind::MemRef {
                element,
                layout,
                memory_space,
                ..
            } => {
                self.visit_type(*element);
                layout
                    .iter()
                    .chain(memory_space)
                    .for_each(|&attr| self.visit_attribute(attr));
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.visit_type(*element);
                memory_space.iter().for_each(|&attr| self.visit_attribute(attr));
            }
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| self.visit_type(ty));
            }
            _ => {}
        }
    }

    // Ops.

    fn op(&mut self, op: OpRef<'_>) {
        if self.options.debug_info {
            self.visit_location(op.location(), true);
        }
        if !self.options.generic
            && let Some(def) = op.data().def()
        {
            match def.format {
                Format::Custom(_, print) => return print(self, op),
                Format::Assembly(_) => return crate::format::print_with_format(self, def, op),
                Format::Generic => {}
            }
        }
        self.generic(op);
    }

    fn generic(&mut self, op: OpRef<'_>) {
        let (body, regions) = regions_of(op.body, op.op);
        for &region in regions {
            self.region_parts(op.ctx, body, region, true, true);
        }
        op.operand_types().iter().for_each(|&ty| self.visit_type(ty));
        op.result_types().iter().for_each(|&ty| self.visit_type(ty));
        for (_, value) in all_attributes(op, &[]) {
            self.visit_attribute(value);
        }
    }

    fn region_parts(&mut self, ctx: &Context, body: &Body, region: RegionId, entry_args: bool, terminators: bool) {
        if self.options.skip_regions {
            return;
        }
        for (index, block) in body.region_blocks(region).enumerate() {
            if index > 0 || entry_args {
                for arg in body.block(block).args() {
                    self.visit_type(body.value_type(arg.value));
                    if self.options.debug_info {
                        self.visit_location(arg.location, false);
                    }
                }
            }
            let skipped = (index == 0 && !terminators)
                .then(|| super::ops::terminator_of(body, block))
                .flatten();
            for op in body.block_ops(block).filter(|&op| Some(op) != skipped) {
                self.op(body.op_ref(ctx, op));
            }
        }
    }
}

/// Attributes in the order they are written.
pub(super) type AttributeList = SmallVec<[NamedAttribute; 4]>;

/// Inherent and discardable attributes of an op together, sorted by name, without those in `elided`.
pub(super) fn all_attributes(op: OpRef<'_>, elided: &[&str]) -> AttributeList {
    let ctx = op.ctx;
    let data = op.data();
    let mut all = AttributeList::new();
    // The properties of an op that is not registered are not looked into.
    let properties = match data.def() {
        Some(_) => data.properties(),
        None => Attribute::EMPTY_DICT,
    };
    for dict in [properties, data.attrs()] {
        if dict != Attribute::EMPTY_DICT {
            let entries = dict.as_dict(ctx).unwrap_or(&[]);
            all.extend(
                entries
                    .iter()
                    .copied()
                    .filter(|entry| !elided.contains(&ctx.str(entry.0))),
            );
        }
    }
    let both = properties != Attribute::EMPTY_DICT && data.attrs() != Attribute::EMPTY_DICT;
    if both && all.len() > 1 {
        all.sort_by(|a, b| ctx.str(a.0).cmp(ctx.str(b.0)));
    }
    all
}

/// Attributes that a custom form writes: neither elided, nor at their default, nor sizes of segments.
pub(super) fn written_attributes(op: OpRef<'_>, elided: &[&str]) -> AttributeList {
    let Some(def) = op.data().def() else {
        return all_attributes(op, elided);
    };
    let at_default = op.data().properties() == op.ctx.default_properties(def);
    if at_default && op.data().attrs() == Attribute::EMPTY_DICT {
        return AttributeList::new();
    }
    let mut all = all_attributes(op, elided);
    all.retain(|&mut (name, value)| is_written(op.ctx, def, op.ctx.str(name), value));
    all
}

fn is_written(ctx: &Context, def: &OpDef, name: &str, value: Attribute) -> bool {
    if let Some(slot) = def.attribute(name) {
        return match slot.presence {
            Presence::Default(default) | Presence::OptionalDefault(default) => default(ctx) != value,
            _ => true,
        };
    }
    !((name == "operandSegmentSizes" && def.has(OpTrait::AttrSizedOperandSegments))
        || (name == "resultSegmentSizes" && def.has(OpTrait::AttrSizedResultSegments)))
}

impl AsmPrinter for Collector<'_> {
    fn ctx(&self) -> &Context {
        self.ctx
    }
    fn text(&mut self, _text: &str) {}
    fn enter(&mut self, ty: Type) -> bool {
        self.within.enter(ty)
    }
    fn leave(&mut self) {
        self.within.leave();
    }
    fn ty(&mut self, ty: Type) {
        self.visit_type(ty);
    }
    fn attribute(&mut self, attr: Attribute) {
        self.visit_attribute(attr);
    }
    fn attribute_without_type(&mut self, attr: Attribute) {
        let deferred = self.deferred();
        self.visit(Symbol::of(self.ctx, attr), deferred, true);
    }
    fn stripped_attribute(&mut self, attr: Attribute) {
        self.visit_attribute(attr);
    }
    fn stripped_type(&mut self, ty: Type) {
        if let Some((def, params)) = ty.dialect(self.ctx)
            && let ParamFormat::Custom(_, print) = def.format
        {
            print(self, params);
        }
    }
    fn keyword_or_string(&mut self, _text: &str) {}
    fn string(&mut self, _bytes: &[u8]) {}
    fn symbol_name(&mut self, _name: &str) {}
}

impl OpPrinter for Collector<'_> {
    fn as_asm(&mut self) -> &mut dyn AsmPrinter {
        self
    }
    fn operand(&mut self, _value: ValueId) {}
    fn new_line(&mut self) {}
    fn change_indent(&mut self, _deeper: bool) {}
    fn successor(&mut self, _block: BlockId) {}
    fn successor_and_operands(&mut self, _block: BlockId, _operands: &[ValueId]) {}
    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        for (_, value) in written_attributes(op, elided) {
            self.visit_attribute(value);
        }
    }
    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict(op, elided);
    }
    fn attr_dict_in_full(&mut self, op: OpRef<'_>, elided: &[&str]) {
        for (_, value) in all_attributes(op, elided) {
            self.visit_attribute(value);
        }
    }
    fn region(&mut self, op: OpRef<'_>, index: usize, entry_args: bool, terminators: bool) {
        let (body, regions) = regions_of(op.body, op.op);
        if let Some(&region) = regions.get(index) {
            self.region_parts(op.ctx, body, region, entry_args, terminators);
        }
    }
    fn argument(&mut self, body: &Body, arg: ValueId, _attrs: Attribute, _typed: bool) {
        self.visit_type(body.value_type(arg));
        if self.options.debug_info {
            let location = super::ops::argument_location(body, arg);
            self.visit_location(location, false);
        }
    }
    fn functional_type(&mut self, op: OpRef<'_>) {
        op.operand_types().iter().for_each(|&ty| self.visit_type(ty));
        op.result_types().iter().for_each(|&ty| self.visit_type(ty));
    }
    fn nested_op(&mut self, op: OpRef<'_>) {
        self.op(op);
    }
    fn generic_op(&mut self, op: OpRef<'_>) {
        self.generic(op);
    }
}
