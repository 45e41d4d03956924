// RUN: builtin.module(one-shot-bufferize{analysis-heuristic=sideways})

func.func @f() {
  return
}
