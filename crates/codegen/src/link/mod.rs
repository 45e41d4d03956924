//! A linker that loads object files into this process without LLVM.
//!
//! An [`Image`] places the sections of all object files in one block of memory. It looks for undefined symbols among the
//! symbols that it is given, in shared libraries and in the process, and writes their addresses into the code. It supports
//! only the kinds of sections and relocations that [`crate::cranelift`] generates, and gives an error for others. LLVM's
//! linker ([`crate::llvm::Jit`]) supports all object files.
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

/// Machine code in this process, which is linked from object files.
///
/// A symbol is looked for in this order: in the object files, among the given symbols, in the shared libraries in their
/// order, and in the process. Linking is lazy: the image is linked when the first symbol is looked up.
///
/// Dropping the image unmaps all code. Threads that run the code must have ended by then. The functions that call code
/// require this of their callers.
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
    /// Makes an image of these object files.
    ///
    /// `symbols` are names with their addresses. The shared libraries are opened, and never closed. Their initialisers run.
    /// Their symbols are visible to the libraries that are opened later.
    ///
    /// # Errors
    /// If a shared library cannot be opened.
    ///
    /// # Safety
    /// While the image exists, each address must be that of the function or variable that the program expects under its
    /// name. It must be sound to run the initialisers of the shared libraries.
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
