// RUN: --convert-vector-to-llvm

// Vectors whose length the machine knows.
func.func @parts(%part: vector<4xf32>, %whole: vector<[4]xf32>) -> (vector<[4]xf32>, vector<4xf32>) {
  %0 = vector.scalable.insert %part, %whole[4] : vector<4xf32> into vector<[4]xf32>
  %1 = vector.scalable.extract %whole[0] : vector<4xf32> from vector<[4]xf32>
  return %0, %1 : vector<[4]xf32>, vector<4xf32>
}

func.func @lanes() -> vector<[2]xindex> {
  %0 = vector.step : vector<[2]xindex>
  return %0 : vector<[2]xindex>
}

func.func @mask(%count: index) -> vector<[4]xi1> {
  %0 = vector.create_mask %count : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
