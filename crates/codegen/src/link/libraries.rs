//! Shared libraries, and what the process has.

use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use crate::error::Error;

/// Libraries of the C implementation whose functions compiled code calls (`sinf`, `__multi3`). The process may not
/// have them among its global symbols although something in it uses them, so they are asked for. Not having one is no
/// error: a program that needs it gets one that names the symbol.
const SUPPORT_LIBRARIES: &[&str] = if cfg!(target_os = "linux") {
    &["libm.so.6", "libgcc_s.so.1"]
} else {
    &[]
};

/// Libraries that are searched for symbols, then the process.
#[derive(Debug)]
pub(super) struct Libraries {
    listed: Vec<Library>,
    process: Library,
}

impl Libraries {
    /// Opens libraries.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let listed = paths.iter().map(|path| {
            open_globally(path).map_err(|reason| Error::SharedLibrary {
                path: path.display().to_string(),
                reason,
            })
        });
        let listed = listed.collect::<Result<_, _>>()?;
        open_support_libraries();
        Ok(Self {
            listed,
            process: Library::this(),
        })
    }

    /// The address of a symbol.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let all = self.listed.iter().chain([&self.process]);
        all.filter_map(|library| {
            // SAFETY: the address is taken as such; its caller knows what it is.
            let symbol = unsafe { library.get::<*const ()>(name.as_bytes()) };
            symbol.ok().map(|symbol| symbol.into_raw().expose_provenance())
        })
        .find(|&address| address != 0)
    }
}

/// Makes the functions of the C implementation visible.
pub(crate) fn open_support_libraries() {
    for name in SUPPORT_LIBRARIES {
        // See there: a missing one is found out by what needs it.
        let _ = open_globally(Path::new(name));
    }
}

/// What the loader says.
pub(crate) fn loader_message(error: &libloading::Error) -> String {
    // The reason is in the source; the error itself says only which function failed.
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// Opens a shared library so that its symbols are visible to all that come later, and leaves it open: threads that it
/// started may outlive all code that uses it.
pub(crate) fn open_globally(path: &Path) -> Result<Library, String> {
    let open = || {
        // SAFETY: this runs the library's initialisers, which are trusted.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }
    };
    let library = open().map_err(|error| loader_message(&error))?;
    // The second handle keeps it open.
    if let Ok(again) = open() {
        std::mem::forget(again);
    }
    Ok(library)
}
