// RUN: --async-runtime-policy-based-ref-counting

// Never used: dropped at once.
func.func @unused(%arg0: !async.token) {
  %0 = async.runtime.create : !async.value<f32>
  return
}

// Waiting takes no reference.
func.func @await(%token: !async.token, %group: !async.group, %value: !async.value<f32>) {
  async.runtime.await %token : !async.token
  async.runtime.await %group : !async.group
  async.runtime.await %value : !async.value<f32>
  return
}

// Asking for errors is the last thing done with tokens and groups, but not with values, which are loaded then.
func.func @last_uses(%token: !async.token, %group: !async.group, %value: !async.value<f32>) -> f32 {
  %0 = async.runtime.is_error %token : !async.token
  %1 = async.runtime.is_error %group : !async.group
  %2 = async.runtime.is_error %value : !async.value<f32>
  %3 = async.runtime.load %value : <f32>
  return %3 : f32
}

func.func @add_to_group(%token: !async.token, %group: !async.group) {
  %0 = async.runtime.add_to_group %token, %group : !async.token
  return
}
