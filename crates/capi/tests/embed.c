/* A C program that compiles programs and calls their functions. */
#include "asyncir.h"
#include "asyncir_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] =
    "func.func @scale(%by: f32, %numbers: memref<?xf32>) -> i64 {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %size = memref.dim %numbers, %c0 : memref<?xf32>\n"
    "  scf.parallel (%i) = (%c0) to (%size) step (%c1) {\n"
    "    %x = memref.load %numbers[%i] : memref<?xf32>\n"
    "    %y = arith.mulf %x, %by : f32\n"
    "    memref.store %y, %numbers[%i] : memref<?xf32>\n"
    "  }\n"
    "  %n = arith.index_cast %size : index to i64\n"
    "  return %n : i64\n"
    "}\n"
    "async.func @twice(%x: i32) -> !async.value<i32> {\n"
    "  %y = arith.addi %x, %x : i32\n"
    "  return %y : i32\n"
    "}\n"
    "func.func @cubes(%n: index) -> tensor<?x1xf32> {\n"
    "  %cubes = tensor.generate %n {\n"
    "  ^bb0(%i: index, %j: index):\n"
    "    %square = arith.muli %i, %i : index\n"
    "    %cube = arith.muli %square, %i : index\n"
    "    %number = arith.index_cast %cube : index to i64\n"
    "    %float = arith.sitofp %number : i64 to f32\n"
    "    tensor.yield %float : f32\n"
    "  } : tensor<?x1xf32>\n"
    "  return %cubes : tensor<?x1xf32>\n"
    "}\n"
    "func.func @check(%ok: i1) {\n"
    "  %token = async.execute {\n"
    "    cf.assert %ok, \"not this one\"\n"
    "    async.yield\n"
    "  }\n"
    "  async.await %token : !async.token\n"
    "  return\n"
    "}\n";

typedef struct {
  float *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
} Numbers;

typedef struct {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Column;

static void fails(const char *what, char *error) {
  printf("%s: %s\n", what, error ? error : "no message");
  asyncirFreeText(error);
}

static void call_functions(const AsyncirEngine *engine) {
  char *error = NULL;
  const AsyncirFunction *scale = asyncirEngineFunction(engine, "scale", &error);
  float elements[4] = {1, 2, 3, 4}, by = 10;
  Numbers numbers = {elements, elements, 0, {4}, {1}};
  int64_t count = 0;
  void *scaling[] = {&by, &numbers, &count};
  printf("scale is %s\n", asyncirFunctionSignature(scale));
  if (!asyncirFunctionInvokePacked(scale, scaling, 3, &error)) fails("scale", error);
  printf("%d numbers, the last one is %g\n", (int)count, elements[3]);

  const AsyncirFunction *twice = asyncirEngineFunction(engine, "twice", &error);
  int32_t number = 21;
  AsyncValue *value = NULL;
  void *doubling[] = {&number, &value};
  if (!asyncirFunctionInvokePacked(twice, doubling, 2, &error)) fails("twice", error);
  mlirAsyncRuntimeAwaitValue(value);
  printf("twice 21 is %d\n", *(int32_t *)mlirAsyncRuntimeGetValueStorage(value));
  mlirAsyncRuntimeDropRef(value, 1);

  const AsyncirFunction *cubes = asyncirEngineFunction(engine, "cubes", &error);
  intptr_t size = 5;
  Column column;
  void *cubing[] = {&size, &column};
  printf("cubes is %s\n", asyncirFunctionSignature(cubes));
  if (!asyncirFunctionInvokePacked(cubes, cubing, 2, &error)) fails("cubes", error);
  printf("%d by %d numbers, the last one is %g\n", (int)column.sizes[0], (int)column.sizes[1], column.aligned[4]);
  free(column.allocated);

  const AsyncirFunction *check = asyncirEngineFunction(engine, "check", &error);
  bool ok = false;
  void *checking[] = {&ok};
  if (!asyncirFunctionInvokePacked(check, checking, 1, &error)) fails("check", error);
  ok = true;
  if (asyncirFunctionInvokePacked(check, checking, 1, NULL)) printf("check passes\n");
  if (!asyncirFunctionInvokePacked(check, checking, 0, &error)) fails("nothing to check", error);
  if (!asyncirEngineFunction(engine, "missing", &error)) fails("missing", error);
  if (asyncirEngineFunction(engine, "check", NULL) != check) printf("there are two\n");
}

int main(void) {
  char *error = NULL;
  const char *const options[] = {"opt-level=1", "keep-tasks", "threads=1", NULL};
  AsyncirEngine *engine = asyncirEngineCreate(PROGRAM, sizeof PROGRAM - 1, "embed.mlir", options, &error);
  if (!engine) return fails("create", error), 1;
  call_functions(engine);
  asyncirEngineDestroy(engine);

  const char *const unknown[] = {"optlevel=1", NULL}, *const wrong[] = {"opt-level=7", NULL};
  if (!asyncirEngineCreate(PROGRAM, sizeof PROGRAM - 1, "p", unknown, &error)) fails("unknown", error);
  if (!asyncirEngineCreate(PROGRAM, sizeof PROGRAM - 1, "p", wrong, &error)) fails("wrong", error);
  const char *const no_number[] = {"threads=0x", NULL}, *const no_truth[] = {"keep-tasks=yes", NULL};
  if (!asyncirEngineCreate(PROGRAM, sizeof PROGRAM - 1, "p", no_number, &error)) fails("number", error);
  if (!asyncirEngineCreate(PROGRAM, sizeof PROGRAM - 1, "p", no_truth, &error)) fails("truth", error);
  if (!asyncirEngineCreate("func.func @f() {", 16, "half.mlir", NULL, &error)) fails("half", error);
  if (!asyncirEngineCreate(NULL, 1, NULL, NULL, &error)) fails("null", error);
  if (asyncirEngineCreate(NULL, 1, NULL, NULL, NULL)) return 1;

  const char *text = "func.func @f() -> i32 { %0 = arith.constant 3 : i32 %1 = arith.addi %0, %0 : i32 return %1 : i32 }";
  char *folded = asyncirRunPipeline(text, strlen(text), "f.mlir", "builtin.module(canonicalize)", &error);
  printf("%s", folded ? folded : "no text\n");
  asyncirFreeText(folded);
  if (!asyncirRunPipeline(text, strlen(text), "f.mlir", "builtin.module(canonicalise)", &error)) fails("pipeline", error);
  asyncirEngineDestroy(NULL);
  return 0;
}
