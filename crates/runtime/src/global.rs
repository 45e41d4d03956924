//! The global runtime.

use std::sync::OnceLock;

use crate::runtime::Runtime;
use crate::scheduler::workers_from_environment;

static GLOBAL: OnceLock<Runtime> = OnceLock::new();

#[inline]
pub(crate) fn get() -> &'static Runtime {
    GLOBAL.get_or_init(make)
}

#[cold]
fn make() -> Runtime {
    match Runtime::builder().num_workers(workers_from_environment()).build() {
        Ok(runtime) => runtime,
        Err(error) => unreachable!("the number of workers was checked: {error}"),
    }
}
