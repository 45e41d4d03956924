//! A compiled function that Rust can call.

use asyncir_codegen::run::Entrance;

use super::signature::CallType;
use super::{Arguments, Number, Pointers, Results, Signature};
use crate::Error;
use crate::engine::Engine;

/// A function of an [`Engine`], found once and called any number of times, by any threads.
#[derive(Debug)]
pub struct Function<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) name: &'e str,
    pub(crate) signature: &'e Signature,
    pub(crate) entrance: Entrance,
}

impl Function<'_> {
    /// The types of the function's parameters and results.
    pub fn signature(&self) -> &Signature {
        self.signature
    }

    /// Calls the function.
    ///
    /// If it gives numbers, or nothing, the call returns when all tasks that it started are done, unless it is made in a task
    /// itself, which cannot wait for others. If it gives tokens or values,
    /// the call returns when the function does: they can be awaited, on this thread ([`Token::wait`]) or in
    /// any executor, as they turn into futures.
    ///
    /// # Errors
    /// If arguments or results have other types than the function, or the program gives up, as for
    /// [`Engine::call_void`]. A function that gives tokens or values cannot borrow memory, which it might use when it has
    /// returned.
    ///
    /// [`Token::wait`]: asyncir_runtime::Token::wait
    pub fn call<R: Results>(&self, arguments: impl Arguments) -> Result<R, Error> {
        self.check::<R, _>(&arguments)?;
        let mut slots = R::Slots::default();
        let mut pointers = Pointers::new();
        arguments.point_to(&mut pointers);
        R::point_to(&mut slots, &mut pointers);
        let goes_on = R::TYPES.iter().any(CallType::is_handle);
        self.engine.enter(self.entrance, &mut pointers, goes_on)?;
        // SAFETY: the types are those of the function, which has returned.
        Ok(unsafe { R::take(slots) })
    }

    /// Calls a function whose type is not known when the caller is compiled: with numbers, for numbers.
    ///
    /// # Errors
    /// As [`Function::call`]; a function that takes or gives something else than numbers is refused.
    pub fn call_with(&self, arguments: &[Number]) -> Result<Vec<Number>, Error> {
        let types: Vec<CallType> = arguments.iter().map(|number| CallType::Scalar(number.ty())).collect();
        let results: Option<Vec<Number>> = self.signature.results.iter().map(CallType::zero).collect();
        let (Some(mut results), true) = (results, accepts(&self.signature.parameters, &types)) else {
            let (name, signature) = (self.name, self.signature);
            let given: Vec<String> = types.iter().map(CallType::to_string).collect();
            let given = given.join(", ");
            return Err(Error::Entry(format!(
                "function '{name}' is {signature}, but was called with ({given}), for numbers"
            )));
        };
        let mut arguments = arguments.to_vec();
        let mut pointers: Pointers = arguments.iter_mut().chain(&mut results).map(Number::pointer).collect();
        self.engine.enter(self.entrance, &mut pointers, false)?;
        Ok(results)
    }

    fn check<R: Results, A: Arguments>(&self, arguments: &A) -> Result<(), Error> {
        let types = arguments.types();
        let Signature { parameters, results } = self.signature;
        if !accepts(parameters, &types) || !accepts(results, R::TYPES) {
            let called = Signature {
                parameters: types,
                results: R::TYPES.to_vec(),
            };
            let (name, signature) = (self.name, self.signature);
            return Err(Error::Entry(format!(
                "function '{name}' is {signature}, but was called as {called}"
            )));
        }
        if A::BORROW && R::TYPES.iter().any(CallType::is_handle) {
            let name = self.name;
            return Err(Error::Entry(format!(
                "function '{name}' gives tokens or values, so it cannot borrow memory: it may use it when it has returned"
            )));
        }
        Ok(())
    }
}

/// Whether values of the types `given` can be passed for those that are `wanted`.
fn accepts(wanted: &[CallType], given: &[CallType]) -> bool {
    wanted.len() == given.len() && wanted.iter().zip(given).all(|(wanted, given)| wanted.accepts(given))
}
