import type { Pin } from '#contract/note-choices.ts'

/**
 * Reads a pin, which is a position on the map, from the value of a field. Undefined if the value is
 * no pin.
 */
export function toPin(value: unknown): Pin | undefined {
  const { latitude, longitude, accuracy_m } = (value ?? {}) as Partial<Pin>
  return latitude !== undefined && longitude !== undefined && accuracy_m !== undefined
    ? { latitude, longitude, accuracy_m }
    : undefined
}
