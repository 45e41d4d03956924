// What tasks use and give: tasks that are awaited, that wait for each other, in a group, and that nobody awaits.
func.func private @next(%t: tensor<262144xf32>) -> tensor<262144xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.extract %t[%zero] : tensor<262144xf32>
  %y = arith.addf %x, %one : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %r = tensor.insert %y into %empty[%zero] : tensor<262144xf32>
  return %r : tensor<262144xf32>
}
async.func @later(%t: tensor<262144xf32>) -> (!async.token, !async.value<tensor<262144xf32>>) {
  %r = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
  async.return %r : tensor<262144xf32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %n = arith.constant 4000 : index
  %first = arith.constant 0.0 : f32
  %step = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<262144xf32>
  %start = tensor.insert %first into %empty[%zero] : tensor<262144xf32>
  %last = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> tensor<262144xf32> {
    %size = arith.constant 2 : index
    %a = func.call @next(%t) : (tensor<262144xf32>) -> tensor<262144xf32>
    %token, %value = async.execute -> !async.value<tensor<262144xf32>> {
      %u = func.call @next(%a) : (tensor<262144xf32>) -> tensor<262144xf32>
      %v = func.call @next(%u) : (tensor<262144xf32>) -> tensor<262144xf32>
      async.yield %v : tensor<262144xf32>
    }
    %token2, %value2 = async.execute (%value as %v: !async.value<tensor<262144xf32>>) -> !async.value<tensor<262144xf32>> {
      %u = func.call @next(%v) : (tensor<262144xf32>) -> tensor<262144xf32>
      async.yield %u : tensor<262144xf32>
    }
    %group = async.create_group %size : !async.group
    %made = tensor.empty() : tensor<262144xf32>
    %used = tensor.insert %step into %made[%zero] : tensor<262144xf32>
    scf.for %j = %zero to %size step %one {
      %own = tensor.empty() : tensor<262144xf32>
      %mine = tensor.insert %step into %own[%zero] : tensor<262144xf32>
      %member = async.execute {
        %x = tensor.extract %used[%zero] : tensor<262144xf32>
        %y = tensor.extract %mine[%zero] : tensor<262144xf32>
        %z = arith.addf %x, %y : f32
        %u = tensor.insert %z into %used[%one] : tensor<262144xf32>
        %w = tensor.extract %u[%one] : tensor<262144xf32>
        async.yield
      }
      %place = async.add_to_group %member, %group : !async.token
    }
    %b = async.await %value2 : !async.value<tensor<262144xf32>>
    async.await_all %group
    %token3, %value3 = async.call @later(%b) : (tensor<262144xf32>) -> (!async.token, !async.value<tensor<262144xf32>>)
    async.await %token3 : !async.token
    %alone = tensor.empty() : tensor<262144xf32>
    %kept = tensor.insert %step into %alone[%zero] : tensor<262144xf32>
    %gate = async.execute {
      %x = tensor.extract %kept[%zero] : tensor<262144xf32>
      async.yield
    }
    %waits = async.execute [%gate] {
      %x = tensor.extract %kept[%zero] : tensor<262144xf32>
      async.yield
    }
    %c = async.await %value3 : !async.value<tensor<262144xf32>>
    %next = func.call @next(%c) : (tensor<262144xf32>) -> tensor<262144xf32>
    scf.yield %next : tensor<262144xf32>
  }
  %number = tensor.extract %last[%zero] : tensor<262144xf32>
  vector.print %number : f32
  return
}
