import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** OWASP's minimum parameters for argon2id, the library's default algorithm. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/**
 * Compute at most two hashes concurrently. Each hash occupies one of Node's four threads, and
 * files, digests and pictures need the other two threads.
 */
const hashing = pLimit(2)

export function hashPassword(password: string) {
  return hashing(() => hash(normalise(password), COST))
}

/**
 * Whether `password` matches the hash. A call without a hash takes the same time and returns false,
 * so that response times do not reveal which accounts exist.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string) {
  if (passwordHash === undefined) {
    await hashPassword(password)
    return false
  }
  return hashing(() => verify(passwordHash, normalise(password)))
}

/** Whether a hash was made with a lower cost than the current one. A login replaces such a hash. */
export function isOutdated(passwordHash: string) {
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return memoryCost < COST.memoryCost || timeCost < COST.timeCost
}

/** Normalises a password, because devices encode the same character in different ways. */
function normalise(password: string) {
  return password.normalize('NFKC')
}
