/* asyncir: MLIR programs with async regions, compiled and called in a process.
 *
 * Link with -lasyncir_capi (pkg-config asyncir-capi). The functions may be called from any thread;
 * asyncirEngineCreate and asyncirRunPipeline need 256 KiB of its stack. Machine code is made by a
 * libLLVM 19 to 22 that is opened at run time; without one, and at opt-level=0, by Cranelift.
 *
 * A function that can fail gives NULL or false then, and puts a message where its last parameter leads to, if that is not
 * NULL. asyncirFreeText frees the message.
 */
#ifndef ASYNCIR_H
#define ASYNCIR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A compiled program. */
typedef struct AsyncirEngine AsyncirEngine;
/* A function of one. It lives as long as its engine. */
typedef struct AsyncirFunction AsyncirFunction;

/* The version of the library, such as "0.1.0". */
const char *asyncirVersion(void);

/* Frees a text that a function of this library gave. NULL is allowed. */
void asyncirFreeText(char *text);

/* Compiles a program from its text, which may be at any level from linalg to the llvm dialect, and need not end with a zero
 * byte. Messages call it `name`.
 *
 * `options` is NULL, or a list that ends with NULL. "name" stands for "name=true".
 *
 *   opt-level=0..3                the optimisation level; 2 by default
 *   backend=auto|cranelift|llvm   what makes machine code
 *   entry-points=f,g              the functions that will be called; what these do not lead to is not compiled
 *   shared-lib=path               a library with functions that the program calls; may be given several times
 *   parallel-loops=lazy|static|tasks|sequential, grain=n, loop-workers=n
 *                                 how parallel loops are run
 *   coroutines=split|checked|llvm how coroutines are split into functions, and whether their frames are checked
 *   keep-tasks                    starts every task, even one that is awaited at once
 *   leaves-tasks                  lets calls return when the function does, while tasks that it started and nobody awaits
 *                                 still run; they must not use memory of the caller. Without it, a call of a function that may
 *                                 leave tasks behind also waits for those of calls on other threads
 *   runtime-verification          checks accesses of memory, but of whole vectors, while the program runs
 *   debug-info                    lets gdb show lines of the program
 *   perf-map                      names the program's functions for Linux's perf, in /tmp/perf-PID.map
 *   threads=n                     the number of threads that compile
 *   cache                         keeps compiled code in the user's cache folder
 *
 * The program has all rights of the process: compile only what you trust. */
AsyncirEngine *asyncirEngineCreate(const char *program, size_t length, const char *name,
                                   const char *const *options, char **error);

/* Frees a program with its functions. Tasks that still run keep the machine code until they have ended. NULL is allowed. */
void asyncirEngineDestroy(AsyncirEngine *engine);

/* The code generator that compiled a program: "llvm" or "cranelift". If no libLLVM was found, it is "cranelift", and the code is
 * slower. */
const char *asyncirEngineBackend(const AsyncirEngine *engine);

/* Finds a public function whose parameters are numbers, memrefs and tensors, and whose results are numbers, tensors, tokens and
 * values. A function with memrefs among its results gives no tensors; neither does one of a program that defines malloc,
 * aligned_alloc or free. */
const AsyncirFunction *asyncirEngineFunction(const AsyncirEngine *engine, const char *name, char **error);

/* The type of a function, such as "(f32, memref<?x3xf32>) -> (i64)". The text lives as long as the function. */
const char *asyncirFunctionSignature(const AsyncirFunction *function);

/* Calls a function with pointers to its arguments, and then to places for its results:
 *
 *   i1                            bool
 *   i8 ... i64, ui8 ... ui64      an integer of this size
 *   index                         intptr_t
 *   f16, bf16                     two bytes
 *   f32, f64                      float, double
 *   complex<f32>, complex<f64>    two floats or doubles
 *   memref of n dimensions        struct { T *allocated, *aligned; int64_t offset, sizes[n], strides[n]; }
 *                                 without sizes and strides if n is 0. If the type has no layout, elements are in row-major
 *                                 order from `aligned` on, that is, with an offset of 0; otherwise, offset and strides are
 *                                 those that the layout allows for. T is a number as above
 *   tensor of n dimensions        such a struct, of elements in row-major order: the function does not write to those of an
 *                                 argument, and the caller frees `allocated` of a result with free()
 *   !async.token, !async.value    (results) a pointer, AsyncToken * or AsyncValue * of asyncir_runtime.h; the caller awaits
 *                                 it, and drops its reference
 *
 * If there are tokens or values among its results, the call returns when the function does. Otherwise it returns when all
 * tasks that it started are complete; if it has started some that it may not have awaited, when no task runs at all. Memory
 * that tasks use must stay until they are complete. A failed assertion is an error if it is in the function or in a task that
 * somebody awaits; that of a task which nobody awaits is not reported. Some failures in tasks and in iterations of parallel
 * loops end the process: those in functions that are called through a value, and others that docs/parallel-loops.md lists. */
bool asyncirFunctionInvokePacked(const AsyncirFunction *function, void *const *pointers, size_t count, char **error);

/* Runs a pipeline of passes, such as "builtin.module(canonicalize,cse)", on a program, and gives its text then. */
char *asyncirRunPipeline(const char *program, size_t length, const char *name, const char *pipeline, char **error);

#ifdef __cplusplus
}
#endif

#endif
