// RUN: --convert-func-to-llvm
// What does nothing to memory says so.

func.func private @cosine(f32) -> f32 attributes {llvm.readnone}
