import { createHash, randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { RECOVERY_CODE_COUNT } from '#contract/second-factor.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { recoveryCodes } from '#server/db/schema.ts'

/** 32 letters and digits that nobody confuses in handwriting: no `i`, `l`, `o` or `u`. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/**
 * The length of a code. It has 120 random bits. From 112 bits on, ASVS allows a plain hash (6.5.2).
 */
const LENGTH = 24
const GROUP_LENGTH = 4

/** Replaces the user's recovery codes. Returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(tx: Transaction, { id }: Pick<UserRow, 'id'>) {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode)
  await deleteRecoveryCodes(tx, { id })
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId: id, codeHash: hash(code) })))
  return codes.map(inGroups)
}

/** Uses up a code. Returns how many codes are left, or null if the user has no such code. */
export async function spendRecoveryCode(tx: Transaction, user: Pick<UserRow, 'id'>, code: string) {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.codeHash, hash(code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length === 0 ? null : countRecoveryCodes(tx, user)
}

export function countRecoveryCodes(db: Database | Transaction, { id }: Pick<UserRow, 'id'>) {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, id))
}

export async function deleteRecoveryCodes(tx: Transaction, { id }: Pick<UserRow, 'id'>) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
}

function newCode() {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Writes a code in groups of four, which are easier to copy by hand. */
function inGroups(code: string) {
  return code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? code
}

function hash(code: string) {
  return createHash('sha256').update(code).digest()
}
