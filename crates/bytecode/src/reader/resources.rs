//! Resources: data that a file carries beside its ops.

use asyncir_ir::Ident;
use asyncir_text::{ResourceValue, Resources};

use super::Reader;
use super::stream::{Read, Stream};
use crate::format::{resource, section};

/// The values of one provider.
type Group = Vec<(Ident, ResourceValue)>;

impl<'b> Reader<'b> {
    /// Reads all resources, if the file has any.
    pub(super) fn read_resources(&mut self) -> Read<Resources> {
        let mut resources = Resources::default();
        let Some(mut offsets) = self.sections[usize::from(section::RESOURCE_OFFSETS)] else {
            return Ok(resources);
        };
        let mut data = self.section(section::RESOURCES, "resources")?;
        for _ in 0..offsets.count()? {
            let provider = self.ident(&mut offsets)?;
            let group = self.read_group(&mut offsets, &mut data, None)?;
            resources.external.push((provider, group));
        }
        while !offsets.is_empty() {
            let dialect = self.dialect(&mut offsets)?;
            let mut keys = std::mem::take(&mut self.resource_keys);
            let group = self.read_group(&mut offsets, &mut data, Some(&mut keys))?;
            self.resource_keys = keys;
            if !group.is_empty() {
                resources.dialects.push((self.ctx.ident(dialect), group));
            }
        }
        Ok(resources)
    }

    /// Reads the resources of a provider. A dialect's resource without data is only declared.
    fn read_group(
        &self,
        offsets: &mut Stream<'b>,
        data: &mut Stream<'b>,
        mut keys: Option<&mut Vec<Ident>>,
    ) -> Read<Group> {
        let mut group = Group::new();
        for _ in 0..offsets.count()? {
            let key = self.ident(offsets)?;
            let size = offsets.number()?;
            let size = data.checked_count(size)?;
            let kind = offsets.byte()?;
            let value = data.part(size)?;
            if let Some(keys) = &mut keys {
                keys.push(key);
                if value.is_empty() {
                    continue;
                }
            }
            group.push((key, self.read_value(value, kind)?));
        }
        Ok(group)
    }

    fn read_value(&self, mut value: Stream<'b>, kind: u8) -> Read<ResourceValue> {
        let read = match kind {
            resource::BLOB => {
                let alignment = value.number()?;
                let size = value.number()?;
                value.align(alignment)?;
                let size = value.checked_count(size)?;
                // Text has the alignment in front of the data.
                let mut blob = (alignment as u32).to_le_bytes().to_vec();
                blob.extend_from_slice(value.take(size)?);
                ResourceValue::Blob(blob)
            }
            resource::BOOL => ResourceValue::Bool(value.byte()? != 0),
            resource::STRING => ResourceValue::String(self.string(&mut value)?.to_vec()),
            _ => return value.bad(format!("resources of kind {kind} are unknown")),
        };
        value.end("a resource")?;
        Ok(read)
    }
}
