//! A compiled function that Rust can call.

use std::borrow::Borrow;

use asyncir_codegen::run::PackedFunction;

use super::call_value::CallValue;
use super::place::Place;
use super::results::OutputType;
use super::signature::CallType;
use super::{Arguments, CallError, Pointers, Results, Signature};
use crate::Error;
use crate::engine::{Engine, Printed};

/// A function of an [`Engine`]. It can be called any number of times, from any thread. An
/// [`OwnedFunction`](super::OwnedFunction) does not borrow the engine.
#[derive(Debug)]
pub struct Function<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) name: &'e str,
    pub(crate) signature: &'e Signature,
    pub(crate) code: PackedFunction,
    /// Whether it awaits all tasks that it starts.
    pub(crate) awaits_tasks: bool,
}

impl Function<'_> {
    /// The types of the function's parameters and results.
    pub fn signature(&self) -> &Signature {
        self.signature
    }

    /// Calls the function.
    ///
    /// If the function returns numbers, tensors or nothing, the call ends when all tasks that it started are complete. A call
    /// inside a task does not wait for other tasks, so it ends when the function returns; so does every call with
    /// [`EngineOptions::leaves_tasks`](crate::EngineOptions::leaves_tasks). If the function returns tokens or values,
    /// the call also ends when the function returns. Tokens and values can then be awaited: on this thread with
    /// [`Token::wait`], or as futures in any executor.
    ///
    /// # Errors
    /// - The types of the arguments or results are not those of the function.
    /// - The program fails, as described for [`Engine::call`].
    /// - The function returns a tensor with a size that is negative, or with more elements than there can be in memory.
    /// - What the program printed could not be written.
    /// - The function returns tokens or values, and an argument borrows memory. The function's tasks might use this memory
    ///   after the call.
    ///
    /// [`Token::wait`]: asyncir_runtime::Token::wait
    pub fn call<R: Results>(&self, arguments: impl Arguments) -> Result<R, Error> {
        self.check::<R, _>(&arguments)?;
        let mut slots = R::Slots::default();
        let mut pointers = Pointers::new();
        arguments.point_to(&mut pointers);
        R::point_to(&mut slots, &mut pointers);
        let goes_on = R::TYPES.iter().any(OutputType::is_handle);
        let printed = self.enter(&mut pointers, goes_on)?;
        // SAFETY: the types are those of the function, which has returned.
        let results = unsafe { R::take(slots) };
        printed.check()?;
        Ok(results.map_err(|found| CallError::unusable_tensor(self.name, found))?)
    }

    /// Calls a function whose type is not known when the caller is compiled. Tokens and values that it gives are awaited; what
    /// it gives then are numbers, those in values, and tensors.
    ///
    /// The function may write to an [`AnyTensor`](super::AnyTensor) that is passed for a memref, and does not to one for a tensor.
    ///
    /// # Errors
    /// As [`Function::call`]. Also if a task fails that is awaited.
    pub fn call_with(&self, arguments: &mut [CallValue]) -> Result<Vec<CallValue>, Error> {
        let types: Vec<CallType> = arguments.iter().map(CallValue::ty).collect();
        let signature = self.signature;
        if !accepts(&signature.parameters, types.iter()) {
            let given: Vec<String> = types.iter().map(CallType::to_string).collect();
            return Err(self.mismatch(format!("with ({})", given.join(", "))));
        }
        let mut pointers = Pointers::new();
        for argument in arguments {
            argument.point_to(&mut pointers);
        }
        let mut places: Vec<Place> = signature.results.iter().map(Place::of).collect();
        pointers.extend(places.iter_mut().map(Place::pointer));
        let goes_on = signature.results.iter().any(CallType::is_handle);
        let printed = self.enter(&mut pointers, goes_on)?;
        // SAFETY: the places are those for the types of the function, which has returned.
        let wait = |place: Place| unsafe { place.wait(self.name) };
        let results: Vec<_> = places.into_iter().map(wait).collect();
        let printed_later = goes_on.then(|| {
            // A function that fails does not await what it would have awaited later.
            let may_leave = !self.awaits_tasks || results.iter().any(Result::is_err);
            self.engine.settle(may_leave)
        });
        printed.check()?;
        printed_later.map_or(Ok(()), Printed::check)?;
        let results: Result<Vec<Option<CallValue>>, Error> = results.into_iter().collect();
        Ok(results?.into_iter().flatten().collect())
    }

    /// Calls the function with pointers to arguments and places for results; waits for tasks that it leaves, unless the call
    /// `goes_on` in tokens that it gives.
    pub(super) fn enter(&self, pointers: &mut Pointers, goes_on: bool) -> Result<Printed, Error> {
        let may_leave = !goes_on && !self.awaits_tasks;
        self.engine.enter(self.code, pointers, may_leave)
    }

    /// The error for arguments or results of other types.
    pub(super) fn mismatch(&self, called: String) -> Error {
        let (name, signature) = (self.name.to_owned(), self.signature.clone());
        Error::Call(CallError::Mismatch {
            name,
            signature,
            called,
        })
    }

    fn check<R: Results, A: Arguments>(&self, arguments: &A) -> Result<(), Error> {
        let types = arguments.types();
        let Signature { parameters, results } = self.signature;
        let wanted = || R::TYPES.iter().copied().map(CallType::from);
        if !accepts(parameters, types.iter()) || !accepts(results, wanted()) {
            let called = Signature {
                parameters: types,
                results: wanted().collect(),
            };
            return Err(self.mismatch(format!("as {called}")));
        }
        if A::BORROW && R::TYPES.iter().any(OutputType::is_handle) {
            let name = self.name.to_owned();
            return Err(CallError::Borrows { name }.into());
        }
        Ok(())
    }
}

/// Whether values of the types `given` can be passed for those that are `wanted`.
fn accepts(wanted: &[CallType], given: impl ExactSizeIterator<Item = impl Borrow<CallType>>) -> bool {
    wanted.len() == given.len()
        && wanted
            .iter()
            .zip(given)
            .all(|(wanted, given)| wanted.accepts(given.borrow()))
}
