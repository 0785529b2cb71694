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
 * URLs are typed by hand, cut by chat programs and bookmarked for years, so an invalid value is
 * ignored. This file does not load the schema library, because URLs are read before the first
 * render.
 */

type Reader<T> = (value: unknown) => T | undefined

type Params<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>
}

/**
 * Returns a function that reads search parameters, each with the reader of the same name. An
 * invalid parameter becomes `undefined`. If the parameter were left out, the router would keep the
 * invalid value from the URL.
 */
export function paramsReader<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(raw[name])]),
      // The cast is safe, because `Params` gives each parameter the type that its reader returns.
    ) as Params<Readers>
}

/** A trimmed text of any length. */
export function text(value: unknown) {
  // Accept a number too. For example, a persisted search may store the city `5` as a number.
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || hasUnprintable(value)) return undefined
  return value.trim() || undefined
}

export function searchText(value: unknown) {
  const read = text(value)
  return read && read.length <= MAX_TEXT_LENGTH ? read : undefined
}

export const number = (range: Range) => (value: unknown) => readNumber(value, range)

/** The page number in a list. Page 1 is left out of the URL. */
export const laterPage = number({ ...PAGES, min: 2 })

export const oneOf =
  <const T extends string | number>(options: readonly T[]): Reader<T> =>
  (value) =>
    options.find((option) => option === value)

export function id(value: unknown) {
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

/** The ids in a value such as `a,b`, without duplicates. */
export function readIds(value: string | undefined) {
  return [...new Set(value?.split(','))].filter((id) => ID.test(id))
}

export function shareKey(value: unknown) {
  return typeof value === 'string' && SHARE_KEY.test(value) ? value : undefined
}

export function day(value: unknown) {
  return typeof value === 'string' && isDay(value) ? value : undefined
}
