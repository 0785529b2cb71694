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

/** Milliseconds, as JavaScript has them: finer ones would sort differently on either side. */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => moment('created_at').notNull().defaultNow()
const updatedAt = () => moment('updated_at').notNull().defaultNow()
const squareMetres = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' })
const money = (name: string) => bigint(name, { mode: 'number' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const listingId = () =>
  text('listing_id')
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
    /** SHA-256 of the token; the token itself is only ever held by the client. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** SHA-256 of what can only end it; null for sessions from before there were receipts. */
    receiptHash: bytes('receipt_hash'),
    /** What the browser that signed in said of itself. */
    userAgent: text('user_agent'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_receipt').on(table.receiptHash),
  ],
)

/** The one code with which somebody can choose a new password, until it is used or too old. */
export const resetCodes = pgTable('reset_codes', {
  userId: userId().primaryKey(),
  /** An argon2id hash in PHC notation. */
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** How often something was tried in the window that ends at `resetsAt`. */
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
    /** The subscription at Stripe that the row mirrors; null for a gift, and before the first payment. */
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** Stripe's own status, of which it has eight. */
    stripeStatus: text('stripe_status'),
    /** The present period is about to be charged. */
    isPaymentDue: boolean('is_payment_due').notNull().default(false),
    /** Stripe's page on which the person confirms the payment that their bank asks about. */
    confirmUrl: text('confirm_url'),
    /** The kind of the card that is charged, as Stripe calls it, and the end of its number. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** What an administrator has decided, whatever Stripe says. */
    override: text('override', { enum: ['active', 'inactive'] }),
    /** When Stripe was last asked about it. */
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
    // Those whose time is over are looked for again and again.
    index('subscriptions_end').on(table.endsAt),
  ],
)

const SUBSCRIPTION_CHANGES = ['started', 'cancelled', 'reactivated', 'ended'] as const

/** What became of subscriptions, and when: only ever added to, and kept when the person is gone. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null when the person is gone. */
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

/** What was paid: each invoice once, and kept when the person is gone. */
export const paidInvoices = pgTable(
  'paid_invoices',
  {
    /** Stripe's own id of the invoice. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    amountCents: money('amount_cents').notNull(),
    /** What of it was given back since. */
    refundedCents: money('refunded_cents').notNull().default(0),
    paidAt: moment('paid_at').notNull(),
  },
  (table) => [
    index('paid_invoices_paid').on(table.paidAt),
    index('paid_invoices_user').on(table.userId),
  ],
)

const PAYMENT_ATTEMPT_STATES = ['open', 'requires_action', 'succeeded', 'failed'] as const

/** A try to pay, written before Stripe is called: its id makes the idempotency keys of every step. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** SHA-256 of the payment token, to tell the same card pressed again from another one. */
    tokenHash: bytes('token_hash').notNull(),
    state: text('state', { enum: PAYMENT_ATTEMPT_STATES }).notNull(),
    paymentMethodId: text('payment_method_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    setupIntentId: text('setup_intent_id'),
    /** Stripe is asked for a subscription, and nobody knows yet what became of it. */
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

/** Who is changing what somebody pays; the others wait. */
export const paymentLocks = pgTable('payment_locks', {
  userId: userId().primaryKey(),
  /** Names one holder among all processes. */
  holder: text('holder').notNull(),
  /** By the clock of the database: a holder that has died is not waited for. */
  expiresAt: moment('expires_at').notNull(),
})

/** What Stripe has told: each event once, until somebody has looked at what it is about. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Whom it is about. */
    stripeCustomerId: text('stripe_customer_id'),
    /** The payment it is about, where it names no customer. */
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

/** When a job last ran that one process does for all. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  ranAt: moment('ran_at').notNull(),
})

/** Letters on their way: written with what they tell of, and deleted when they are sent. */
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
    /** From when on nobody would want it any more. */
    uselessAt: moment('useless_at'),
    lastError: text('last_error'),
  },
  (table) => [index('mails_next_try').on(table.nextTryAt)],
)

/** What administrators did: only ever added to, and kept when those it names are gone. */
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
    /** The address of the person, or the name of the thing, that it was done to. */
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

/** Files of listings that administrators have uploaded, and what became of them. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    actorId: text('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    /** The file as the administrator's own device calls it; never a path of ours. */
    fileName: text('file_name').notNull(),
    fileBytes: money('file_bytes').notNull(),
    options: jsonb('options').$type<UploadOptions>().notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    bytesRead: money('bytes_read').notNull().default(0),
    /** What the last run did, or what a dry one would have done. */
    report: jsonb('report').$type<Report>(),
    /** Why it failed, as a sentence. */
    failure: text('failure'),
    createdAt: createdAt(),
    /** When the process that works on it was last heard of: one that has died is not waited for. */
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

/** The source of the invented houses, which are never mixed with real ones. */
export const SAMPLE_SOURCE = 'sample'

/** Where listings come from, and the credit that is owed for showing them. */
export const sources = pgTable('sources', {
  name: text('name').primaryKey(),
  attribution: text('attribution'),
  importedAt: moment('imported_at').notNull().defaultNow(),
})

export const listings = pgTable(
  'listings',
  {
    /** The source's `_id`, or a digest of source and number, so that a listing keeps its link. */
    id: text('id').primaryKey(),
    source: text('source')
      .notNull()
      .references(() => sources.name),
    propertyType: text('property_type'),
    /** The address as the source writes it. */
    location: text('location'),
    /** A value of the prefecture catalogue. */
    prefecture: text('prefecture'),
    city: text('city'),
    priceYen: money('price_yen'),
    /** The price in US cents at the rate of the import; what filters and sorting use. */
    priceCents: money('price_cents'),
    /** Normalised, such as `4LDK`; null when unknown. */
    layout: text('layout'),
    buildingArea: squareMetres('building_area'),
    /** What was written where `building_area` could not be read from it. */
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
    /** Since when the source no longer offers it. */
    withdrawnAt: moment('withdrawn_at'),
    /** Since when an administrator shows it to nobody. */
    hiddenAt: moment('hidden_at'),
    /** The names of the columns that an administrator has written, which imports leave as they are. */
    editedColumns: text('edited_columns').array().notNull().default(sql`'{}'`),
    /** Digest of everything that was read, to tell a changed listing from the same one. */
    digest: text('digest').notNull(),
    /** The record as it was read. */
    raw: jsonb('raw').notNull(),
  },
  (table) => [index('listings_source').on(table.source)],
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

/** One row: the number that grows with every change to what a search could return. */
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
    /** When the person last asked for it, by the server's clock. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.listingId] }),
    index('favorites_listing').on(table.listingId),
  ],
)

/** Tombstones of favorites: an older request that arrives later does not bring the favorite back. */
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
