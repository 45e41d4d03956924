// RUN: --convert-to-llvm
// Numbers of scalable vectors; others are constants, which another pass makes.
func.func @step() -> (vector<[4]xindex>, vector<4xindex>) {
  %0 = vector.step : vector<[4]xindex>
  %1 = vector.step : vector<4xindex>
  return %0, %1 : vector<[4]xindex>, vector<4xindex>
}
