func.func @poison() {
  %0 = ub.poison : i32
  %1 = ub.poison {my.attr} : vector<4xf32>
  %2 = ub.poison <#ub.poison> : !async.token
  ub.unreachable
}
