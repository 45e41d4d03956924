//! The names of the runtime's functions that compiled programs call.

macro_rules! names {
    ($($(#[$about:meta])* $name:ident = $function:literal;)*) => {
        $($(#[$about])* pub(crate) const $name: &str = $function;)*

        /// All of them.
        pub const ALL: &[&str] = &[$($name),*];
    };
}

// The first part is MLIR's interface; programs declare all of it. The second is asyncir's own, of which programs declare what
// they call.
names! {
    ADD_REF = "mlirAsyncRuntimeAddRef";
    DROP_REF = "mlirAsyncRuntimeDropRef";
    CREATE_TOKEN = "mlirAsyncRuntimeCreateToken";
    CREATE_VALUE = "mlirAsyncRuntimeCreateValue";
    CREATE_GROUP = "mlirAsyncRuntimeCreateGroup";
    EMPLACE_TOKEN = "mlirAsyncRuntimeEmplaceToken";
    EMPLACE_VALUE = "mlirAsyncRuntimeEmplaceValue";
    SET_TOKEN_ERROR = "mlirAsyncRuntimeSetTokenError";
    SET_VALUE_ERROR = "mlirAsyncRuntimeSetValueError";
    IS_TOKEN_ERROR = "mlirAsyncRuntimeIsTokenError";
    IS_VALUE_ERROR = "mlirAsyncRuntimeIsValueError";
    IS_GROUP_ERROR = "mlirAsyncRuntimeIsGroupError";
    AWAIT_TOKEN = "mlirAsyncRuntimeAwaitToken";
    AWAIT_VALUE = "mlirAsyncRuntimeAwaitValue";
    AWAIT_GROUP = "mlirAsyncRuntimeAwaitAllInGroup";
    EXECUTE = "mlirAsyncRuntimeExecute";
    GET_VALUE_STORAGE = "mlirAsyncRuntimeGetValueStorage";
    ADD_TOKEN_TO_GROUP = "mlirAsyncRuntimeAddTokenToGroup";
    AWAIT_TOKEN_AND_EXECUTE = "mlirAsyncRuntimeAwaitTokenAndExecute";
    AWAIT_VALUE_AND_EXECUTE = "mlirAsyncRuntimeAwaitValueAndExecute";
    AWAIT_GROUP_AND_EXECUTE = "mlirAsyncRuntimeAwaitAllInGroupAndExecute";
    /// The name is misspelt in the interface.
    GET_NUM_WORKER_THREADS = "mlirAsyncRuntimGetNumWorkerThreads";

    /// Makes a pending value part of a task.
    ADD_TASK_VALUE = "asyncirRuntimeAddTaskValue";
    ADD_VALUE_TO_GROUP = "asyncirRuntimeAddValueToGroup";
    ALLOCATE_CHECKED_FRAME = "asyncirRuntimeAllocateCheckedFrame";
    /// Takes a frame from the pools.
    ALLOCATE_FRAME = "asyncirRuntimeAllocateFrame";
    CHECK = "asyncirRuntimeCheck";
    /// Makes a token with a frame behind it.
    CREATE_TASK = "asyncirRuntimeCreateTask";
    /// Makes a value that holds a reference to an object, which it drops with itself.
    CREATE_VALUE_OF_OBJECT = "asyncirRuntimeCreateValueOfObject";
    DROP_FAILURE = "asyncirRuntimeDropFailure";
    FAIL = "asyncirRuntimeFail";
    FAILURE_OF = "asyncirRuntimeFailureOf";
    FORWARD_ERROR = "asyncirRuntimeForwardError";
    FREE_CHECKED_FRAME = "asyncirRuntimeFreeCheckedFrame";
    /// Gives it back.
    FREE_FRAME = "asyncirRuntimeFreeFrame";
    /// Says that such a frame is not used any more.
    FREE_TASK = "asyncirRuntimeFreeTask";
    /// Whether a coroutine need not suspend to await something.
    IS_READY = "asyncirRuntimeIsReady";
    MAKE_FAILURE = "asyncirRuntimeMakeFailure";
    PARALLEL_FOR = "asyncirRuntimeParallelFor";
    PARALLEL_FOR_TOKEN = "asyncirRuntimeParallelForToken";
    RAISE = "asyncirRuntimeRaise";
    RESUME_CHECKED_FRAME = "asyncirRuntimeResumeCheckedFrame";
    SET_ERROR_OF = "asyncirRuntimeSetErrorOf";
    SET_TOKEN_ERROR_AT = "asyncirRuntimeSetTokenErrorAt";
    SET_TOKEN_ERROR_MESSAGE = "asyncirRuntimeSetTokenErrorMessage";
    SET_VALUE_ERROR_AT = "asyncirRuntimeSetValueErrorAt";
    SET_VALUE_ERROR_MESSAGE = "asyncirRuntimeSetValueErrorMessage";
    SUSPEND_CHECKED_FRAME = "asyncirRuntimeSuspendCheckedFrame";
}

/// Whether a function resumes a coroutine when something is complete.
pub(crate) fn resumes_later(function: &str) -> bool {
    [
        AWAIT_TOKEN_AND_EXECUTE,
        AWAIT_VALUE_AND_EXECUTE,
        AWAIT_GROUP_AND_EXECUTE,
    ]
    .contains(&function)
}
