import fs from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { replaceFile } from './change-log.ts'

const FILE = 'running.json'

/** The API address of a running server's sandbox. */
const Running = z.object({ address: z.url() })

export function writeAddress(directory: string, address: string) {
  const file = join(directory, FILE)
  fs.closeSync(replaceFile(file, `${JSON.stringify({ address })}\n`))
  return { withdraw: () => fs.rmSync(file, { force: true }) }
}

/**
 * Reads the address of a running sandbox; null if there is none. After a crash, the address may be
 * stale.
 */
export function readAddress(directory: string) {
  try {
    return Running.parse(JSON.parse(fs.readFileSync(join(directory, FILE), 'utf8'))).address
  } catch {
    return null
  }
}
