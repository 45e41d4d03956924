//! Addresses of blocks, which constants may name before the labels of the function are known.
//!
//! A mention is written as a placeholder, which becomes the label when the module is complete.

use std::collections::HashMap;

use asyncir_ir::{AttrKind, Attribute, Fallible, OpRef};

use super::constant::Value;
use super::state::failed;
use super::text::name;
use crate::dialect::attr;

/// Encloses placeholders. It occurs nowhere else in the text, which quotes it.
const MARK: char = '\0';

/// The name of a function and the number of a tag.
type Tag = (String, i64);

/// The blocks that have tags, and mentions of them.
#[derive(Default)]
pub(super) struct BlockAddresses {
    labels: HashMap<Tag, u32>,
    /// What placeholders stand for, by their numbers.
    mentions: Vec<Tag>,
}

/// The parameters of a dialect's attribute.
fn params<'c>(op: OpRef<'c>, attr: Attribute) -> Option<&'c [Attribute]> {
    match attr.kind(op.ctx) {
        AttrKind::Dialect { params, .. } => Some(params),
        _ => None,
    }
}

impl BlockAddresses {
    /// Notes the label of the block that a tag stands in.
    pub(super) fn define(&mut self, function: &str, tag: OpRef<'_>, label: u32) -> Fallible {
        let id = attr(tag, "tag").and_then(|id| params(tag, id)?.first()?.as_i64(tag.ctx));
        let id = id.ok_or_else(|| failed(tag))?;
        self.labels.insert((function.to_owned(), id), label);
        Ok(())
    }

    /// The constant that an op stands for.
    pub(super) fn mention(&mut self, op: OpRef<'_>) -> Option<Value> {
        let &[function, tag] = params(op, attr(op, "block_addr")?)? else {
            return None;
        };
        let symbol = function.as_flat_symbol(op.ctx)?;
        let function = op.ctx.str(symbol);
        let id = params(op, tag)?.first()?.as_i64(op.ctx)?;
        let number = self.mentions.len();
        self.mentions.push((function.to_owned(), id));
        let text = format!("blockaddress({}, %{MARK}{number}{MARK})", name('@', function));
        Some(Value::Block(symbol, text.into()))
    }

    /// Whether there is a mention.
    pub(super) fn are_mentioned(&self) -> bool {
        !self.mentions.is_empty()
    }

    /// Puts labels in the place of placeholders.
    pub(super) fn resolve(&self, definition: &mut Option<String>) {
        let Some(text) = definition.as_ref().filter(|_| self.are_mentioned()) else {
            return;
        };
        let mut resolved = String::with_capacity(text.len());
        for (index, part) in text.split(MARK).enumerate() {
            if index % 2 == 0 {
                resolved.push_str(part);
                continue;
            }
            let tag = part.parse().ok().and_then(|number: usize| self.mentions.get(number));
            // The verifier has seen that there is such a block.
            let label = tag.and_then(|tag| self.labels.get(tag)).copied().unwrap_or(0);
            resolved.push_str(&label.to_string());
        }
        *definition = Some(resolved);
    }
}
