import { eq } from 'drizzle-orm'
import type { InventoryField } from '#contract/inventory.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { RawRecord } from '#server/imports/reading/row.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { WITHDRAWAL } from '#server/listings/offered.ts'
import { listings, priceChanges } from '../db/schema.ts'
import type { Services } from '../services.ts'
import {
  columnNames,
  FIELD_NAMES,
  type ListingRow,
  type ListingValues,
  namesOf,
  readField,
  valuesOf,
} from './fields.ts'
import { readRaw } from './listing.ts'

/** An administrator's change to a listing. */
interface Deed {
  actor: Actor
  id: string
  /** The audit action, such as `listing.hide`. */
  action: string
}

/** Saves corrections to a listing. Throws a `Refusal` that names the field of an invalid value. */
export function editListing(
  services: Services,
  deed: Omit<Deed, 'action'>,
  texts: Partial<Record<InventoryField, string | undefined>>,
) {
  const context = { now: services.now(), jpyPerUsd: services.jpyPerUsd }
  const edits = FIELD_NAMES.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [{ name, values: readField(name, text, context) }]
  })
  return change(services, { ...deed, action: 'listing.update' }, (row) => {
    const real = edits.filter(({ values }) => differing(row, values).length > 0)
    return {
      ...Object.assign({}, ...real.map(({ values }) => values)),
      editedColumns: union(
        row.editedColumns,
        real.flatMap(({ name }) => columnNames(name)),
      ),
    }
  })
}

/** Undoes the edit of a field: it takes the source's value again, now and in later imports. */
export function revertField(
  services: Services,
  deed: Omit<Deed, 'action'>,
  name: InventoryField | 'withdrawal',
) {
  return change(services, { ...deed, action: 'listing.revert' }, (row) => {
    const names = name === 'withdrawal' ? [WITHDRAWAL] : columnNames(name)
    if (!names.some((column) => row.editedColumns.includes(column))) return {}
    const editedColumns = row.editedColumns.filter((column) => !names.includes(column))
    // Withdrawal is left as it is: only the next import knows whether the source still has the
    // listing.
    return name === 'withdrawal'
      ? { editedColumns }
      : { ...valuesOf(name, readSource(services, row)), editedColumns }
  })
}

function readSource({ now, jpyPerUsd }: Services, { raw, source }: ListingRow): ListingValues {
  // `raw` is stored as the object that the import read.
  const read = readRaw(raw as RawRecord, { source, now: now(), jpyPerUsd })
  if (!read) throw new Refusal(409, 'There is no record of the source to read this from')
  const { createdAt, ...values } = read
  return values
}

/** Hides a listing from everybody, or shows it again. */
export function setHidden(services: Services, deed: Omit<Deed, 'action'>, hidden: boolean) {
  const action = hidden ? 'listing.hide' : 'listing.show'
  return change(services, { ...deed, action }, (row) => {
    if ((row.hiddenAt !== null) === hidden) return {}
    return { hiddenAt: hidden ? services.now() : null }
  })
}

/** Marks a listing as withdrawn or as offered. Later imports keep this choice. */
export function setWithdrawn(services: Services, deed: Omit<Deed, 'action'>, withdrawn: boolean) {
  const action = withdrawn ? 'listing.withdraw' : 'listing.offer'
  return change(services, { ...deed, action }, (row) => {
    if ((row.withdrawnAt !== null) === withdrawn) return {}
    return {
      withdrawnAt: withdrawn ? services.now() : null,
      editedColumns: union(row.editedColumns, [WITHDRAWAL]),
    }
  })
}

/**
 * Applies the changes that `decide` returns for the current row. Unchanged values are neither saved
 * nor audited.
 */
async function change(
  { db, now }: Services,
  { actor, id, action }: Deed,
  decide: (row: ListingRow) => ListingValues,
) {
  const at = now()
  await db.transaction(async (tx) => {
    // The row lock serialises this with an import that writes the same listing.
    const [row] = await tx.select().from(listings).where(eq(listings.id, id)).for('update')
    if (!row) throw new Refusal(404, 'There is no listing with this id')
    const decided = decide(row)
    const columns = differing(row, decided)
    if (columns.length === 0) return

    const after = { ...row, ...decided }
    await tx
      .update(listings)
      .set({ ...pick(decided, columns), updatedAt: at })
      .where(eq(listings.id, id))
    if (after.priceYen !== row.priceYen) {
      await tx.insert(priceChanges).values({
        listingId: id,
        priceYenBefore: row.priceYen,
        priceYenAfter: after.priceYen,
        changedAt: at,
      })
    }
    const told = columns.filter((column) => column !== 'editedColumns')
    await writeAudit(tx, {
      actor,
      action,
      target: { id, name: row.location ?? id },
      before: named(row, told),
      after: named(after, told),
      at,
    })
    await bumpRevision(tx)
  })
}

/** The columns whose value in `values` differs from the row. */
function differing(row: ListingRow, values: ListingValues) {
  const columns = Object.keys(values) as (keyof ListingRow)[]
  return columns.filter((column) => JSON.stringify(row[column]) !== JSON.stringify(values[column]))
}

function pick(values: ListingValues, columns: (keyof ListingRow)[]): ListingValues {
  return Object.fromEntries(columns.map((column) => [column, values[column]]))
}

/** The values, keyed by database column name. */
function named(row: ListingRow, columns: (keyof ListingRow)[]) {
  const names = namesOf(columns)
  return Object.fromEntries(columns.map((column, at) => [names[at], row[column]]))
}

function union(some: string[], others: string[]) {
  return [...new Set([...some, ...others])]
}
