/** Cholesky's, in place, of the lower triangle: the logarithm of the determinant, or null where the matrix is not positive definite. */
export function factorise(matrix: Float64Array, size: number): number | null {
  let logDeterminant = 0;
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let value = matrix[i * size + j] as number;
      for (let k = 0; k < j; k++)
        value -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number);
      if (i === j) {
        if (!(value > 0)) return null;
        logDeterminant += Math.log(value);
        matrix[j * size + j] = Math.sqrt(value);
      } else matrix[i * size + j] = value / (matrix[j * size + j] as number);
    }
  }
  return logDeterminant;
}

/** What the matrix, given by its lower triangle as above, turns into `right`. */
export function solveFactored(lower: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const found = right.slice();
  for (let i = 0; i < size; i++) {
    let value = found[i] as number;
    for (let k = 0; k < i; k++) value -= (lower[i * size + k] as number) * (found[k] as number);
    found[i] = value / (lower[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    let value = found[i] as number;
    for (let k = i + 1; k < size; k++) value -= (lower[k * size + i] as number) * (found[k] as number);
    found[i] = value / (lower[i * size + i] as number);
  }
  return found;
}
