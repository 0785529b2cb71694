import { computedOnce } from './computed-once.ts'
import { decodeText } from './packed-texts.ts'

/**
 * The format of a block: a table whose columns are stored one after the other, so that a device can
 * open it without reading row by row. A block begins with the length of its header (4 bytes, little
 * endian) and the header (JSON in UTF-8). The bytes of the columns follow. Each of their arrays
 * begins at a multiple of 8 bytes after the start of the block.
 */

/**
 * What a column contains. `choice` suits texts that many rows share: each different text is stored
 * once.
 */
export type ColumnKind = 'number' | 'choice' | 'text'

type Value<Kind extends ColumnKind> = Kind extends 'number' ? number | null : string | null

/** The rows of a table with the given columns. Null stands for a missing value. */
export type Row<Columns extends Record<string, ColumnKind>> = {
  [Name in keyof Columns]: Value<Columns[Name]>
}

/** The array types in which numbers are stored, from the narrowest to the widest. */
const INTEGERS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const
const ARRAYS = { ...INTEGERS, f64: Float64Array } as const
type ArrayType = keyof typeof ARRAYS

/**
 * A column of numbers. A value is `from + stored / scale`. The highest integer of the type, or NaN,
 * stands for a missing value.
 */
interface Numbers {
  type: ArrayType
  from: number
  scale: number
}

interface Header {
  size: number
  columns: Record<string, StoredColumn>
}

type StoredColumn =
  | { kind: 'number'; numbers: Numbers; at: number }
  | { kind: 'choice'; choices: string[]; codes: Numbers; at: number }
  | { kind: 'text'; lengths: Numbers; lengthsAt: number; at: number; bytes: number }

/** Stored numbers are multiples of 1, 1/10 or 1/100, or they are stored as they are. */
const SCALES = [1, 10, 100]
const ALIGNMENT = 8
const HEADER_LENGTH_BYTES = 4

/** Writes rows as a block. Equal rows give equal bytes. */
export function writeBlock<Columns extends Record<string, ColumnKind>>(
  kinds: Columns,
  rows: readonly Row<Columns>[],
): Uint8Array<ArrayBuffer> {
  const chunks: { at: number; bytes: Uint8Array }[] = []
  let end = 0
  function append(bytes: Uint8Array) {
    const at = end
    chunks.push({ at, bytes })
    end += Math.ceil(bytes.byteLength / ALIGNMENT) * ALIGNMENT
    return at
  }
  function appendNumbers(values: (number | null)[]) {
    const numbers = narrowest(values)
    return { numbers, at: append(storeNumbers(values, numbers)) }
  }

  const columns: Record<string, StoredColumn> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const values = rows.map((row) => row[name] ?? null)
    if (kind === 'number') {
      columns[name] = { kind, ...appendNumbers(values.map(toNumber)) }
    } else if (kind === 'choice') {
      const choices = [...new Set(values.flatMap((value) => toText(value) ?? []))].sort()
      const codes = new Map(choices.map((choice, code) => [choice, code]))
      const codeOf = (text: string | null) => (text === null ? null : (codes.get(text) ?? null))
      const { numbers, at } = appendNumbers(values.map((value) => codeOf(toText(value))))
      columns[name] = { kind, choices, codes: numbers, at }
    } else {
      const texts = values.map((value) => {
        const text = toText(value)
        return text === null ? null : new TextEncoder().encode(text)
      })
      const { numbers, at: lengthsAt } = appendNumbers(texts.map((text) => text?.length ?? null))
      const bytes = joined(texts.flatMap((text) => text ?? []))
      columns[name] = { kind, lengths: numbers, lengthsAt, at: append(bytes), bytes: bytes.length }
    }
  }
  const header: Header = { size: rows.length, columns }
  return joinBlock(new TextEncoder().encode(JSON.stringify(header)), chunks, end)
}

function toNumber(value: string | number | null) {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

function toText(value: string | number | null) {
  return typeof value === 'string' ? value : null
}

/** The narrowest way to store numbers without a loss. */
function narrowest(values: (number | null)[]): Numbers {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  const from = Number.isFinite(least) ? Math.floor(least) : 0
  const scale = SCALES.find((scale) =>
    values.every((value) => value === null || isExact(value, from, scale)),
  )
  const range = Number.isFinite(most) && scale !== undefined ? (most - from) * scale : 0
  const type = Object.entries(INTEGERS).find(([, { BYTES_PER_ELEMENT: bytes }]) => {
    return range < 2 ** (8 * bytes) - 1
  })?.[0]
  if (scale === undefined || !isArrayType(type)) return { type: 'f64', from: 0, scale: 1 }
  return { type, from, scale }
}

function isArrayType(type: string | undefined): type is ArrayType {
  return type !== undefined && type in ARRAYS
}

function isExact(value: number, from: number, scale: number) {
  return from + Math.round((value - from) * scale) / scale === value
}

function storeNumbers(values: (number | null)[], { type, from, scale }: Numbers) {
  const array = new ARRAYS[type](values.length)
  const store = (value: number) => (type === 'f64' ? value : Math.round((value - from) * scale))
  for (const [at, value] of values.entries()) {
    array[at] = value === null ? missing(type) : store(value)
  }
  return new Uint8Array(array.buffer)
}

/** The stored number that stands for a missing value. */
function missing(type: ArrayType) {
  return type === 'f64' ? Number.NaN : 2 ** (8 * ARRAYS[type].BYTES_PER_ELEMENT) - 1
}

function joined(texts: Uint8Array[]) {
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const text of texts) {
    bytes.set(text, at)
    at += text.length
  }
  return bytes
}

function joinBlock(header: Uint8Array, chunks: { at: number; bytes: Uint8Array }[], end: number) {
  const start = startOfColumns(header.length)
  const block = new Uint8Array(start + end)
  new DataView(block.buffer).setUint32(0, header.length, true)
  block.set(header, HEADER_LENGTH_BYTES)
  for (const { at, bytes } of chunks) block.set(bytes, start + at)
  return block
}

function startOfColumns(headerLength: number) {
  return Math.ceil((HEADER_LENGTH_BYTES + headerLength) / ALIGNMENT) * ALIGNMENT
}

/** An opened block. A column is opened when it is asked for the first time. */
export interface Block<Columns extends Record<string, ColumnKind>> {
  /** The number of rows. */
  size: number
  /** Returns a function that reads the number of a row. Null stands for a missing number. */
  numbers: (name: NamesOf<Columns, 'number'>) => Reader<number>
  /** Returns a function that reads the text of a row. Null stands for a missing text. */
  texts: (name: NamesOf<Columns, 'choice' | 'text'>) => Reader<string>
  /** Returns a function that reads the text of a row in UTF-8. */
  bytes: (name: NamesOf<Columns, 'text'>) => Reader<Uint8Array>
}

/** Reads the value of a row. */
export type Reader<T> = (row: number) => T | null

/** The names of the columns of some kinds. */
export type NamesOf<Columns, Kind> = {
  [Name in keyof Columns]: Columns[Name] extends Kind ? Name : never
}[keyof Columns] &
  string

/**
 * Opens a block that {@link writeBlock} wrote with the same columns. In a column that the block
 * lacks, all values are missing.
 * @param bytes must begin at a multiple of 8 bytes in their buffer.
 * @throws {RangeError} or {SyntaxError} if the bytes are no block, also when a column is read.
 */
export function openBlock<Columns extends Record<string, ColumnKind>>(
  bytes: Uint8Array<ArrayBuffer>,
): Block<Columns> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = view.getUint32(0, true)
  const header = bytes.subarray(HEADER_LENGTH_BYTES, HEADER_LENGTH_BYTES + headerLength)
  const { size, columns }: Header = JSON.parse(new TextDecoder().decode(header))
  const start = bytes.byteOffset + startOfColumns(headerLength)
  const numbers = new Map<string, Reader<number>>()
  const texts = new Map<string, Reader<string>>()
  const bytesOf = new Map<string, Reader<Uint8Array>>()

  function readNumbers({ type, from, scale }: Numbers, at: number): Reader<number> {
    const stored = new ARRAYS[type](bytes.buffer, start + at, size)
    const none = missing(type)
    return (row) => {
      const value = stored[row] ?? none
      return value === none || Number.isNaN(value) ? null : from + value / scale
    }
  }

  function openNumbers(name: string): Reader<number> {
    const column = columns[name]
    return column?.kind === 'number' ? readNumbers(column.numbers, column.at) : () => null
  }

  function openTexts(name: string): Reader<string> {
    const column = columns[name]
    if (column?.kind === 'choice') {
      const codeOf = readNumbers(column.codes, column.at)
      return (row) => column.choices[codeOf(row) ?? Number.NaN] ?? null
    }
    const readBytes = computedOnce(bytesOf, name, () => openBytes(name))
    return (row) => {
      const text = readBytes(row)
      return text && decodeText(text)
    }
  }

  function openBytes(name: string): Reader<Uint8Array> {
    const column = columns[name]
    if (column?.kind !== 'text') return () => null
    const lengthOf = readNumbers(column.lengths, column.lengthsAt)
    const ends = new Uint32Array(size)
    let end = 0
    for (let row = 0; row < size; row++) {
      end += lengthOf(row) ?? 0
      ends[row] = end
    }
    const all = new Uint8Array(bytes.buffer, start + column.at, column.bytes)
    return (row) =>
      lengthOf(row) === null ? null : all.subarray(row === 0 ? 0 : ends[row - 1], ends[row])
  }

  return {
    size,
    numbers: (name) => computedOnce(numbers, name, () => openNumbers(name)),
    texts: (name) => computedOnce(texts, name, () => openTexts(name)),
    bytes: (name) => computedOnce(bytesOf, name, () => openBytes(name)),
  }
}

/** Reads a row of a block, as it was when {@link writeBlock} wrote it. */
export function readRow<Columns extends Record<string, ColumnKind>>(
  kinds: Columns,
  block: Block<Columns>,
  row: number,
): Row<Columns> {
  const values = Object.entries(kinds).map(([name, kind]) => {
    // The compiler does not know that a name belongs to the kind that is listed beside it.
    if (kind !== 'number')
      return [name, block.texts(name as NamesOf<Columns, 'choice' | 'text'>)(row)]
    return [name, block.numbers(name as NamesOf<Columns, 'number'>)(row)]
  })
  return Object.fromEntries(values)
}
