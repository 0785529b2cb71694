import fs from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { replaceFile } from './journal.ts'

const FILE = 'running.json'

/** Where the sandbox of a running server is reached. */
const Running = z.object({ address: z.url() })

export function announce(directory: string, address: string) {
  const file = join(directory, FILE)
  fs.closeSync(replaceFile(file, `${JSON.stringify({ address })}\n`))
  return { withdraw: () => fs.rmSync(file, { force: true }) }
}

/** Null when none was announced; one that is may be gone all the same. */
export function readAddress(directory: string) {
  try {
    return Running.parse(JSON.parse(fs.readFileSync(join(directory, FILE), 'utf8'))).address
  } catch {
    return null
  }
}
