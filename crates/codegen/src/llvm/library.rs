//! Finding and opening libLLVM at run time.

use std::env;
use std::ffi::{OsString, c_uint};
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use libloading::Library;

use super::api::Api;
use super::{fatal, target};
use crate::error::Error;
use crate::identity;
use crate::link::libraries::loader_message;

/// Names a path to libLLVM; when set, nothing else is tried.
const PATH_VARIABLE: &str = "ASYNCIR_LIBLLVM";

/// The oldest LLVM that has every function of the table and lowers coroutines in its default pipelines.
const OLDEST_MAJOR: c_uint = 19;

/// The newest LLVM that this crate was tried with. Functions of the next one may have other parameters.
const NEWEST_MAJOR: c_uint = 22;

/// Tried in order when `ASYNCIR_LIBLLVM` is not set: the newest version first, and of each what packages install before
/// what LLVM's own build installs.
fn default_candidates() -> Vec<OsString> {
    let of_version = |major: c_uint| {
        [
            format!("libLLVM.so.{major}.1"),
            format!("libLLVM-{major}.so"),
            format!("/usr/lib/llvm-{major}/lib/libLLVM.so.{major}.1"),
            format!("/usr/local/lib/libLLVM.so.{major}.1"),
        ]
    };
    let all = (OLDEST_MAJOR..=NEWEST_MAJOR).rev().flat_map(of_version);
    all.map(OsString::from).collect()
}

/// A version of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major version.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
    /// Patch level.
    pub patch: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// An opened libLLVM. A process has at most one, which [`Llvm::get`] returns. It stays open until the process ends, because
/// LLVM registers exit handlers and thread-local state that must not be unmapped.
pub struct Llvm {
    pub(super) api: Api,
    /// Kept open: code generators of other machines are registered when they are asked for.
    pub(super) library: Library,
    version: Version,
    path: String,
    /// See [`identity::of_code`].
    build: String,
}

impl fmt::Debug for Llvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Llvm")
            .field("path", &self.path)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl Llvm {
    /// The libLLVM of this process. The first call opens it. All later calls return the same result.
    ///
    /// # Errors
    /// [`Error::LibraryNotFound`] or [`Error::LibraryUnusable`]. Both messages say what to install.
    pub fn get() -> Result<&'static Self, Error> {
        static LLVM: OnceLock<Result<Llvm, Error>> = OnceLock::new();
        LLVM.get_or_init(|| Self::open(&candidates()))
            .as_ref()
            .map_err(Error::clone)
    }

    /// Whether no libLLVM is found. A libLLVM that is found, but cannot be used, does not count as missing.
    #[must_use]
    pub fn is_missing() -> bool {
        matches!(Self::get(), Err(Error::LibraryNotFound { .. }))
    }

    /// Why no libLLVM could be opened although there is one. `None` if none was found, or one was opened.
    #[must_use]
    pub fn why_missing() -> Option<String> {
        match Self::get() {
            Err(Error::LibraryNotFound { tried }) => tried.into_iter().find(|attempt| !is_absent(attempt)),
            _ => None,
        }
    }

    /// The libLLVM that `ASYNCIR_LIBLLVM` names. No other one is opened then.
    #[must_use]
    pub fn path_from_environment() -> Option<OsString> {
        env::var_os(PATH_VARIABLE).filter(|path| !path.is_empty())
    }

    /// Starts to open libLLVM on another thread. This takes about fifteen milliseconds, in which the caller can parse its
    /// program.
    pub fn open_early() {
        // Without a thread it is opened when it is needed; what is wrong with it is said then, too.
        let _ = std::thread::Builder::new().spawn(|| Self::get().map(drop));
    }

    /// The version that the library reports.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The file name or path that was opened.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Tells builds of one version apart.
    pub(crate) fn build(&self) -> &str {
        &self.build
    }

    /// Opens the first candidate that can be used, and makes it ready for use on this machine.
    fn open(candidates: &[OsString]) -> Result<Self, Error> {
        let mut tried = Vec::new();
        let mut unusable = None;
        for candidate in candidates {
            // SAFETY: opening runs the library's initialisers; libLLVM's have no precondition. A file that is
            // not libLLVM is named only by the user, who vouches for it by naming it.
            match unsafe { Library::new(candidate) } {
                Ok(library) => match Self::prepare(library, candidate.to_string_lossy().into_owned()) {
                    Ok(llvm) => return Ok(llvm),
                    Err(error) => unusable = unusable.or(Some(error)),
                },
                Err(error) => tried.push(describe_attempt(Path::new(candidate), &error)),
            }
        }
        Err(unusable.unwrap_or(Error::LibraryNotFound { tried }))
    }

    /// The supported major versions, from the oldest to the newest one that was tested.
    pub const SUPPORTED: std::ops::RangeInclusive<u32> = OLDEST_MAJOR..=NEWEST_MAJOR;

    /// Checks the version, resolves the function table, initialises the code generator of this machine.
    fn prepare(library: Library, path: String) -> Result<Self, Error> {
        let unusable = |reason: String| Error::LibraryUnusable {
            path: path.clone(),
            reason,
        };
        let version = version(&library).ok_or_else(|| unusable("it has no LLVMGetVersion".to_owned()))?;
        if !Self::SUPPORTED.contains(&version.major) {
            let supported = format!("versions {OLDEST_MAJOR} to {NEWEST_MAJOR} are supported");
            return Err(unusable(format!("it is LLVM {version}; {supported}")));
        }
        // SAFETY: the version is one whose headers have the signatures of the table; the library is kept in a static
        // variable by `get`, and nothing of it was called otherwise.
        let api = unsafe { Api::resolve(&library) }
            .map_err(|name| unusable(format!("LLVM {version} has no function {name}")))?;
        target::initialize_native(&library).map_err(unusable)?;
        fatal::install_handler(&api);
        let build = identity::of_code(api.LLVMContextCreate as usize);
        Ok(Self {
            api,
            library,
            version,
            path,
            build,
        })
    }
}

fn candidates() -> Vec<OsString> {
    Llvm::path_from_environment().map_or_else(default_candidates, |path| vec![path])
}

/// The loader repeats the path in its reason most of the time; say it once.
fn describe_attempt(path: &Path, error: &libloading::Error) -> String {
    let path = path.display().to_string();
    let reason = loader_message(error);
    if reason.contains(&path) {
        reason
    } else {
        format!("{path}: {reason}")
    }
}

/// Whether an attempt failed because there is no such file. If another library is not there which the file needs, the reason
/// names that one.
fn is_absent(attempt: &str) -> bool {
    attempt.to_lowercase().contains("no such file") && attempt.matches(": ").count() <= 2
}

fn version(library: &Library) -> Option<Version> {
    type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
    // SAFETY: this is the header's signature; the function exists since LLVM 16.
    let get_version = unsafe { library.get::<GetVersion>(b"LLVMGetVersion\0") }.ok()?;
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: three pointers to live integers, written before the call returns.
    unsafe { get_version(&raw mut major, &raw mut minor, &raw mut patch) };
    Some(Version { major, minor, patch })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_there_is_not_absent() {
        assert!(is_absent(
            "libLLVM.so.22.1: cannot open shared object file: No such file or directory"
        ));
        assert!(!is_absent("/opt/libLLVM.so: file too short"));
        assert!(!is_absent(
            "libLLVM.so.22.1: cannot open shared object file: Permission denied"
        ));
        assert!(!is_absent(
            "libLLVM.so.22.1: libz3.so.4: cannot open shared object file: No such file or directory"
        ));
    }

    #[test]
    fn missing_library_says_what_to_install() {
        let error = Llvm::open(&[OsString::from("/nonexistent/libLLVM.so.22.1")]).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, Error::LibraryNotFound { .. }), "{message}");
        assert!(message.contains("apt-get install libllvm22"), "{message}");
        assert!(message.contains("/nonexistent/libLLVM.so.22.1"), "{message}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn library_that_is_not_llvm_is_refused() {
        let error = Llvm::open(&[OsString::from("libc.so.6")]).unwrap_err();
        assert!(matches!(error, Error::LibraryUnusable { .. }), "{error}");
        assert!(error.to_string().contains("LLVMGetVersion"), "{error}");
    }
}
