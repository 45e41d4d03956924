/* The C interface of libasyncir_runtime: MLIR's async runtime and what goes beyond it.
 *
 * Tokens, values and groups are reference-counted. Tokens and values start with two references, one of
 * which completing the object (emplacing it, or setting an error) drops; groups start with one. Adding
 * to a group returns the rank of the new member. Functions whose names begin with `mlirAsyncRunti` are
 * MLIR 22's and mean the same.
 *
 * Every function needs live objects to which the caller owns a reference. Debug builds end the process
 * with a message if they notice otherwise. All functions may be called from any thread.
 */
#ifndef ASYNCIR_RUNTIME_H
#define ASYNCIR_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AsyncToken AsyncToken;
typedef struct AsyncValue AsyncValue;
typedef struct AsyncGroup AsyncGroup;

/* Resumes a coroutine: runs it until it suspends again or ends. */
typedef void (*AsyncResumeFn)(void *handle);

/* MLIR's functions. */

void mlirAsyncRuntimeAddRef(void *object, int64_t count);
void mlirAsyncRuntimeDropRef(void *object, int64_t count);

AsyncToken *mlirAsyncRuntimeCreateToken(void);
AsyncValue *mlirAsyncRuntimeCreateValue(int64_t size);
AsyncGroup *mlirAsyncRuntimeCreateGroup(int64_t size);

int64_t mlirAsyncRuntimeAddTokenToGroup(AsyncToken *token, AsyncGroup *group);

void mlirAsyncRuntimeEmplaceToken(AsyncToken *token);
void mlirAsyncRuntimeEmplaceValue(AsyncValue *value);
void mlirAsyncRuntimeSetTokenError(AsyncToken *token);
void mlirAsyncRuntimeSetValueError(AsyncValue *value);
bool mlirAsyncRuntimeIsTokenError(AsyncToken *token);
bool mlirAsyncRuntimeIsValueError(AsyncValue *value);
bool mlirAsyncRuntimeIsGroupError(AsyncGroup *group);

void mlirAsyncRuntimeAwaitToken(AsyncToken *token);
void mlirAsyncRuntimeAwaitValue(AsyncValue *value);
void mlirAsyncRuntimeAwaitAllInGroup(AsyncGroup *group);

void *mlirAsyncRuntimeGetValueStorage(AsyncValue *value);

/* Resumes a coroutine on a worker. It is taken for the task that completes the token which the calling thread
 * created last, if it has executed nothing since then, as in compiled code: a thread that awaits this token may run
 * the coroutine itself, on top of the frame that waits. If it has nothing to do with the token, it must not block
 * until that frame does something after its await; or use asyncirRuntimeExecuteWithHint with ASYNCIR_HINT_LAST. */
void mlirAsyncRuntimeExecute(void *handle, AsyncResumeFn resume);
void mlirAsyncRuntimeAwaitTokenAndExecute(AsyncToken *token, void *handle, AsyncResumeFn resume);
void mlirAsyncRuntimeAwaitValueAndExecute(AsyncValue *value, void *handle, AsyncResumeFn resume);
void mlirAsyncRuntimeAwaitAllInGroupAndExecute(AsyncGroup *group, void *handle, AsyncResumeFn resume);

/* Sic: MLIR's spelling. */
int64_t mlirAsyncRuntimGetNumWorkerThreads(void);
void mlirAsyncRuntimePrintCurrentThreadId(void);

/* Extensions. */

/* A value of `size` bytes at a multiple of `alignment`, a power of two. */
AsyncValue *asyncirRuntimeCreateValue(int64_t size, int64_t alignment);

/* A value whose payload is a pointer to a token, value or group, null at first. What is stored there comes with a
 * reference, which is dropped together with the value; who takes it from there adds one first. */
AsyncValue *asyncirRuntimeCreateValueOfObject(void);

/* Adds a value to a group and returns its rank. */
int64_t asyncirRuntimeAddValueToGroup(AsyncValue *value, AsyncGroup *group);

/* Memory for coroutine frames from pools of the calling thread. A frame may be freed on any thread, with
 * the size and alignment that it was allocated with. */
void *asyncirRuntimeAllocateFrame(int64_t size, int64_t alignment);
void asyncirRuntimeFreeFrame(void *frame, int64_t size, int64_t alignment);

/* A pending token with two references and the frame of the coroutine that completes it, in one block. Returns
 * the frame; the token is ASYNCIR_TASK_TOKEN bytes in front of it. The size is at most 16000, the alignment at
 * most 64. Completing the token drops no reference; FreeTask, when the frame is not used any more, drops the
 * task's. The memory of the frame goes with the last reference to the token, and to values of the task. */
#define ASYNCIR_TASK_TOKEN 64
void *asyncirRuntimeCreateTask(int64_t size, int64_t alignment);
void asyncirRuntimeFreeTask(void *frame);

/* Makes a pending value part of such a task, `offset` bytes behind the start of its frame, which ends there:
 * the offset is greater than 0. The value is within the size that the task was created with. It takes
 * ASYNCIR_TASK_VALUE bytes, rounded up to the alignment of its payload, and the payload; the alignment is the
 * largest power of two that divides the size, at least 8 and at most 64. The offset is a multiple of that,
 * and at most 1976. Values are added in the order in which they stand, before anybody else has the token. A
 * value has one reference, the creator's, and completing it drops none. */
#define ASYNCIR_TASK_VALUE 48
AsyncValue *asyncirRuntimeAddTaskValue(void *frame, int64_t offset, int64_t size);

/* Frames that are checked, to find code that breaks their rules: slower, and larger by guards. What is not in
 * use holds patterns, which are looked at whenever the coroutine is suspended, resumed or freed, and when the
 * runtime quiesces; a wrong byte, and a frame that is resumed or freed when it must not be, end the process
 * with a message. The table holds, as numbers: the size of the frame, its alignment, the ranges that belong to
 * nothing, the number of suspension points, and for each point the ranges that are not in use across it.
 * Ranges are their number, and for each its first byte and its length. The name and the table are copied.
 *
 * A coroutine runs when its frame is allocated and from Resume to Suspend. Suspend comes after everything is
 * stored, before anybody may resume the coroutine; Resume comes first when it is resumed or destroyed. */
void *asyncirRuntimeAllocateCheckedFrame(const char *name, int64_t name_length, const int64_t *table);
void asyncirRuntimeSuspendCheckedFrame(void *frame, int64_t point);
void asyncirRuntimeResumeCheckedFrame(void *frame);
void asyncirRuntimeFreeCheckedFrame(void *frame);

/* Whether a coroutine that is about to await a token, value or group may go on without being suspended: it
 * is complete, and the coroutine has not gone on so often that others should get a turn. */
bool asyncirRuntimeIsReady(void *object);

/* Where to resume a coroutine. */
enum {
  ASYNCIR_HINT_ANYWHERE = 0, /* on any worker */
  ASYNCIR_HINT_NEXT = 1,     /* on this thread, right after what it runs now */
  ASYNCIR_HINT_LAST = 2      /* behind everything that is queued; it is not taken for the task of a token */
};
void asyncirRuntimeExecuteWithHint(void *handle, AsyncResumeFn resume, int32_t hint);

/* Errors with a message, and with the place in the program where they arose. Texts are copied; their
 * lengths are in bytes. */
void asyncirRuntimeSetTokenErrorMessage(AsyncToken *token, const char *message, int64_t length);
void asyncirRuntimeSetValueErrorMessage(AsyncValue *value, const char *message, int64_t length);
void asyncirRuntimeSetTokenErrorAt(AsyncToken *token, const char *message, int64_t message_length,
                                   const char *location, int64_t location_length);
void asyncirRuntimeSetValueErrorAt(AsyncValue *value, const char *message, int64_t message_length,
                                   const char *location, int64_t location_length);

/* Of a complete token, value or group in error; a group has those of its failed member with the lowest
 * rank. Null if nothing was said. Not terminated by a zero byte; valid as long as the object is. */
const char *asyncirRuntimeErrorMessage(void *object, int64_t *length);
const char *asyncirRuntimeErrorLocation(void *object, int64_t *length);

/* Failures on their way: what a function returns when it cannot go on, a number that is not zero. Who has one owns it, and
 * gives it away once: returns it, raises it or drops it. FailureOf gives that of a complete token, value or group in
 * error, or makes one of the message if nothing is known of its error. SetErrorOf makes a token or value an error with
 * a failure, which is not zero and stays the caller's. Raise gives up like asyncirRuntimeFail. Raise and Drop
 * do nothing if they are given zero. */
int64_t asyncirRuntimeMakeFailure(const char *message, int64_t length);
int64_t asyncirRuntimeFailureOf(void *object, const char *message, int64_t length);
void asyncirRuntimeSetErrorOf(void *object, int64_t failure);
void asyncirRuntimeDropFailure(int64_t failure);
void asyncirRuntimeRaise(int64_t failure);

/* Parallel loops. A body runs iterations `begin` to `end` - 1, on any threads at the same time, and returns zero, or the
 * failure of an iteration; then no further ranges are begun. */
typedef int64_t (*AsyncLoopBody)(void *context, int64_t begin, int64_t end);

/* A grain: one range of the same length for each worker. */
enum { ASYNCIR_GRAIN_STATIC = -1 };

/* Runs the iterations 0 to `trip` - 1 on all workers and the calling thread, and waits for them. The result is zero, or
 * the failure of the range that comes first among those that failed, which the caller owns. `first`: how many
 * iterations are not worth splitting (about a microsecond of work), zero if nothing is known. `grain`: zero to cut
 * ranges as measured time suggests, or how many iterations to take at a time. `workers`: how many threads take part at
 * most, zero for all. */
int64_t asyncirRuntimeParallelFor(AsyncLoopBody body, void *context, int64_t trip, int64_t first, int64_t grain,
                                  int64_t workers);

/* The same without waiting for ranges that other threads have begun. The token becomes available when all iterations are
 * done, or an error with the failure; until then the context must live. */
AsyncToken *asyncirRuntimeParallelForToken(AsyncLoopBody body, void *context, int64_t trip, int64_t first,
                                           int64_t grain, int64_t workers);

/* Makes a token or value an error because `cause`, complete and in error, is one; what is known of its
 * error is passed on. */
void asyncirRuntimeForwardError(void *cause, void *object);

/* Gives up if a complete token, value or group is an error, with its message, or this one if it has
 * none. */
void asyncirRuntimeCheck(void *object, const char *message, int64_t length);

/* Gives up with a message: ends the process with exit code 1, or unwinds to a Rust host that asked for
 * it. Does not return. */
void asyncirRuntimeFail(const char *message, int64_t length);

/* Calls `wait(argument)`, which blocks the thread for something other than a token, value or group: a lock, a
 * read, another callback. In a task, another thread takes the worker's place meanwhile, so that other tasks go
 * on. Outside of tasks, the function is merely called. */
void asyncirRuntimeBlockInPlace(void (*wait)(void *argument), void *argument);

/* Waits until no task is queued or running, so that code which tasks execute can be unloaded. A suspended
 * coroutine is neither. Returns false at once if a task makes the call. */
bool asyncirRuntimeQuiesce(void);

/* Waits likewise, then ends and joins the worker threads. A later task starts new ones. */
bool asyncirRuntimeShutdown(void);

#ifdef __cplusplus
}
#endif

#endif
