import { createHash } from 'node:crypto'
import { MAX_IMPORT_BYTES } from '#contract/imports.ts'
import type { GrowingFile, SourceVersion } from '#server/db/import-columns.ts'
import { SourceFailure } from './source-failure.ts'

/** A new file of a source, which can be read until `remove` is called. */
export interface FoundFile {
  name: string
  version: SourceVersion
  read: (signal: AbortSignal) => AsyncIterable<Uint8Array>
  remove: () => Promise<void>
}

/** What a source offers. `growing` is a file that may still be written to. */
export type Found =
  | { kind: 'file'; file: FoundFile }
  | { kind: 'growing'; file: GrowingFile }
  | { kind: 'unchanged'; version: SourceVersion | null }

/**
 * Passes the chunks on, and computes their digest.
 * @throws {SourceFailure} if they are larger than an import may be.
 */
export function digesting(chunks: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  async function* passOn() {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      refuseTooLarge(bytes)
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: passOn(), digest: () => hash.digest('hex') }
}

export function refuseTooLarge(bytes: number) {
  if (bytes <= MAX_IMPORT_BYTES) return
  throw new SourceFailure(
    'size',
    `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB, the most that an import accepts.`,
  )
}
