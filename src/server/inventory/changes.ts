import { eq } from 'drizzle-orm'
import type { HidingReason } from '#contract/choices.ts'
import type { InventoryField } from '#contract/inventory.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { compareListings } from '#server/history/compare-listings.ts'
import { type Change, publishChanges } from '#server/history/publish-changes.ts'
import { lockFolds } from '#server/listings/apply-folds.ts'
import { applyOptOutsTo, shareOptOuts } from '#server/listings/apply-opt-outs.ts'
import { findDuplicates, findDuplicatesWithout } from '#server/listings/find-duplicates.ts'
import { type ListingMatcher, openMatcher } from '#server/listings/listing-matcher.ts'
import { marksOf } from '#server/listings/marks.ts'
import { WITHDRAWAL } from '#server/listings/offered.ts'
import { listings } from '../db/schema.ts'
import {
  columnNames,
  FIELD_NAMES,
  type ListingRow,
  type ListingValues,
  namesOf,
  pickColumns,
  readField,
} from './fields.ts'
import { inventoryTitle } from './inventory-titles.ts'
import { type InventoryServices, readRaw } from './listing.ts'

/** An administrator's change to a listing. */
interface Edit {
  actor: Actor
  id: string
  /** The audit action, such as `listing.hide`. */
  action: string
  /** Finds the place of the listing. Required if the change can affect the place. */
  matcher?: ListingMatcher
}

/** Saves corrections to a listing. Throws a `Refusal` that names the field of an invalid value. */
export async function editListing(
  services: InventoryServices,
  edit: Omit<Edit, 'action' | 'matcher'>,
  texts: Partial<Record<InventoryField, string | undefined>>,
) {
  const context = { now: services.now(), jpyPerUsd: services.jpyPerUsd }
  const edits = FIELD_NAMES.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [{ name, values: readField(name, text, context) }]
  })
  const edited: ListingValues = Object.assign({}, ...edits.map(({ values }) => values))
  const matcher = await openMatcher(services.db)
  const current = await findRow(services, edit.id)
  await prepare(matcher, current, edited)
  await change(services, { ...edit, action: 'listing.update', matcher }, (row) => {
    const values = withPlace(matcher, row, edited, union(row.editedColumns, columnsOf(edited)))
    const changed = differing(row, values)
    const real = edits.filter(({ name }) => differing(row, pickColumns(name, values)).length > 0)
    return {
      ...values,
      editedColumns: union(row.editedColumns, [
        ...real.flatMap(({ name }) => columnNames(name)),
        ...namesOf(changed),
      ]),
    }
  })
}

async function prepare(
  matcher: ListingMatcher,
  current: ListingRow | undefined,
  changed: ListingValues = {},
) {
  if (!current) return
  // Undoing the last edit of the address makes the stated point count again.
  const editedColumns: string[] = []
  await matcher.prepare([current, { ...current, ...changed, editedColumns }])
}

/** Updates the place, the city name and the station when an edited value affects them. */
function withPlace(
  matcher: ListingMatcher,
  row: ListingRow,
  values: ListingValues,
  editedColumns: string[],
): ListingValues {
  const isMoved = ['prefecture', 'city', 'location'].some((column) => column in values)
  if (!isMoved && !('transportation' in values)) return values
  const known = isMoved ? null : row.place
  const moved = { ...row, ...values, editedColumns }
  const isNewAddress = 'location' in values && !editedColumns.includes(listings.city.name)
  // A new address counts more than the municipality that the source states.
  const addressed = { ...moved, city: null }
  const namesPlace = isNewAddress && matcher.match(addressed).municipality !== null
  return { ...values, ...matcher.columnsOf(namesPlace ? { ...moved, city: null } : moved, known) }
}

async function findRow({ db }: InventoryServices, id: string) {
  const [row] = await db.select().from(listings).where(eq(listings.id, id))
  return row
}

/**
 * Undoes an administrator's edit of a field. The field takes the source's value again, and later
 * imports update it.
 */
export async function revertField(
  services: InventoryServices,
  edit: Omit<Edit, 'action' | 'matcher'>,
  name: InventoryField | 'withdrawal',
) {
  const matcher = await openMatcher(services.db)
  const current = await findRow(services, edit.id)
  const source = current && name === 'prefecture' ? readSource(services, current) : undefined
  await prepare(matcher, current, source)
  await change(services, { ...edit, action: 'listing.revert', matcher }, (row) => {
    const names = name === 'withdrawal' ? [WITHDRAWAL] : columnNames(name)
    if (!names.some((column) => row.editedColumns.includes(column))) return {}
    const editedColumns = row.editedColumns.filter((column) => !names.includes(column))
    // Do not offer or withdraw the listing here. The next import does this, depending on whether
    // the source still offers the listing.
    return name === 'withdrawal'
      ? { editedColumns }
      : {
          ...withPlace(matcher, row, pickColumns(name, readSource(services, row)), editedColumns),
          editedColumns,
        }
  })
}

function readSource(
  { now, jpyPerUsd }: InventoryServices,
  { raw, source }: ListingRow,
): ListingValues {
  // This cast is safe, because an import stores the source's record in `raw` only as an object.
  const read = readRaw(raw as RawRecord, { source, asOf: null, now: now(), jpyPerUsd })
  if (!read) throw new Refusal(409, 'There is no source record to restore this value from')
  const { createdAt, ...values } = read
  return values
}

/**
 * Hides a listing from everybody, or shows it again. A listing whose municipality or source has opted
 * out stays hidden.
 */
export function setHidden(
  services: InventoryServices,
  edit: Omit<Edit, 'action' | 'matcher'>,
  hidden: boolean,
) {
  const action = hidden ? 'listing.hide' : 'listing.show'
  return change(services, { ...edit, action }, (row) => {
    const others = row.hiddenBy.filter((reason) => reason !== 'administrator')
    const hiddenBy: HidingReason[] = hidden ? ['administrator', ...others] : others
    const hiddenAt = hiddenBy.length > 0 ? (row.hiddenAt ?? services.now()) : null
    return { hiddenAt, hiddenBy }
  })
}

/** Marks a listing as withdrawn or as offered. Later imports keep this choice. */
export function setWithdrawn(
  services: InventoryServices,
  edit: Omit<Edit, 'action' | 'matcher'>,
  withdrawn: boolean,
) {
  const action = withdrawn ? 'listing.withdraw' : 'listing.offer'
  return change(services, { ...edit, action }, (row) => {
    if ((row.withdrawnAt !== null) === withdrawn) return {}
    return {
      withdrawnAt: withdrawn ? services.now() : null,
      editedColumns: union(row.editedColumns, [WITHDRAWAL]),
    }
  })
}

/**
 * Applies the changes that `decide` returns for the current row. Values that equal the current ones
 * are neither saved nor audited.
 */
async function change(
  { db, now, jpyPerUsd }: InventoryServices,
  { actor, id, action, matcher }: Edit,
  decide: (row: ListingRow) => ListingValues,
) {
  const at = now()
  await db.transaction(async (tx) => {
    await shareOptOuts(tx)
    await lockFolds(tx)
    // Lock the row, so that an import of the same listing waits and sees this change.
    const [row] = await tx.select().from(listings).where(eq(listings.id, id)).for('update')
    if (!row) throw new Refusal(404, 'There is no listing with this id')
    const decided = decide(row)
    const columns = differing(row, decided)
    if (columns.length === 0) return

    const after = { ...row, ...decided }
    await tx
      .update(listings)
      .set({
        ...pick(decided, columns),
        ...marksOf(after),
        ...matcher?.locationOf(after),
        updatedAt: at,
      })
      .where(eq(listings.id, id))
    await applyOptOutsTo(tx, [id], at)
    if (after.withdrawnAt === null) await findDuplicates(tx, [id], at)
    else await findDuplicatesWithout(tx, [id], at)
    const told = columns.filter((column) => column !== 'editedColumns')
    await writeAudit(tx, {
      actor,
      action,
      target: { id, name: inventoryTitle(row) },
      before: named(row, told),
      after: named(after, told),
      at,
    })
    const changes = [...offerChanges(row, after), ...compareListings(row, after, jpyPerUsd)]
    await publishChanges(
      tx,
      changes.map((change) => ({ ...change, listingId: id, changedAt: at })),
      [id],
    )
  })
}

function offerChanges(
  before: Pick<ListingRow, 'withdrawnAt'>,
  after: Pick<ListingRow, 'withdrawnAt'>,
): Change[] {
  const [wasOffered, isOffered] = [before.withdrawnAt === null, after.withdrawnAt === null]
  if (wasOffered === isOffered) return []
  return [{ kind: isOffered ? 'back' : 'gone', before: {}, after: {} }]
}

function columnsOf(values: ListingValues) {
  return namesOf(Object.keys(values) as (keyof ListingRow)[])
}

function differing(row: ListingRow, values: ListingValues) {
  const columns = Object.keys(values) as (keyof ListingRow)[]
  return columns.filter((column) => JSON.stringify(row[column]) !== JSON.stringify(values[column]))
}

function pick(values: ListingValues, columns: (keyof ListingRow)[]): ListingValues {
  return Object.fromEntries(columns.map((column) => [column, values[column]]))
}

function named(row: ListingRow, columns: (keyof ListingRow)[]) {
  const names = namesOf(columns)
  return Object.fromEntries(columns.map((column, at) => [names[at], row[column]]))
}

function union(some: string[], others: string[]) {
  return [...new Set([...some, ...others])]
}
