import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { OperatorError } from '#server/errors/operator-error.ts'
import { replaceFile } from './change-log.ts'

const FILE = 'keys.json'

/** The API keys and the webhook secret. */
const Keys = z.object({
  secretKey: z.string().check(z.startsWith('sk_test_')),
  publishableKey: z.string().check(z.startsWith('pk_test_')),
  webhookSecret: z.string().check(z.startsWith('whsec_')),
})
export type Keys = z.output<typeof Keys>

export function newKeys(): Keys {
  return {
    secretKey: `sk_test_sandbox${randomBytes(18).toString('hex')}`,
    publishableKey: `pk_test_sandbox${randomBytes(18).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  }
}

/** Returns the keys of the sandbox in a folder. Creates them at first use. */
export function readOrCreateKeys(directory: string): Keys {
  const present = readKeys(directory)
  if (present) return present
  const keys = newKeys()
  fs.closeSync(replaceFile(join(directory, FILE), `${JSON.stringify(keys, null, 2)}\n`))
  return keys
}

/** Reads the sandbox's keys from a folder. Null if the folder contains no keys. */
export function readKeys(directory: string): Keys | null {
  const file = join(directory, FILE)
  if (!fs.existsSync(file)) return null
  try {
    return Keys.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw new OperatorError(
      `The sandbox cannot read its keys: ${file} is damaged. Remove it, and new ones are made.`,
    )
  }
}
