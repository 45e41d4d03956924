//! Quick looks over a whole op before it is printed.

use asyncir_ir::asm::regions_of;
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId, OpRef, RegionId, Type, TypeKind};
use smallvec::SmallVec;

use super::collect::alias_name;

/// Looks for an attribute or type that has an alias. Everything is interned, so that each one is looked at once.
struct Scan<'c> {
    ctx: &'c Context,
    seen_attrs: Vec<bool>,
    seen_types: Vec<bool>,
    /// Still to be looked at.
    attrs: SmallVec<[Attribute; 16]>,
    types: SmallVec<[Type; 16]>,
    found: bool,
    order_matters: bool,
}

/// What was found in an op.
pub(super) struct Found {
    /// Whether it holds, anywhere, an attribute or type that is written as an alias. If so, the rest is not looked at.
    pub(super) has_aliases: bool,
    /// Whether it holds an attribute that is numbered or listed as it is met.
    pub(super) order_matters: bool,
}

/// Looks over an op. What no op of the context can hold need not be looked for.
pub(super) fn scan(op: OpRef<'_>) -> Found {
    let mut scan = Scan::new(op.ctx);
    let ctx = op.ctx;
    let matters = |attr| alias_name(ctx, attr).is_some() || is_order_sensitive(attr.kind(ctx));
    if ctx.any_attr(matters) || ctx.any_type(|ty| super::collect::type_alias_name(ctx, ty).is_some()) {
        scan.op(op);
    }
    Found {
        has_aliases: scan.found,
        order_matters: scan.order_matters,
    }
}

/// Whether attributes of this kind are numbered or listed as they are met.
fn is_order_sensitive(kind: &AttrKind) -> bool {
    matches!(kind, AttrKind::Distinct { .. } | AttrKind::DenseResource { .. })
}

fn first_time(seen: &mut Vec<bool>, index: u32) -> bool {
    let index = index as usize;
    if index >= seen.len() {
        seen.resize(index + 64, false);
    }
    !std::mem::replace(&mut seen[index], true)
}

impl<'c> Scan<'c> {
    fn new(ctx: &'c Context) -> Self {
        Self {
            ctx,
            seen_attrs: Vec::new(),
            seen_types: Vec::new(),
            attrs: SmallVec::new(),
            types: SmallVec::new(),
            found: false,
            order_matters: false,
        }
    }

    #[inline]
    fn attr(&mut self, attr: Attribute) {
        if first_time(&mut self.seen_attrs, attr.as_u32()) {
            self.attrs.push(attr);
        }
    }

    #[inline]
    fn ty(&mut self, ty: Type) {
        if first_time(&mut self.seen_types, ty.as_u32()) {
            self.types.push(ty);
        }
    }

    /// Looks at an op and, without recursion, at all in it.
    fn op(&mut self, op: OpRef<'_>) {
        let mut pending: Vec<(&Body, RegionId)> = Vec::new();
        self.one(op.body, op.op, &mut pending);
        while let Some((body, region)) = pending.pop() {
            for block in body.region_blocks(region) {
                for arg in body.block_args(block) {
                    self.ty(body.value_type(arg));
                }
                for inner in body.block_ops(block) {
                    self.one(body, inner, &mut pending);
                }
            }
            if self.found {
                return;
            }
        }
    }

    fn one<'b>(&mut self, body: &'b Body, op: OpId, pending: &mut Vec<(&'b Body, RegionId)>) {
        let data = body.op(op);
        self.attr(data.properties());
        self.attr(data.attrs());
        for result in body.results(op) {
            self.ty(body.value_type(result));
        }
        let (inner, regions) = regions_of(body, op);
        pending.extend(regions.iter().map(|&region| (inner, region)));
        self.drain();
    }

    fn drain(&mut self) {
        loop {
            if let Some(attr) = self.attrs.pop() {
                self.found |= alias_name(self.ctx, attr).is_some();
                self.order_matters |= is_order_sensitive(attr.kind(self.ctx));
                self.attr_parts(attr);
            } else if let Some(ty) = self.types.pop() {
                self.found |= super::collect::type_alias_name(self.ctx, ty).is_some();
                self.type_parts(ty);
            } else {
                return;
            }
        }
    }

    fn attr_parts(&mut self, attr: Attribute) {
        let ctx = self.ctx;
        let ty = attr.ty(ctx);
        if ty != Type::NONE {
            self.ty(ty);
        }
        match attr.kind(ctx) {
            AttrKind::Array(parts) | AttrKind::Dialect { params: parts, .. } => {
                parts.iter().for_each(|&part| self.attr(part));
            }
            AttrKind::Dictionary(entries) => entries.iter().for_each(|entry| self.attr(entry.1)),
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Distinct { inner, .. } => self.attr(*inner),
            _ => {}
        }
    }

    fn type_parts(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Complex(element) | TypeKind::UnrankedTensor(element) | TypeKind::Vector { element, .. } => {
                self.ty(*element)
            }
            TypeKind::Tuple(types) => types.iter().for_each(|&ty| self.ty(ty)),
            TypeKind::RankedTensor { element, encoding, .. } => {
                self.ty(*element);
                encoding.iter().for_each(|&attr| self.attr(attr));
            }
            TypeKind::MemRef {
                element,
                layout,
                memory_space,
                ..
            } => {
                self.ty(*element);
                layout.iter().chain(memory_space).for_each(|&attr| self.attr(attr));
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.ty(*element);
                memory_space.iter().for_each(|&attr| self.attr(attr));
            }
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| self.ty(ty));
            }
            TypeKind::Dialect { params, .. } => params.iter().for_each(|&param| self.attr(param)),
            _ => {}
        }
    }
}
