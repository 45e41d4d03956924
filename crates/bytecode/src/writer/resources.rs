//! Resources: data that a file carries beside its ops.

use asyncir_ir::Ident;
use asyncir_text::{ResourceValue, Resources};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Writer;
use super::buffer::Buffer;
use super::numbering::BUILTIN;
use crate::format::resource;

impl Writer<'_> {
    /// The sections of resources: where they are, and their values. `None` if there are none.
    pub(super) fn resources(&mut self, resources: &Resources) -> Option<(Buffer, Buffer)> {
        let named = std::mem::take(&mut self.numbering.resources.items);
        if named.is_empty() && resources.external.is_empty() {
            return None;
        }
        let (mut offsets, mut values) = (Buffer::default(), Buffer::default());
        offsets.number(resources.external.len() as u64);
        for (provider, group) in &resources.external {
            let provider = self.string(self.ctx.str(*provider).as_bytes());
            offsets.number(provider);
            offsets.number(group.len() as u64);
            for (key, value) in group {
                self.value(*key, Some(value), &mut offsets, &mut values);
            }
        }
        if !named.is_empty() {
            // All attributes that name resources are of the builtin dialect.
            offsets.number(self.numbering.dialects.get(&BUILTIN));
            offsets.number(named.len() as u64);
            let mut there: HashMap<Ident, &ResourceValue, FixedState> = HashMap::default();
            for (key, value) in resources.dialects.iter().flat_map(|(_, group)| group) {
                there.entry(*key).or_insert(value);
            }
            for key in &named {
                self.value(*key, there.get(key).copied(), &mut offsets, &mut values);
            }
        }
        Some((offsets, values))
    }

    fn value(&mut self, key: Ident, value: Option<&ResourceValue>, offsets: &mut Buffer, values: &mut Buffer) {
        let start = values.bytes.len();
        let kind = match value.filter(|_| !self.elides_resources) {
            None => resource::BLOB,
            Some(ResourceValue::Blob(blob)) => {
                // Text has the alignment in front of the data.
                let (alignment, data) = blob.split_at_checked(4).unwrap_or((&[1, 0, 0, 0], &[]));
                let alignment = alignment.try_into().map_or(1, u32::from_le_bytes).into();
                values.number(alignment);
                values.number(data.len() as u64);
                values.align(alignment);
                values.bytes.extend_from_slice(data);
                resource::BLOB
            }
            Some(ResourceValue::Bool(value)) => {
                values.byte((*value).into());
                resource::BOOL
            }
            Some(ResourceValue::String(text)) => {
                let text = self.string(text);
                values.number(text);
                resource::STRING
            }
        };
        let key = self.string(self.ctx.str(key).as_bytes());
        offsets.number(key);
        offsets.number((values.bytes.len() - start) as u64);
        offsets.byte(kind);
    }
}
