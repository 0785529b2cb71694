import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { PLANS, ROLES, SUBSCRIPTION_STATUSES } from '#contract/choices.ts'
import type { Report, UploadOptions } from './import-columns.ts'

/**
 * Timestamps in milliseconds, as in JavaScript. With microseconds, the database and JavaScript
 * would sort some rows differently.
 */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => moment('created_at').notNull().defaultNow()
const updatedAt = () => moment('updated_at').notNull().defaultNow()
const squareMetres = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' })
const money = (name: string) => bigint(name, { mode: 'number' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/**
 * Text that sorts by code point, so that every server sorts it the same way. A foreign key to such
 * a column needs the same type.
 */
const byteOrdered = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const listingId = () =>
  byteOrdered('listing_id')
    .notNull()
    .references(() => listings.id, { onDelete: 'cascade' })

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Normalised: see `Email` in the contract. */
    email: text('email').notNull().unique(),
    role: text('role', { enum: ROLES }).notNull(),
    /** An argon2id hash in PHC notation. */
    passwordHash: text('password_hash').notNull(),
    isBlocked: boolean('is_blocked').notNull().default(false),
    profilePicture: text('profile_picture'),
    stripeCustomerId: text('stripe_customer_id').unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_role', sql`${table.role} in ('user', 'admin')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token. Only the client has the token itself. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** SHA-256 of the receipt, which can only end the session; null in older sessions. */
    receiptHash: bytes('receipt_hash'),
    /** The user agent of the browser that signed in. */
    userAgent: text('user_agent'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_receipt').on(table.receiptHash),
  ],
)

/** The user's current code for choosing a new password, until it is used or expires. */
export const resetCodes = pgTable('reset_codes', {
  userId: userId().primaryKey(),
  /** An argon2id hash in PHC notation. */
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** The number of tries in the window that ends at `resetsAt`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    plan: text('plan', { enum: PLANS }).notNull(),
    paymentProvider: text('payment_provider').notNull(),
    endsAt: moment('ends_at'),
    /**
     * The subscription at Stripe that the row mirrors; null for a gift, and before the first
     * payment.
     */
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** The status in Stripe's own words. Stripe has eight. */
    stripeStatus: text('stripe_status'),
    /** The current period will be charged soon. */
    isPaymentDue: boolean('is_payment_due').notNull().default(false),
    /** Stripe's page on which the person confirms the payment that their bank asks about. */
    confirmUrl: text('confirm_url'),
    /** Stripe's name for the card's brand, and the card's last digits. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** An administrator's decision, which outranks Stripe's status. */
    override: text('override', { enum: ['active', 'inactive'] }),
    /** When Stripe was last asked for its status. */
    syncedAt: moment('synced_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'subscriptions_status',
      sql`${table.status} in ('active', 'cancelled', 'expired', 'inactive')`,
    ),
    check('subscriptions_plan', sql`${table.plan} in ('premium', 'Free')`),
    check('subscriptions_override', sql`${table.override} in ('active', 'inactive')`),
    // A frequent job uses this index to find subscriptions past their end.
    index('subscriptions_end').on(table.endsAt),
  ],
)

const SUBSCRIPTION_CHANGES = ['started', 'cancelled', 'reactivated', 'ended'] as const

/** The history of subscriptions. Append-only, and kept when the user is deleted. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null when the user is deleted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: SUBSCRIPTION_CHANGES }).notNull(),
    paymentProvider: text('payment_provider').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    check(
      'subscription_changes_kind',
      sql`${table.kind} in ('started', 'cancelled', 'reactivated', 'ended')`,
    ),
    index('subscription_changes_at').on(table.at),
    index('subscription_changes_user').on(table.userId),
  ],
)

/** Paid invoices, each once. They are kept when the user is deleted. */
export const paidInvoices = pgTable(
  'paid_invoices',
  {
    /** Stripe's own id of the invoice. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    amountCents: money('amount_cents').notNull(),
    /** The refunded part of the amount. */
    refundedCents: money('refunded_cents').notNull().default(0),
    paidAt: moment('paid_at').notNull(),
  },
  (table) => [
    index('paid_invoices_paid').on(table.paidAt),
    index('paid_invoices_user').on(table.userId),
  ],
)

const PAYMENT_ATTEMPT_STATES = ['open', 'requires_action', 'succeeded', 'failed'] as const

/** A payment attempt, saved before it asks Stripe. Its idempotency keys begin with its id. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** SHA-256 of the payment token. It tells a retry from a payment with another card. */
    tokenHash: bytes('token_hash').notNull(),
    state: text('state', { enum: PAYMENT_ATTEMPT_STATES }).notNull(),
    paymentMethodId: text('payment_method_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    setupIntentId: text('setup_intent_id'),
    /** A request to create a subscription was sent, and its result is not known yet. */
    isCreating: boolean('is_creating').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'payment_attempts_state',
      sql`${table.state} in ('open', 'requires_action', 'succeeded', 'failed')`,
    ),
    index('payment_attempts_user').on(table.userId),
    uniqueIndex('payment_attempts_unsettled')
      .on(table.userId)
      .where(sql`${table.state} in ('open', 'requires_action')`),
  ],
)

/** Locks for payment changes, one per user. */
export const paymentLocks = pgTable('payment_locks', {
  userId: userId().primaryKey(),
  /** Identifies the holder among all processes. */
  holder: text('holder').notNull(),
  /** The end of the lease, by the database's clock. The lock of a crashed holder expires. */
  expiresAt: moment('expires_at').notNull(),
})

/** Events from Stripe, each stored once and handled later. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The customer concerned. */
    stripeCustomerId: text('stripe_customer_id'),
    /** The payment concerned, if the event names no customer. */
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    index('stripe_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`),
  ],
)

/** When each job last ran. One process runs it for all. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  ranAt: moment('ran_at').notNull(),
})

/** The mail queue. The transaction that causes a mail adds it. Deleted when sent or given up. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull(),
    /** After this time, the mail is no longer worth sending. */
    uselessAt: moment('useless_at'),
    lastError: text('last_error'),
  },
  (table) => [index('mails_next_try').on(table.nextTryAt)],
)

/** The audit log of administrators. Append-only, and kept when the users in it are deleted. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    actorId: text('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    ip: text('ip').notNull(),
    /** What was done, such as `subscription.update`. */
    action: text('action').notNull(),
    targetId: text('target_id').notNull(),
    /** The user's email, or the name of the thing that was changed. */
    target: text('target').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_at').on(table.at),
    index('audit_action').on(table.action, table.at),
    index('audit_target').on(table.targetId),
  ],
)

const IMPORT_STATES = ['checking', 'checked', 'importing', 'done', 'failed'] as const

/** Files of listings that administrators have uploaded, and their results. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    actorId: text('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    /** The file's name on the administrator's device; never a path of ours. */
    fileName: text('file_name').notNull(),
    fileBytes: money('file_bytes').notNull(),
    options: jsonb('options').$type<UploadOptions>().notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    bytesRead: money('bytes_read').notNull().default(0),
    /** The result of the last import or dry run. */
    report: jsonb('report').$type<Report>(),
    /** Why it failed, as a sentence. */
    failure: text('failure'),
    createdAt: createdAt(),
    /** The last heartbeat of the running import. An old one means a crashed process. */
    workedAt: moment('worked_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    check(
      'imports_state',
      sql`${table.state} in ('checking', 'checked', 'importing', 'done', 'failed')`,
    ),
    index('imports_created').on(table.createdAt),
  ],
)

/** The source of the sample houses. No import may use it for real ones. */
export const SAMPLE_SOURCE = 'sample'

/** The sources of listings, and the credit that their licences require. */
export const sources = pgTable('sources', {
  name: text('name').primaryKey(),
  attribution: text('attribution'),
  importedAt: moment('imported_at').notNull().defaultNow(),
})

/** Migration 0008 turns off statistics of the columns that no user's search filters by. */
export const listings = pgTable(
  'listings',
  {
    /** The source's `_id`, or a digest of source and number, so that a listing keeps its link. */
    id: byteOrdered('id').primaryKey(),
    source: text('source')
      .notNull()
      .references(() => sources.name),
    propertyType: text('property_type'),
    /** The address as the source writes it. */
    location: text('location'),
    /** A value of the prefecture catalogue. */
    prefecture: byteOrdered('prefecture'),
    city: byteOrdered('city'),
    priceYen: money('price_yen'),
    /** The price in US cents at the rate of the import; what filters and sorting use. */
    priceCents: money('price_cents'),
    /** Normalised, such as `4LDK`; null when unknown. */
    layout: byteOrdered('layout'),
    buildingArea: squareMetres('building_area'),
    /** The original text where `building_area` could not be parsed. */
    buildingAreaText: text('building_area_text'),
    landArea: squareMetres('land_area'),
    landAreaText: text('land_area_text'),
    constructionYear: integer('construction_year'),
    /** The date as it is shown, such as `July 1975`. */
    constructionText: text('construction_text'),
    structure: text('structure'),
    transportation: text('transportation'),
    remarks: text('remarks'),
    contactNumber: text('contact_number'),
    referenceUrl: text('reference_url'),
    link: text('link'),
    /** When the listing was published, or first seen. */
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** When the source stopped offering the listing. */
    withdrawnAt: moment('withdrawn_at'),
    /** When an administrator hid the listing. */
    hiddenAt: moment('hidden_at'),
    /** The columns that an administrator has edited. Imports do not overwrite these. */
    editedColumns: text('edited_columns').array().notNull().default(sql`'{}'`),
    /** Digest of everything that was read, to detect changes. */
    digest: text('digest').notNull(),
    /** The source's record, as it was read. */
    raw: jsonb('raw').notNull(),
  },
  (table) => {
    const isFound = sql`${table.withdrawnAt} is null and ${table.hiddenAt} is null`
    // Migration 0005 adds the filters' columns to these indexes with INCLUDE, which Drizzle cannot
    // express. Without these columns, finding a page's ids reads the wide rows of the table.
    return [
      index('listings_source').on(table.source),
      index('listings_newest').on(table.createdAt, table.id).where(isFound),
      index('listings_cheapest').on(table.priceCents, table.id).where(isFound),
      // Houses without a price come last in both directions. `listings_cheapest` would yield them
      // first when read backwards, so the descending order needs its own index.
      index('listings_dearest')
        .on(table.priceCents.desc().nullsLast(), table.id.desc().nullsFirst())
        .where(isFound),
      index('listings_prefecture_newest')
        .on(table.prefecture, table.createdAt, table.id)
        .where(isFound),
      index('listings_prefecture_cheapest')
        .on(table.prefecture, table.priceCents, table.id)
        .where(isFound),
      index('listings_city_newest').on(table.city, table.createdAt, table.id).where(isFound),
    ]
  },
)

export const listingPhotos = pgTable(
  'listing_photos',
  {
    listingId: listingId(),
    position: integer('position').notNull(),
    /** Path below `/images/`: the digest of the content and its type. */
    path: text('path').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Base64. */
    thumbhash: text('thumbhash'),
    avif: boolean('avif').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.position] }),
    index('listing_photos_path').on(table.path),
  ],
)

export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    listingId: listingId(),
    priceYenBefore: money('price_yen_before'),
    priceYenAfter: money('price_yen_after'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [index('price_changes_listing').on(table.listingId)],
)

/** One row with a revision number, which grows with every change that can affect a search. */
export const catalogue = pgTable(
  'catalogue',
  {
    id: integer('id').primaryKey(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
  },
  (table) => [check('catalogue_one_row', sql`${table.id} = 1`)],
)

/** Random values that every process uses: created with the table, and part of a backup. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})

export const favorites = pgTable(
  'favorites',
  {
    userId: userId(),
    listingId: listingId(),
    /** When the user last added the favorite, by the server's clock. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.listingId] }),
    index('favorites_listing').on(table.listingId),
  ],
)

/**
 * Tombstones of favorites: an older request that arrives later does not bring the favorite back.
 */
export const removedFavorites = pgTable(
  'removed_favorites',
  {
    userId: userId(),
    listingId: listingId(),
    /** When the person asked for the removal, by the server's clock. */
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.listingId] }),
    index('removed_favorites_listing').on(table.listingId),
    index('removed_favorites_removed').on(table.removedAt),
  ],
)
