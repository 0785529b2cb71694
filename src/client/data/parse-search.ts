import {
  hasUnprintable,
  ID,
  isDay,
  MAX_TEXT_LENGTH,
  PAGES,
  type Range,
  readNumber,
  SHARE_KEY,
} from '#contract/query-values.ts'

/*
 * URLs are written by hand, cut by chat programs and kept for years: a bad value is no value. They
 * are read before anything is drawn, so without the schema library.
 */

type Reader<T> = (value: unknown) => T | undefined

type Params<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>
}

/**
 * Reads search parameters, each by its reader. What is not valid comes back as `undefined`: a key
 * that is left out would come back as it was written.
 */
export function paramsReader<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(raw[name])]),
      // Each by the reader of its name.
    ) as Params<Readers>
}

/** A text of any length, of which spaces around it are no part. */
export function text(value: unknown) {
  // The kept search of a page may hold a city such as `5` as a number.
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || hasUnprintable(value)) return undefined
  return value.trim() || undefined
}

/** A text that something is looked for by. */
export function words(value: unknown) {
  const read = text(value)
  return read && read.length <= MAX_TEXT_LENGTH ? read : undefined
}

export const number = (range: Range) => (value: unknown) => readNumber(value, range)

/** A page of a list. The first is not named. */
export const laterPage = number({ ...PAGES, min: 2 })

export const oneOf =
  <const T extends string | number>(options: readonly T[]): Reader<T> =>
  (value) =>
    options.find((option) => option === value)

export function id(value: unknown) {
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

export function shareKey(value: unknown) {
  return typeof value === 'string' && SHARE_KEY.test(value) ? value : undefined
}

export function day(value: unknown) {
  return typeof value === 'string' && isDay(value) ? value : undefined
}
