//! What the functions of a program give.

use asyncir::Engine;

/// What functions without arguments give.
pub fn results(engine: &Engine, names: &[String]) -> Vec<i64> {
    let call = |name: &String| {
        engine
            .call::<i64>(name, ())
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    names.iter().map(call).collect()
}
