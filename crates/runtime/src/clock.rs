//! A clock that is cheap enough to be read around every few hundred nanoseconds of work.

/// Ticks of [`now`] in a microsecond, roughly: it is compared with thresholds that are rough themselves.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) const TICKS_PER_MICROSECOND: u64 = 3000;

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(crate) const TICKS_PER_MICROSECOND: u64 = 1000;

/// The time stamp counter of the processor.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
pub(crate) fn now() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// Nanoseconds since the first call.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(crate) fn now() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
