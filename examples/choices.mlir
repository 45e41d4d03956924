// Tokens, values and groups go wherever other values go: through branches, conditionals and selections. A group takes
// values as well as tokens. (MLIR 22 cannot lower these.)
func.func @later(%which: i32, %one: !async.value<i32>, %two: !async.value<i32>) -> i32 {
  cf.switch %which : i32, [
    default: ^wait(%one : !async.value<i32>),
    2: ^wait(%two : !async.value<i32>),
    3: ^neither
  ]
^wait(%value: !async.value<i32>):
  %result = async.await %value : !async.value<i32>
  return %result : i32
^neither:
  %nothing = arith.constant 0 : i32
  return %nothing : i32
}

func.func @main() {
  %size = arith.constant 2 : index
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %3 = arith.constant 3 : i32
  %group = async.create_group %size : !async.group
  %token, %one = async.execute -> !async.value<i32> {
    %c = arith.constant 10 : i32
    async.yield %c : i32
  }
  %is_small = arith.cmpi slt, %1, %2 : i32
  %two = scf.if %is_small -> !async.value<i32> {
    %inner, %value = async.execute (%one as %x: !async.value<i32>) -> !async.value<i32> {
      %doubled = arith.addi %x, %x : i32
      async.yield %doubled : i32
    }
    scf.yield %value : !async.value<i32>
  } else {
    scf.yield %one : !async.value<i32>
  }
  %rank0 = async.add_to_group %one, %group : !async.value<i32>
  %rank1 = async.add_to_group %two, %group : !async.value<i32>
  async.await_all %group

  %a = func.call @later(%1, %one, %two) : (i32, !async.value<i32>, !async.value<i32>) -> i32
  %b = func.call @later(%2, %one, %two) : (i32, !async.value<i32>, !async.value<i32>) -> i32
  %c = func.call @later(%3, %one, %two) : (i32, !async.value<i32>, !async.value<i32>) -> i32
  vector.print %a : i32
  vector.print %b : i32
  vector.print %c : i32
  %either = arith.select %is_small, %two, %one : !async.value<i32>
  %d = async.await %either : !async.value<i32>
  vector.print %d : i32
  return
}
