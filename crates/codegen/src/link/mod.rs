//! Object files linked into this process, without LLVM.
//!
//! An [`Image`] lays the sections of all its objects out in one piece of memory, looks for what they leave undefined among
//! the symbols that it is given, in shared libraries and in the process, and writes the addresses into the code. It knows
//! what is in the files that [`crate::cranelift`] makes, and says so where a file has more; LLVM's linker
//! ([`crate::llvm::Jit`]) takes any.
//!
//! Layers, lowest first: `memory` (pages and their protection), `unwind` (what the C runtime is told of frames),
//! `libraries` (symbols of the process), `sections` (object files and where their parts go), `relocate` (addresses
//! written into code), and the image.

#![allow(unsafe_code, reason = "memory becomes code here; this module confines that")]

pub(crate) mod libraries;
mod memory;
mod relocate;
mod sections;
mod unwind;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::error::Error;
use crate::run::Code;
use libraries::Libraries;
use memory::{Memory, Writable};
use sections::Objects;
use unwind::Frames;

/// Code in this process, linked from object files.
///
/// Symbols are looked for in this order: the objects, the symbols given, the shared libraries as listed, the process
/// itself. Linking is lazy: it is done when the first symbol is looked up.
///
/// Dropping it unmaps all code. Threads that run the code must have ended by then; that is part of the contract of the
/// functions that call it.
#[derive(Debug)]
pub struct Image {
    objects: Vec<Vec<u8>>,
    symbols: HashMap<String, usize>,
    libraries: Libraries,
    linked: OnceLock<Result<Linked, Error>>,
}

/// What is there once an image is linked. Fields are dropped in their order.
#[derive(Debug)]
struct Linked {
    _frames: Frames,
    _memory: Memory,
    defined: HashMap<String, usize>,
}

impl Image {
    /// An image of these object files.
    ///
    /// `symbols` are names with their addresses. `shared_libs` are opened for good, with their symbols visible to later
    /// ones, and searched in order; their initialisers run and are trusted like the program's own.
    ///
    /// # Errors
    /// A shared library cannot be opened.
    ///
    /// # Safety
    /// The addresses are those of what the names stand for, as long as the image is there. Initialisers of the shared libraries
    /// are sound to run.
    pub unsafe fn new(
        objects: Vec<Vec<u8>>,
        symbols: &[(&str, *const ())],
        shared_libs: &[PathBuf],
    ) -> Result<Self, Error> {
        let symbols = symbols
            .iter()
            .map(|&(name, address)| (name.to_owned(), address.expose_provenance()));
        Ok(Self {
            objects,
            symbols: symbols.collect(),
            libraries: Libraries::open(shared_libs)?,
            linked: OnceLock::new(),
        })
    }

    fn linked(&self) -> Result<&Linked, Error> {
        self.linked.get_or_init(|| self.link()).as_ref().map_err(Clone::clone)
    }

    fn link(&self) -> Result<Linked, Error> {
        let objects = Objects::parse(&self.objects)?;
        let plan = sections::Plan::of(&objects)?;
        let mut memory = Writable::new(plan.size())?;
        let base = memory.address();
        let defined = objects.definitions(&plan, base)?;
        let addresses = objects.resolve(&plan, base, &defined, |name| self.outside(name))?;
        plan.copy(&objects, memory.bytes());
        relocate::apply(&objects, &plan, &addresses, base, memory.bytes())?;
        let memory = memory.protect(&plan.segments())?;
        let frames = Frames::register(plan.unwind_tables().map(|offset| base + offset));
        Ok(Linked {
            _frames: frames,
            _memory: memory,
            defined,
        })
    }

    /// The address of a symbol that no object defines.
    fn outside(&self, name: &str) -> Option<usize> {
        self.symbols.get(name).copied().or_else(|| self.libraries.find(name))
    }
}

impl Code for Image {
    fn lookup(&self, name: &str) -> Result<*const (), Error> {
        let address = self.linked()?.defined.get(name).copied();
        let address = address
            .or_else(|| self.outside(name))
            .ok_or_else(|| Error::SymbolsNotFound {
                names: vec![name.to_owned()],
            })?;
        Ok(std::ptr::with_exposed_provenance(address))
    }

    // SAFETY: objects with static initialisers are refused, so that there is nothing to run.
    unsafe fn initialize(&self) -> Result<(), Error> {
        Ok(())
    }
}
