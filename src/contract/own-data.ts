import * as z from 'zod/mini'
import { User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Subscription } from './subscription.ts'
import { Timestamp } from './values.ts'

/** The stored data of the caller, to read and to download. */
const OwnData = z.object({
  exported_at: Timestamp,
  user: User,
  display: z.object({ currency: z.string(), area_unit: z.string() }),
  subscription: z.nullable(Subscription),
  subscription_history: z.array(
    z.object({ at: Timestamp, change: z.string(), payment_provider: z.string() }),
  ),
  payments: z.array(
    z.object({ paid_at: Timestamp, amount_cents: z.number(), currency: z.string() }),
  ),
  /** The favorites, with the public facts of each house. */
  favorites: z.array(
    z.object({
      added_at: Timestamp,
      listing_id: z.string(),
      link: z.string(),
      property_type: z.nullable(z.string()),
      prefecture: z.nullable(z.string()),
      city: z.nullable(z.string()),
    }),
  ),
  /**
   * A removed favorite. The server stores the removal for a while. Otherwise, an older change from
   * another device could add the favorite again.
   */
  removed_favorites: z.array(z.object({ removed_at: Timestamp, listing_id: z.string() })),
  saved_searches: z.array(
    z.object({
      saved_at: Timestamp,
      name: z.string(),
      /** The search as a query string, see `writeSearch`. */
      search: z.string(),
    }),
  ),
  /** What the person wants to be told, and the houses that the person has been told of. */
  alerts: z.object({
    /** When it is 8:00 in this time zone, daily and weekly alerts arrive. */
    time_zone: z.string(),
    set: z.array(
      z.object({
        /** The name of the saved search. Null for the favorites. */
        search: z.nullable(z.string()),
        rhythm: z.string(),
        channel: z.string(),
      }),
    ),
    told: z.array(z.object({ listing_id: z.string(), channel: z.string(), told_at: Timestamp })),
  }),
  /**
   * The person's own notes, one entry per field. `record` is the name of the field's record, such
   * as `house:` and the id of a listing.
   */
  notes: z.array(
    z.object({
      record: z.string(),
      field: z.string(),
      value: z.unknown(),
      changed_at: Timestamp,
      /**
       * The value of a concurrent change from another device. The server stores this value until
       * the person chooses between the two values.
       */
      other_value: z.unknown(),
    }),
  ),
  former_notes: z.array(
    z.object({ record: z.string(), field: z.string(), value: z.unknown(), changed_at: Timestamp }),
  ),
  /**
   * The person's own photos whose image files are on the server. `path` is the address of the image
   * file. Only the person's own session can open this address.
   */
  photos: z.array(
    z.object({
      id: z.string(),
      listing_id: z.string(),
      bytes: z.int(),
      uploaded_at: Timestamp,
      /** When the image was taken. Missing if the notes do not contain the photo. */
      taken_at: z.optional(Timestamp),
      path: z.string(),
    }),
  ),
  /** The person's shared shortlist, without the other person's name and notes. */
  shortlist: z.nullable(
    z.object({
      role: z.enum(['owner', 'partner']),
      created_at: Timestamp,
      has_partner: z.boolean(),
      invitation: z.nullable(z.object({ email: z.nullable(z.string()), expires_at: Timestamp })),
      houses: z.array(
        z.object({
          listing_id: z.string(),
          added_at: Timestamp,
          added_by_you: z.boolean(),
        }),
      ),
      /**
       * The person's answers to the question whether to share their notes and photos of a house. A
       * refusal stays in this array after the house is taken off the shortlist.
       */
      sharing_answers: z.array(z.object({ listing_id: z.string(), is_shared: z.boolean() })),
    }),
  ),
  sessions: z.array(
    z.object({
      created_at: Timestamp,
      last_used_at: Timestamp,
      expires_at: Timestamp,
      user_agent: z.nullable(z.string()),
    }),
  ),
  /** The devices that receive notifications. `push_service` is the host of the browser's maker. */
  notification_devices: z.array(z.object({ registered_at: Timestamp, push_service: z.string() })),
  /** The passkeys and the authenticator app of this account, without their secrets. */
  second_factors: z.array(
    z.object({
      kind: z.enum(['passkey', 'authenticator']),
      /** The `User-Agent` of the browser that created the passkey. */
      user_agent: z.nullable(z.string()),
      added_at: Timestamp,
      last_used_at: z.nullable(Timestamp),
    }),
  ),
  /** The events of this account in the security log. */
  security_events: z.array(
    z.object({
      at: Timestamp,
      event: z.string(),
      ip: z.string(),
      user_agent: z.nullable(z.string()),
      detail: z.nullable(z.string()),
    }),
  ),
})
export type OwnData = z.output<typeof OwnData>

export const getOwnData = endpoint({
  method: 'GET',
  path: '/auth/me/data',
  access: 'user',
  input: z.object({}),
  output: OwnData,
})
