export type PackedNumbers = Float32Array | Float64Array

/** Stores numbers in four bytes each if this changes none of them, and otherwise in eight bytes each. */
export function packNumbers(numbers: Float64Array): PackedNumbers {
  const packed = new Float32Array(numbers)
  for (let at = 0; at < numbers.length; at++) {
    if (!Object.is(packed[at], numbers[at])) return numbers
  }
  return packed
}
