// RUN: --convert-to-llvm
// What says how many lanes are set is converted before the mask.
func.func @constant() -> vector<[4]xi1> {
  %c = arith.constant 2 : index
  %0 = vector.create_mask %c : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
func.func @argument(%n: index) -> vector<[4]xi1> {
  %0 = vector.create_mask %n : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
