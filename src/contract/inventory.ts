import * as z from 'zod/mini'
import { HIDING_REASONS, INVENTORY_SORTS, INVENTORY_STATES } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { ListingRecord } from './listings.ts'
import { Id, paging, queryText, sorting, Timestamp } from './values.ts'

/** The catalogue for administrators: all listings, including hidden and withdrawn ones. */

const InventoryState = z.enum(INVENTORY_STATES)
/** A hidden listing is `hidden` even if its source has withdrawn it. */
export type InventoryState = z.output<typeof InventoryState>

export const INVENTORY_PAGE_SIZE = 20

/** The editable fields, with their labels. */
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

const InventoryRow = z.object({
  id: z.string(),
  /**
   * The title of the listing in lists: its address if the address is readable without Japanese.
   * Otherwise, an English title built from facts of the house.
   */
  title: z.string(),
  property_type: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  prefecture: z.nullable(z.string()),
  city: z.nullable(z.string()),
  price_yen: z.nullable(z.int()),
  /** The price in US dollars. */
  price: z.nullable(z.number()),
  source: z.string(),
  state: InventoryState,
  /** Whether an administrator has edited the listing. */
  edited: z.boolean(),
  photo_count: z.int(),
  /** The path of the first photo, below `/images/`. */
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
    /**
     * Either search words or the beginning of a listing's id. A listing must contain every word.
     */
    search: queryText('Search'),
    state: z.optional(z.enum(INVENTORY_STATES, `State must be ${INVENTORY_STATES.join(' or ')}`)),
    source: queryText('Source'),
    ...paging(INVENTORY_PAGE_SIZE),
    ...sorting(INVENTORY_SORTS, { by: 'created_at', order: 'desc' }),
  }),
  output: z.object({
    results: z.array(InventoryRow),
    total_count: z.int(),
    /** All sources of listings, regardless of the filters. */
    sources: z.array(z.string()),
  }),
})
export type InventorySearch = z.output<typeof listInventory.input>

const EditableField = z.object({
  /** The value in the catalogue. Null if unknown. */
  value: z.nullable(z.string()),
  source_value: z.nullable(z.string()),
  /** Whether an administrator has edited this value. If so, imports leave the value unchanged. */
  edited: z.boolean(),
})

const SameHouse = z.object({
  id: z.string(),
  source: z.string(),
  /**
   * Searches show the other listing instead of this one (`shown`), or this one instead of the other
   * (`folded`), or the pair waits for an administrator.
   */
  relation: z.enum(['shown', 'folded', 'waiting']),
})
/** Another listing that is or may be the same house. */
export type SameHouse = z.output<typeof SameHouse>

export const InventoryListing = z.object({
  /** The listing as subscribers see it. */
  listing: ListingRecord,
  /** The same title as in {@link listInventory}. */
  title: z.string(),
  state: InventoryState,
  /** Why the listing is hidden. Empty unless `state` is `hidden`. */
  hidden_by: z._default(z.array(z.enum(HIDING_REASONS)), []),
  same_house: z._default(z.array(SameHouse), []),
  /**
   * Whether an administrator has marked the listing as withdrawn or as offered. If so, imports do
   * not change this mark.
   */
  withdrawal_edited: z.boolean(),
  fields: z.record(z.enum(fieldNames), EditableField),
  /** The original record, with the source's field names. */
  raw: z.record(z.string(), z.unknown()),
  /** Whether the record can be parsed again, so that edits can be reverted. */
  readable: z.boolean(),
  source: z.object({ name: z.string(), imported_at: Timestamp }),
  /** How many people have the listing as a favorite. */
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
 * Saves the given fields of a listing. The values are texts as people write them, such as `580万円`.
 * An empty text means unknown. Later imports leave these fields unchanged.
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

/**
 * Reverts an administrator's edit of a field. The field takes the source's value again, and later
 * imports may change it.
 */
export const revertInventoryField = endpoint({
  method: 'DELETE',
  path: '/inventory/:id/edits/:field',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    /**
     * `withdrawal` reverts the administrator's decision whether the listing is withdrawn. After
     * that, imports decide again.
     */
    field: z.enum([...fieldNames, 'withdrawal'], 'This field cannot be edited'),
  }),
  output: InventoryListing,
})

/** Hides a listing from all pages, or shows it again. */
export const hideInventoryListing = endpoint({
  method: 'PUT',
  path: '/inventory/:id/hidden',
  access: 'admin',
  input: z.strictObject({ id: Id, hidden: z.boolean('hidden must be true or false') }),
  output: InventoryListing,
})

/** Marks a listing as withdrawn or as offered, whatever later imports say. */
export const withdrawInventoryListing = endpoint({
  method: 'PUT',
  path: '/inventory/:id/withdrawn',
  access: 'admin',
  input: z.strictObject({ id: Id, withdrawn: z.boolean('withdrawn must be true or false') }),
  output: InventoryListing,
})
