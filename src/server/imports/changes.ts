import { eq } from 'drizzle-orm'
import { canBeApplied, canBeChecked, isUnderWay } from '#contract/imports.ts'
import type { Mapping } from '#contract/mapping.ts'
import { type Actor, SCHEDULE, writeAudit } from '#server/audit/audit.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Database } from '../db/database.ts'
import { imports } from '../db/schema.ts'
import {
  auditedSummary,
  findImport,
  type ImportRow,
  ownRow,
  toImport,
  withImportLock,
} from './rows.ts'

/** Each function changes the state of an uploaded file and writes an audit entry. */

interface Step {
  db: Database
  now: () => Date
  actor: Actor
}

type Upload = Pick<ImportRow, 'id' | 'fileName' | 'fileBytes' | 'options'>

/** @throws what the database throws. */
export function addImport({ db, now, actor }: Step, upload: Upload): Promise<ImportRow> {
  const at = now()
  return withImportLock({ db, now }, async (tx) => {
    const [row] = await tx
      .insert(imports)
      .values({
        ...upload,
        actorId: actor.user.id,
        actorEmail: actor.user.email,
        state: 'checking',
        createdAt: at,
        workedAt: at,
      })
      .returning()
    if (!row) throw new Error('The database did not return the new import')
    const after = auditedSummary(row)
    await writeAudit(tx, { ...auditEntry(actor, row, 'upload'), before: null, after, at })
    return row
  })
}

interface Beginning {
  id: string
  state: Running
  /** The mapping that applies to this import from now on. The former one if undefined. */
  mapping?: Mapping | undefined
}

/** Starts a check or an import of an uploaded file. */
export function beginImport({ db, now, actor }: Step, { id, state, mapping }: Beginning) {
  const at = now()
  return withImportLock({ db, now }, async (tx) => {
    const known = await findImport(tx, id)
    refuseUnlessReady(known, state, at)
    const options = mapping ? { ...known.options, mapping } : known.options
    const begun = { state, options, bytesRead: 0, failure: null, workedAt: at, finishedAt: null }
    const [row = known] = await tx
      .update(imports)
      .set(state === 'checking' ? { ...begun, report: null } : begun)
      .where(eq(imports.id, id))
      .returning()
    const action = state === 'checking' ? 'check' : 'apply'
    await writeAudit(tx, {
      ...auditEntry(actor, row, action),
      before: null,
      after: auditedSummary(row),
      at,
    })
    return row
  })
}

type Running = 'checking' | 'importing'

/** @throws {Refusal} 409 unless the file is checked and not imported. */
export function refuseUnlessReady(row: ImportRow, state: Running, now: Date) {
  const known = toImport(row, now)
  if (known.state === 'done') throw new Refusal(409, 'This file has already been imported')
  if (known.state === row.state && isUnderWay(row)) {
    throw new Refusal(409, 'This file is being checked or imported')
  }
  const isReady = state === 'checking' ? canBeChecked(known) : canBeApplied(known)
  if (!isReady) throw new Refusal(409, 'Check the file before you import it')
}

/**
 * Deletes an upload that was not imported and is not being imported. An administrator may stop a check
 * in this way, but a schedule must not stop the check of an administrator.
 * @throws {Refusal} 404 if there is no such import, and 409 if it runs or has run.
 */
export function discardImport({ db, now, actor }: Step, id: string) {
  const at = now()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!row) throw new Refusal(404, 'Import not found')
    const { state } = toImport(row, at)
    if (state === 'importing') throw new Refusal(409, 'This file is being imported')
    if (state === 'checking' && actor === SCHEDULE) {
      throw new Refusal(409, 'This file is being checked')
    }
    if (state === 'done') throw new Refusal(409, 'A finished import cannot be discarded')
    await tx.delete(imports).where(eq(imports.id, id))
    const before = auditedSummary(row)
    await writeAudit(tx, { ...auditEntry(actor, row, 'discard'), before, after: null, at })
  })
}

/** Saves the outcome of a check or an import. Does nothing if the upload was deleted meanwhile. */
export function endImport(
  { db, now, actor }: Step,
  row: ImportRow,
  outcome: Pick<ImportRow, 'state' | 'bytesRead' | 'failure'> & Partial<Pick<ImportRow, 'report'>>,
) {
  const at = now()
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .update(imports)
      .set({ ...outcome, finishedAt: at })
      .where(ownRow(row))
      .returning()
    if (!ended || row.state === 'checking') return
    const { failure } = outcome
    const after = failure ? { failure } : auditedSummary(ended)
    const action = failure ? 'fail' : 'finish'
    await writeAudit(tx, { ...auditEntry(actor, row, action), before: null, after, at })
  })
}

function auditEntry(actor: Actor, { id, fileName }: ImportRow, action: string) {
  return { actor, action: `import.${action}`, target: { id, name: fileName } }
}
