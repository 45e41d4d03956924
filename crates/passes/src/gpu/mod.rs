//! Passes on code that works with a device.

pub mod gpu_async_region;
