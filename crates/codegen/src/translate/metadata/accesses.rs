//! What is known of memory accesses: alias scopes, access groups, types for alias analysis.

use asyncir_ir::{AttrKind, Attribute, Context};

use super::{Key, Metadata, param, string};

/// Whether a node is told from others by an attribute `distinct[n]<>`, not by a name.
fn is_distinct(ctx: &Context, id: Option<Attribute>) -> bool {
    id.is_some_and(|id| matches!(id.kind(ctx), AttrKind::Distinct { .. }))
}

impl Metadata {
    /// `!{!scope, ...}`
    pub(in super::super) fn alias_scopes(&mut self, ctx: &Context, scopes: Attribute) -> usize {
        self.list(ctx, "scopes", scopes, Self::alias_scope)
    }

    /// `!{!id, !domain, !"description"}`, where a distinct scope is its own id.
    fn alias_scope(&mut self, ctx: &Context, scope: Attribute) -> usize {
        let domain = param(ctx, scope, "domain").unwrap_or(Attribute::UNIT);
        self.scope_node(ctx, scope, Some(domain))
    }

    fn scope_node(&mut self, ctx: &Context, attr: Attribute, domain: Option<Attribute>) -> usize {
        self.numbered(Key::Attribute("scope", attr), |this, number| {
            let id = param(ctx, attr, "id");
            let (start, id) = match id {
                Some(id) if !is_distinct(ctx, Some(id)) => ("", string(ctx, id)),
                _ => ("distinct ", format!("!{number}")),
            };
            let domain = domain.map_or_else(String::new, |domain| {
                format!(", !{}", this.scope_node(ctx, domain, None))
            });
            let description = param(ctx, attr, "description");
            let description = description.map_or_else(String::new, |text| format!(", {}", string(ctx, text)));
            format!("{start}{{{id}{domain}{description}}}")
        })
    }

    /// The group, or `!{!group, ...}` if there are several.
    pub(super) fn access_groups(&mut self, ctx: &Context, groups: Attribute) -> usize {
        match groups.as_array(ctx) {
            Some(&[group]) => self.access_group(ctx, group),
            _ => self.list(ctx, "groups", groups, Self::access_group),
        }
    }

    /// `distinct !{}`
    pub(super) fn access_group(&mut self, _ctx: &Context, group: Attribute) -> usize {
        self.numbered(Key::Attribute("group", group), |_, _| "distinct {}".to_owned())
    }

    fn list(
        &mut self,
        ctx: &Context,
        what: &'static str,
        list: Attribute,
        element: fn(&mut Self, &Context, Attribute) -> usize,
    ) -> usize {
        self.numbered(Key::Attribute(what, list), |this, _| {
            let elements = list.as_array(ctx).unwrap_or_default();
            let elements: Vec<String> = elements
                .iter()
                .map(|&attr| format!("!{}", element(this, ctx, attr)))
                .collect();
            format!("{{{}}}", elements.join(", "))
        })
    }

    /// `!{!base, !access, i64 offset}`
    pub(super) fn tbaa_tag(&mut self, ctx: &Context, tag: Attribute) -> usize {
        self.numbered(Key::Attribute("tag", tag), |this, _| {
            let mut ty = |name| param(ctx, tag, name).map_or(0, |ty| this.tbaa_type(ctx, ty));
            let (base, access) = (ty("base_type"), ty("access_type"));
            let offset = param(ctx, tag, "offset")
                .and_then(|offset| offset.as_i64(ctx))
                .unwrap_or(0);
            let is_constant = param(ctx, tag, "constant").and_then(Attribute::as_bool) == Some(true);
            let constant = if is_constant { ", i64 1" } else { "" };
            format!("{{!{base}, !{access}, i64 {offset}{constant}}}")
        })
    }

    /// `!{!"name", !member, i64 offset, ...}`; the root has no members.
    fn tbaa_type(&mut self, ctx: &Context, ty: Attribute) -> usize {
        self.numbered(Key::Attribute("type", ty), |this, _| {
            let mut text = param(ctx, ty, "id").map_or_else(|| "!\"\"".to_owned(), |id| string(ctx, id));
            let members = param(ctx, ty, "members")
                .and_then(|members| members.as_array(ctx))
                .unwrap_or_default();
            for &member in members {
                let AttrKind::Dialect { params, .. } = member.kind(ctx) else {
                    continue;
                };
                if let &[ty, offset] = &params[..] {
                    let ty = this.tbaa_type(ctx, ty);
                    text.push_str(&format!(", !{ty}, i64 {}", offset.as_i64(ctx).unwrap_or(0)));
                }
            }
            format!("{{{text}}}")
        })
    }
}
