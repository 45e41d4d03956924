//! Addresses written into code and data: the relocations of x86-64 that code in one piece of memory needs.

use std::collections::HashMap;

use object::{SectionIndex, SymbolIndex, elf};

use super::sections::{Objects, Plan};
use crate::error::Error;

/// The architecture of the object files.
pub(super) const MACHINE: u16 = elf::EM_X86_64;

/// A place that an address is written to.
pub(super) struct Relocation {
    pub(super) section: SectionIndex,
    pub(super) offset: usize,
    pub(super) kind: Kind,
    pub(super) symbol: SymbolIndex,
    pub(super) addend: i64,
}

/// How an address is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All 64 bits.
    Absolute,
    /// The distance in 32 bits.
    Near,
}

impl Kind {
    /// The kind of a type of ELF's.
    pub(super) fn of(r_type: u32) -> Option<Self> {
        match r_type {
            elf::R_X86_64_64 => Some(Self::Absolute),
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => Some(Self::Near),
            _ => None,
        }
    }
}

/// Writes all addresses.
pub(super) fn apply(
    objects: &Objects<'_>,
    plan: &Plan,
    addresses: &[HashMap<SymbolIndex, usize>],
    base: usize,
    memory: &mut [u8],
) -> Result<(), Error> {
    for (number, file) in objects.files.iter().enumerate() {
        for relocation in &file.relocations {
            let section = plan.section(number, relocation.section).ok_or_else(outside)?;
            let target = *addresses[number].get(&relocation.symbol).ok_or_else(outside)?;
            let start = base + section.start;
            relocation.apply(memory.get_mut(section).ok_or_else(outside)?, start, target)?;
        }
    }
    Ok(())
}

fn outside() -> Error {
    Error::Jit("object file with a relocation outside of its sections".to_owned())
}

fn write(section: &mut [u8], place: usize, bytes: &[u8]) -> Result<(), Error> {
    let end = place.checked_add(bytes.len()).ok_or_else(outside)?;
    section.get_mut(place..end).ok_or_else(outside)?.copy_from_slice(bytes);
    Ok(())
}

impl Relocation {
    /// Writes the address into a section that starts at `start`.
    fn apply(&self, section: &mut [u8], start: usize, target: usize) -> Result<(), Error> {
        let address = (target as i64).wrapping_add(self.addend);
        match self.kind {
            Kind::Absolute => write(section, self.offset, &address.to_le_bytes()),
            Kind::Near => {
                let place = start.checked_add(self.offset).ok_or_else(outside)?;
                let distance = i32::try_from(address.wrapping_sub(place as i64));
                let too_far = |_| Error::Jit("code that is too far from what it refers to".to_owned());
                write(section, self.offset, &distance.map_err(too_far)?.to_le_bytes())
            }
        }
    }
}
