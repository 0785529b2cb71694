export type PackedNumbers = Float32Array | Float64Array

/** Stores numbers in four bytes each if this changes none of them, and otherwise in eight bytes each. */
export function packNumbers(numbers: readonly number[]): PackedNumbers {
  const isExact = numbers.every((number) => Object.is(Math.fround(number), number))
  return isExact ? Float32Array.from(numbers) : Float64Array.from(numbers)
}
