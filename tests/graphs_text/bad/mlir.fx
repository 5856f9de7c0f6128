module {
  func.func @main(%arg0: tensor<2xf32>) {
