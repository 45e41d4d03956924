/* Uses the extensions from C: a sum over tasks whose frames come from the runtime, and an error. */
#include <asyncir_runtime.h>
#include <stdio.h>
#include <string.h>

enum { TASKS = 1000 };

struct frame {
  int64_t number;
  AsyncValue *result;
};

static void square_root_of_nothing(void *handle) {
  static const char message[] = "out of cheese", location[] = "shop.mlir:3:7";
  asyncirRuntimeSetTokenErrorAt(handle, message, (int64_t)strlen(message), location, (int64_t)strlen(location));
}

static void produce(void *handle) {
  struct frame *frame = handle;
  AsyncValue *result = frame->result;
  memcpy(mlirAsyncRuntimeGetValueStorage(result), &frame->number, sizeof frame->number);
  asyncirRuntimeFreeFrame(frame, sizeof *frame, 16);
  mlirAsyncRuntimeEmplaceValue(result);
}

int main(void) {
  AsyncGroup *group = mlirAsyncRuntimeCreateGroup(TASKS);
  AsyncValue *values[TASKS];
  for (int i = 0; i < TASKS; ++i) {
    struct frame *frame = asyncirRuntimeAllocateFrame(sizeof *frame, 16);
    values[i] = asyncirRuntimeCreateValue(sizeof(int64_t), 64);
    if ((uintptr_t)mlirAsyncRuntimeGetValueStorage(values[i]) % 64 != 0)
      return 1;
    frame->number = i;
    frame->result = values[i];
    asyncirRuntimeExecuteWithHint(frame, produce, i % 4);
    if (asyncirRuntimeAddValueToGroup(values[i], group) != i)
      return 2;
  }
  mlirAsyncRuntimeAwaitAllInGroup(group);
  mlirAsyncRuntimeDropRef(group, 1);
  int64_t sum = 0;
  for (int i = 0; i < TASKS; ++i) {
    int64_t number;
    memcpy(&number, mlirAsyncRuntimeGetValueStorage(values[i]), sizeof number);
    sum += number;
    mlirAsyncRuntimeDropRef(values[i], 1);
  }
  printf("sum %lld\n", (long long)sum);

  AsyncToken *token = mlirAsyncRuntimeCreateToken();
  mlirAsyncRuntimeExecute(token, square_root_of_nothing);
  mlirAsyncRuntimeAwaitToken(token);
  int64_t message_length, location_length;
  const char *message = asyncirRuntimeErrorMessage(token, &message_length);
  const char *location = asyncirRuntimeErrorLocation(token, &location_length);
  if (!mlirAsyncRuntimeIsTokenError(token) || !message || !location)
    return 3;
  printf("error %.*s at %.*s\n", (int)message_length, message, (int)location_length, location);
  mlirAsyncRuntimeDropRef(token, 1);

  char *frame = asyncirRuntimeCreateTask(16 + ASYNCIR_TASK_VALUE + sizeof(int64_t), 8);
  AsyncValue *value = asyncirRuntimeAddTaskValue(frame, 16, sizeof(int64_t));
  if ((char *)mlirAsyncRuntimeGetValueStorage(value) != frame + 16 + ASYNCIR_TASK_VALUE)
    return 4;
  mlirAsyncRuntimeEmplaceValue(value);
  mlirAsyncRuntimeDropRef(value, 1);
  mlirAsyncRuntimeAddRef(frame - ASYNCIR_TASK_TOKEN, 1);
  mlirAsyncRuntimeEmplaceToken((AsyncToken *)(frame - ASYNCIR_TASK_TOKEN));
  mlirAsyncRuntimeDropRef(frame - ASYNCIR_TASK_TOKEN, 2);
  asyncirRuntimeFreeTask(frame);

  if (asyncirRuntimeQuiesce() && asyncirRuntimeShutdown())
    puts("quiet");
  return 0;
}
