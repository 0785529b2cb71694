import * as z from 'zod/mini'
import { INVENTORY_SORTS, INVENTORY_STATES } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { ListingRecord } from './listings.ts'
import { Id, paging, queryText, sorting, Timestamp } from './values.ts'

/** The catalogue as administrators see it: every listing, also what nobody else is shown. */

const InventoryState = z.enum(INVENTORY_STATES)
/** What is hidden is called that, whether its source still offers it or not. */
export type InventoryState = z.output<typeof InventoryState>

export const INVENTORY_PAGE_SIZE = 20

/** What can be corrected, by the names under which it travels and is called. */
export const INVENTORY_FIELDS = {
  property_type: 'Property type',
  location: 'Address',
  prefecture: 'Prefecture',
  city: 'City',
  price_yen: 'Price',
  layout: 'Floor plan',
  building_area: 'Building area',
  land_area: 'Land area',
  construction: 'Construction date',
  structure: 'Structure',
  transportation: 'Transportation',
  remarks: 'Remarks',
  contact_number: 'Contact number',
  reference_url: 'Reference URL',
  link: 'Link',
} as const
export type InventoryField = keyof typeof INVENTORY_FIELDS

const fieldNames = Object.keys(INVENTORY_FIELDS) as InventoryField[]

/** A row of the list. */
const InventoryRow = z.object({
  id: z.string(),
  property_type: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** A value of the prefecture catalogue. */
  prefecture: z.nullable(z.string()),
  city: z.nullable(z.string()),
  price_yen: z.nullable(z.int()),
  /** US dollars. */
  price: z.nullable(z.number()),
  source: z.string(),
  state: InventoryState,
  /** Whether an administrator has written any of its values. */
  edited: z.boolean(),
  photo_count: z.int(),
  /** Path of the first photo below `/images/`. */
  photo: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type InventoryRow = z.output<typeof InventoryRow>

export const listInventory = endpoint({
  method: 'GET',
  path: '/inventory',
  access: 'admin',
  input: z.object({
    /** Words that all have to be found; an id, or how one begins, finds the listings that have it. */
    search: queryText('Search'),
    state: z.optional(z.enum(INVENTORY_STATES, `State is ${INVENTORY_STATES.join(' or ')}`)),
    source: queryText('Source'),
    ...paging(INVENTORY_PAGE_SIZE),
    ...sorting(INVENTORY_SORTS, { by: 'created_at', order: 'desc' }),
  }),
  output: z.object({
    results: z.array(InventoryRow),
    total_count: z.int(),
    /** Every source that there is, whatever was searched for. */
    sources: z.array(z.string()),
  }),
})
export type InventorySearch = z.output<typeof listInventory.input>

/** A value that can be corrected, as text. */
const EditableField = z.object({
  /** As it stands in the catalogue; null when it is not known. */
  value: z.nullable(z.string()),
  /** As it is read from the source's record. */
  source_value: z.nullable(z.string()),
  /** Whether an administrator has written it, so that imports leave it as it is. */
  edited: z.boolean(),
})

export const InventoryListing = z.object({
  /** As it is shown to subscribers. */
  listing: ListingRecord,
  state: InventoryState,
  /** Whether an administrator has decided if it is withdrawn, so that imports leave it so. */
  withdrawal_edited: z.boolean(),
  fields: z.record(z.enum(fieldNames), EditableField),
  /** The record as it was read, by the names that the source gives its fields. */
  raw: z.record(z.string(), z.unknown()),
  /** Whether the record can be read again, to take back what was edited. */
  readable: z.boolean(),
  source: z.object({ name: z.string(), imported_at: Timestamp }),
  /** The newest first; in yen. */
  price_changes: z.array(
    z.object({
      before: z.nullable(z.int()),
      after: z.nullable(z.int()),
      changed_at: Timestamp,
    }),
  ),
  /** How many people have it among their favorites. */
  favorite_count: z.int(),
  updated_at: Timestamp,
})
export type InventoryListing = z.output<typeof InventoryListing>

export const getInventoryListing = endpoint({
  method: 'GET',
  path: '/inventory/:id',
  access: 'admin',
  input: z.object({ id: Id }),
  output: InventoryListing,
})

const edit = z.optional(z.string())

/**
 * Writes the fields that are given, each as a person writes it, such as `580万円`; an empty text
 * says that nothing is known. Imports leave them as they are from then on.
 */
export const editInventoryListing = endpoint({
  method: 'PUT',
  path: '/inventory/:id',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    property_type: edit,
    location: edit,
    prefecture: edit,
    city: edit,
    price_yen: edit,
    layout: edit,
    building_area: edit,
    land_area: edit,
    construction: edit,
    structure: edit,
    transportation: edit,
    remarks: edit,
    contact_number: edit,
    reference_url: edit,
    link: edit,
  } satisfies Record<InventoryField | 'id', z.ZodMiniType>),
  output: InventoryListing,
})

/** Gives a field back to the source: it is what the record says, and imports change it again. */
export const revertInventoryField = endpoint({
  method: 'DELETE',
  path: '/inventory/:id/edits/:field',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    /** `withdrawal` leaves it to the next import whether the listing is offered. */
    field: z.enum([...fieldNames, 'withdrawal'], 'The field is not one that can be edited'),
  }),
  output: InventoryListing,
})

/** Shows a listing to nobody any more, on no page; or shows it again. */
export const hideInventoryListing = endpoint({
  method: 'PUT',
  path: '/inventory/:id/hidden',
  access: 'admin',
  input: z.strictObject({ id: Id, hidden: z.boolean('Hidden is true or false') }),
  output: InventoryListing,
})

/** Takes a listing for one that its source no longer offers, or for one that it does, whatever imports find. */
export const withdrawInventoryListing = endpoint({
  method: 'PUT',
  path: '/inventory/:id/withdrawn',
  access: 'admin',
  input: z.strictObject({ id: Id, withdrawn: z.boolean('Withdrawn is true or false') }),
  output: InventoryListing,
})
