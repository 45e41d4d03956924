//! Properties of ops: their attributes by name, then what is no attribute, then the sizes of segments.

use asyncir_ir::def::OpDef;
use asyncir_ir::{NamedAttribute, OperationState};

use super::Reader;
use super::ops::OpNameEntry;
use super::stream::{Read, Stream};
use crate::format::{section, since};
use crate::properties::{InFile, Layout, Plain, Segments};

impl<'b> Reader<'b> {
    /// Takes note of where each encoding of properties is.
    pub(super) fn read_properties(&mut self) -> Read<()> {
        if self.version < since::PROPERTIES {
            return Ok(());
        }
        let mut stream = self.section(section::PROPERTIES, "properties")?;
        for _ in 0..stream.count()? {
            let size = stream.count()?;
            self.properties.push(stream.part(size)?);
        }
        stream.end("the properties")
    }

    pub(super) fn read_properties_of(
        &mut self,
        mut encoding: Stream<'b>,
        entry: OpNameEntry,
        state: &mut OperationState,
    ) -> Read<()> {
        let stream = &mut encoding;
        if !entry.was_registered {
            let properties = self.attribute(stream)?;
            self.set_unknown_properties(stream, properties, state)?;
            return stream.end("properties");
        }
        let Some(def) = entry.name.def() else {
            let name = entry.name.as_str(self.ctx);
            return stream.bad(format!("the properties of the unknown op '{name}' cannot be read"));
        };
        let mut entries = Vec::new();
        self.read_known_properties(stream, def, &mut entries)?;
        state.properties = self.ctx.dict_with_all(state.properties, &entries);
        stream.end(&format!("the properties of '{}'", def.name))
    }

    fn read_known_properties(
        &mut self,
        stream: &mut Stream<'b>,
        def: &'static OpDef,
        entries: &mut Vec<NamedAttribute>,
    ) -> Read<()> {
        let ctx = self.ctx;
        let layout = Layout::of(def);
        for attribute in layout.attributes(self.version) {
            match attribute {
                InFile::Segments(segments) => entries.push((ctx.ident(segments.name), self.attribute(stream)?)),
                InFile::Slot(slot) if Layout::is_required(slot) => {
                    entries.push((ctx.static_ident(slot.name), self.attribute(stream)?));
                }
                InFile::Slot(slot) => {
                    let value = self.optional_attribute(stream)?;
                    entries.extend(value.map(|value| (ctx.static_ident(slot.name), value)));
                }
            }
        }
        for (slot, plain) in &layout.plain {
            let value = match plain {
                Plain::Flag => stream.byte()?.into(),
                Plain::Enum => stream.number()?,
            };
            let Some(value) = plain.attribute(ctx, slot, value) else {
                return stream.bad(format!("'{}' has no value {value} of '{}'", def.name, slot.name));
            };
            entries.extend(value.map(|value| (ctx.static_ident(slot.name), value)));
        }
        if self.version >= since::PLAIN_SEGMENTS {
            for segments in &layout.segments {
                let sizes = read_segments(stream, segments)?;
                entries.push((ctx.ident(segments.name), ctx.dense_i32_array(&sizes)));
            }
        }
        Ok(())
    }
}

/// The sizes of segments. If most are zero, each of the others stands there with its index in its low bits.
fn read_segments(stream: &mut Stream<'_>, segments: &Segments) -> Read<Vec<i32>> {
    let mut sizes = vec![0; segments.count];
    let (written, is_sparse) = stream.flagged()?;
    if written == 0 {
        return Ok(sizes);
    }
    let index_bits = if is_sparse { stream.number()? } else { 0 };
    if index_bits > 8 || written > segments.count as u64 {
        return stream.bad(format!("wrong {}", segments.name));
    }
    for index in 0..written as usize {
        let value = stream.number()?;
        let index = if is_sparse {
            (value & ((1 << index_bits) - 1)) as usize
        } else {
            index
        };
        match (sizes.get_mut(index), i32::try_from(value >> index_bits)) {
            (Some(size), Ok(value)) => *size = value,
            _ => return stream.bad(format!("wrong {}", segments.name)),
        }
    }
    Ok(sizes)
}
