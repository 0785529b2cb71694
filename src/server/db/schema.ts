import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AreaUnit } from '#contract/area-units.ts'
import type { CatalogueIndex } from '#contract/catalogue.ts'
import {
  CHANNELS,
  DUPLICATE_STATES,
  type HidingReason,
  HOUSE_PRECISIONS,
  OFFER_STATUSES,
  OFFERS,
  OPT_OUT_KINDS,
  PLANS,
  PRECISIONS,
  PRICE_LIMITS,
  RHYTHMS,
  ROLES,
  SUBSCRIPTION_STATUSES,
} from '#contract/choices.ts'
import type { Currency } from '#contract/currencies.ts'
import type { Facts } from '#contract/facts.ts'
import { CHANGE_KINDS } from '#contract/history.ts'
import type { Mapping } from '#contract/mapping.ts'
import type { CredentialTransport } from '#contract/passkeys.ts'
import { RUN_OUTCOMES, SOURCE_KINDS, SOURCE_RHYTHMS } from '#contract/sources.ts'
import type { TitleParts } from '#search/titles.ts'
import { ASKED_PRICE } from './asked-price.ts'
import { linkKey, statedPrice } from './duplicate-keys.ts'
import type { GrowingFile, Report, SourceVersion, UploadOptions } from './import-columns.ts'

/**
 * A timestamp with milliseconds, as in JavaScript. With PostgreSQL's microseconds, the database
 * would sort some rows differently than JavaScript.
 */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => moment('created_at').notNull().defaultNow()
const updatedAt = () => moment('updated_at').notNull().defaultNow()
const squareMetres = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' })
const money = (name: string) => bigint(name, { mode: 'number' })
/**
 * A column of up to 31 flags, one per bit. PostgreSQL's integers have 32 bits, but one bit is the
 * sign.
 */
const bits = (name: string) => integer(name).notNull().default(0)
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/**
 * Text that every server sorts in the same way, by code point. A foreign key to such a column must
 * have the same type.
 */
const byteOrdered = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/**
 * A JSON value as text. Drizzle would parse a text in a `jsonb` column a second time, and turn the
 * note "110" into a number.
 */
const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
})
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
    /** The email address, trimmed, in NFKC and in lower case. So each address has only one form. */
    email: text('email').notNull().unique(),
    role: text('role', { enum: ROLES }).notNull(),
    /** The argon2id hash of the password, in PHC notation. */
    passwordHash: text('password_hash').notNull(),
    isBlocked: boolean('is_blocked').notNull().default(false),
    profilePicture: text('profile_picture'),
    /** The currency and the unit of area in which this person sees prices and areas. */
    currency: text('currency').$type<Currency>().notNull().default('USD'),
    areaUnit: text('area_unit').$type<AreaUnit>().notNull().default('m2'),
    /** The IANA name of the time zone in which daily and weekly mails arrive in the morning. */
    timeZone: text('time_zone').notNull().default('UTC'),
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
    /** SHA-256 of the session token. Only the client has the token itself. */
    tokenHash: bytes('token_hash').primaryKey(),
    /** Names the session in lists. This id opens nothing. */
    id: uuid('id').notNull().defaultRandom(),
    userId: userId(),
    /** When the person signed in. */
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /**
     * SHA-256 of the revocation token, which can only end the session. Null if the session began
     * before revocation tokens existed.
     */
    receiptHash: bytes('receipt_hash'),
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
  /** The argon2id hash of the code, in PHC notation. */
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** The passkeys with which people confirm a sign-in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** The authenticator's id of the passkey, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The public key, in COSE format. */
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's signature counter. Many authenticators always send 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<CredentialTransport[]>().notNull(),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** The authenticator apps with which people confirm a sign-in by a code (TOTP, RFC 6238). */
export const authenticators = pgTable('authenticators', {
  userId: userId().primaryKey(),
  secret: bytes('secret').notNull(),
  /**
   * The number of the 30-second step whose code was used last. Codes of this step and of earlier
   * steps are refused, so that nobody can use a code again.
   */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
  lastUsedAt: moment('last_used_at'),
})

/** The unused recovery codes of people who have a second factor. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** SHA-256 of the code. A code has 120 random bits, so nobody can guess it from the hash. */
    codeHash: bytes('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** A second factor that a person is about to add, until they prove that they can use it. */
export const secondFactorSetups = pgTable('second_factor_setups', {
  userId: userId().primaryKey(),
  /** The challenge that the new passkey must sign. */
  challenge: text('challenge'),
  /** The secret of the new authenticator app. */
  secret: bytes('secret'),
  expiresAt: moment('expires_at').notNull(),
})

/** Sign-ins whose password was right, and which wait for the second factor. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    /** SHA-256 of the text that names the sign-in. Only the client has the text itself. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: userId(),
    /** The challenge that a passkey must sign. */
    challenge: text('challenge').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_user').on(table.userId),
    index('pending_sign_ins_expiry').on(table.expiresAt),
  ],
)

/** The number of tries within a rate limit's time window, which ends at `resetsAt`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
)

/** Which houses an account has read within 24 hours, as a bitmap of hashes of their ids. */
export const readingBudgets = pgTable('reading_budgets', {
  userId: userId().primaryKey(),
  startedAt: moment('started_at').notNull(),
  seen: bytes('seen').notNull(),
})

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
     * The id of the subscription at Stripe that the row mirrors. Null for complimentary access, and
     * before the first payment.
     */
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** The status at Stripe, in Stripe's terms, such as `past_due`. */
    stripeStatus: text('stripe_status'),
    /** True while Stripe has not charged the current period yet, but will soon. */
    isPaymentDue: boolean('is_payment_due').notNull().default(false),
    /**
     * The page at Stripe on which the user confirms a payment, if the user's bank requires a
     * confirmation.
     */
    confirmUrl: text('confirm_url'),
    /** True while the operator has paused the payments at Stripe. Access continues meanwhile. */
    isPaused: boolean('is_paused').notNull().default(false),
    /** When paused payments continue. Null if the operator has not set a date. */
    resumesAt: moment('resumes_at'),
    /** Stripe's name for the card's brand, and the card's last digits. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** An administrator's decision about the user's access, which outranks Stripe's status. */
    override: text('override', { enum: ['active', 'inactive'] }),
    /** When this row was last updated from Stripe. */
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
    /** The user of the subscription. Null after the user is deleted. */
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

/** Paid invoices. An invoice has one row, which is kept when the user is deleted. */
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

/**
 * Payment attempts. An attempt is saved before its first request to Stripe. The idempotency keys of
 * its requests begin with the id of the attempt, so a retry does not charge twice.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /**
     * SHA-256 of the payment token. A request with the same token is a retry. A request with
     * another token is a new payment.
     */
    tokenHash: bytes('token_hash').notNull(),
    state: text('state', { enum: PAYMENT_ATTEMPT_STATES }).notNull(),
    paymentMethodId: text('payment_method_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    setupIntentId: text('setup_intent_id'),
    /**
     * True while the result of the request that creates a subscription is unknown. This flag is set
     * before the request is sent.
     */
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

export const paymentLocks = pgTable('payment_locks', {
  userId: userId().primaryKey(),
  /** A random id of the holder, unique among all processes. */
  holder: text('holder').notNull(),
  /**
   * The end of the lease, by the database's clock. If the holder crashes, the lock is free after
   * this time.
   */
  expiresAt: moment('expires_at').notNull(),
})

/** Events from Stripe, each stored once and handled later. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    stripeCustomerId: text('stripe_customer_id'),
    /** The id of the event's payment, if the event names no customer. */
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** The id and the status of the dispute that the event is about. */
    stripeDisputeId: text('stripe_dispute_id'),
    disputeStatus: text('dispute_status'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    index('stripe_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`),
  ],
)

/**
 * The objections of banks to payments, by Stripe's id: inquiries, which move no money, and disputes.
 * Rows are kept when the user is deleted.
 */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The status at Stripe, in Stripe's terms, such as `warning_needs_response`. */
    status: text('status').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [index('disputes_user').on(table.userId)],
)

/**
 * The recurring jobs. A process claims a due job by updating the job's row, so that only one process
 * runs it.
 */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  /** The start of the last run that succeeded. Null before the first success. */
  ranAt: moment('ran_at'),
  /** The start of the last run, which may have failed. */
  claimedAt: moment('claimed_at'),
})

/**
 * The mail queue. A mail is added in the transaction that causes it. The mail is deleted when it is
 * sent, or when the server stops trying to send it.
 */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    /**
     * An address at which mail programs unsubscribe the person, by a POST request (RFC 8058). Null
     * for mails that nobody can unsubscribe from.
     */
    stopUrl: text('stop_url'),
    /**
     * The person who gets the mail as an alert. Alerts are not sent to a person who no longer has
     * access. Null for all other mails.
     */
    alertsOf: text('alerts_of').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull(),
    /**
     * After this time, the mail is deleted without being sent, for example because its code has
     * expired.
     */
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
    /** The action, such as `subscription.update`. */
    action: text('action').notNull(),
    targetId: text('target_id').notNull(),
    /**
     * What the action changed: the user's email, or a name such as the title of the edited listing.
     */
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

/**
 * Sign-ins, refusals, and changes of how accounts are protected. Rows are deleted after a fixed
 * time, and with the account.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text('kind').notNull(),
    /** The account. Null if the entered address has no account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The address of the account at that time, or the entered address. */
    email: text('email').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent'),
    detail: text('detail'),
  },
  (table) => [
    index('security_events_at').on(table.at),
    index('security_events_user').on(table.userId),
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
    /** The file's name on the administrator's device. The server never uses it as a path. */
    fileName: text('file_name').notNull(),
    fileBytes: money('file_bytes').notNull(),
    options: jsonb('options').$type<UploadOptions>().notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    bytesRead: money('bytes_read').notNull().default(0),
    /** The result of the last import or dry run. */
    report: jsonb('report').$type<Report>(),
    /** The reason why the import failed, as a sentence. */
    failure: text('failure'),
    createdAt: createdAt(),
    /**
     * The last heartbeat of the running import. If the heartbeat is old, the process has crashed.
     */
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

/**
 * The sources that the server imports at regular times: from a folder or from a URL. A process claims
 * a due source by writing `runId`, and repeats its heartbeat while it works. So one process runs it.
 */
export const sourceSchedules = pgTable(
  'source_schedules',
  {
    id: text('id').primaryKey(),
    /** The name of the listings' source. */
    source: text('source').notNull().unique(),
    kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
    /** The path of the folder, or the URL. */
    address: text('address').notNull(),
    /** The environment variable that holds the `Authorization` header of the download. */
    secretVariable: text('secret_variable'),
    rhythm: text('rhythm', { enum: SOURCE_RHYTHMS }).notNull(),
    /** The hours between two runs, for the rhythm `hours`. */
    hours: integer('hours').notNull(),
    /** From 1 for Monday to 7 for Sunday, for the rhythm `weekly`. */
    weekday: integer('weekday').notNull(),
    /** The local time of day, such as `03:00`, for the rhythms `daily` and `weekly`. */
    time: text('time').notNull(),
    timeZone: text('time_zone').notNull(),
    isFull: boolean('is_full').notNull(),
    withRents: boolean('with_rents').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    nextRunAt: moment('next_run_at').notNull(),
    /** The current run. Null while none runs. */
    runId: text('run_id'),
    startedAt: moment('started_at'),
    heartbeatAt: moment('heartbeat_at'),
    /** What the last successful run found. The next run compares its file with it. */
    version: jsonb('version').$type<SourceVersion>(),
    /** The newest file of a folder at the last look, which may still be written to. */
    growing: jsonb('growing').$type<GrowingFile>(),
    /** The number of runs that failed since the last success. */
    failures: integer('failures').notNull().default(0),
    /** The kinds of failure that administrators were told since the last success. */
    mailedFailures: text('mailed_failures').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('source_schedules_kind', sql`${table.kind} in ('folder', 'url')`),
    check('source_schedules_rhythm', sql`${table.rhythm} in ('hours', 'daily', 'weekly')`),
  ],
)

/** The finished runs of scheduled sources. */
export const sourceRuns = pgTable(
  'source_runs',
  {
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => sourceSchedules.id, { onDelete: 'cascade' }),
    outcome: text('outcome', { enum: RUN_OUTCOMES }).notNull(),
    /** The reason of a failure, as a sentence. */
    failure: text('failure'),
    /** Null if nothing was imported, or if the file of a stopped run was deleted. */
    importId: text('import_id').references(() => imports.id, { onDelete: 'set null' }),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at').notNull(),
  },
  (table) => [
    check('source_runs_outcome', sql`${table.outcome} in ('imported', 'unchanged', 'failed')`),
    index('source_runs_schedule').on(table.scheduleId, table.startedAt),
    index('source_runs_import').on(table.importId),
  ],
)

/** The source name of the sample houses. Imports of real houses must use another name. */
export const SAMPLE_SOURCE = 'sample'

/** The sources of listings, and the credit that their licences require. */
export const sources = pgTable('sources', {
  name: text('name').primaryKey(),
  attribution: text('attribution'),
  /**
   * When the source was first imported. Listings of the first import are not marked as new, because
   * they are new only to Engawa.
   */
  firstImportedAt: moment('first_imported_at').notNull().defaultNow(),
  importedAt: moment('imported_at').notNull().defaultNow(),
})

/** The mapping that an operator chose for the last import of each source. */
export const sourceMappings = pgTable('source_mappings', {
  source: text('source')
    .primaryKey()
    .references(() => sources.name, { onDelete: 'cascade' }),
  mapping: jsonb('mapping').$type<Mapping>().notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/**
 * The sources of the place data (municipalities, stations and borders), with the credit that their
 * terms require.
 */
export const placeSources = pgTable('place_sources', {
  name: text('name').primaryKey(),
  attribution: text('attribution').notNull(),
  /**
   * The version of the place data. The server replaces its own default places when this version
   * changes.
   */
  version: text('version').notNull(),
  importedAt: moment('imported_at').notNull(),
  /**
   * The time at which all listings were matched with the places of this source. Null until then.
   */
  matchedAt: moment('matched_at'),
})

/** Prefectures, municipalities, the wards of cities, and the oaza (districts) of municipalities. */
export const places = pgTable(
  'places',
  {
    /**
     * The code of JIS X 0401 or 0402 without check digit: `38` for Ehime, `38214` for Seiyo. The
     * code of an oaza (district) begins with the code of its municipality, and continues with
     * digits of its own.
     */
    code: text('code').primaryKey(),
    source: text('source')
      .notNull()
      .references(() => placeSources.name, { onDelete: 'cascade' }),
    /** The prefecture's `value` in the API, such as `ehime`. */
    prefecture: text('prefecture').notNull(),
    /**
     * The name in Japanese addresses, without the county. The name of a ward begins with the name
     * of its city, such as `神戸市北区`. An oaza (district) has only its own name, such as `宇和町卯之町`.
     */
    japanese: text('japanese').notNull(),
    /** The name in hiragana. Empty for an oaza (district) whose reading is uncertain. */
    kana: text('kana').notNull(),
    /**
     * The English name, such as `Seiyo` or `Kita Ward, Kobe`. Empty for an oaza (district) whose
     * reading is uncertain.
     */
    english: text('english').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /**
     * The kind of area that the coordinate locates: a prefecture, a municipality or an oaza
     * (district).
     */
    precision: text('precision', { enum: PRECISIONS }).notNull(),
  },
  (table) => [
    check('places_precision', sql`${table.precision} in ('prefecture', 'municipality', 'oaza')`),
    // Without this index, a query for the 2,000 municipalities would also read the 120,000 oaza
    // (districts).
    index('places_municipalities')
      .on(table.prefecture, table.code)
      .where(sql`${table.precision} <> 'oaza'`),
  ],
)

/** Railway stations. The table is empty until an operator imports a file of stations. */
export const stations = pgTable('stations', {
  /** The station's id in the source. The id stays the same in later versions of the source. */
  id: text('id').primaryKey(),
  source: text('source')
    .notNull()
    .references(() => placeSources.name, { onDelete: 'cascade' }),
  /** The name in Japanese, without `駅`. */
  name: text('name').notNull(),
  /** The Japanese names of the railway lines that serve the station. */
  lines: text('lines').array().notNull(),
  /** The station's name in Latin letters. Null if the reading of the Japanese name is uncertain. */
  english: text('english'),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
})

/** Borders of municipalities. The table is empty until an operator imports a file of borders. */
export const borders = pgTable('borders', {
  /** The prefecture's `value` in the API, such as `ehime`. */
  prefecture: text('prefecture').primaryKey(),
  source: text('source')
    .notNull()
    .references(() => placeSources.name, { onDelete: 'cascade' }),
  /** The borders between municipalities of the prefecture, as an SVG path from `sharedLines`. */
  path: text('path').notNull(),
  /**
   * The rings of each municipality by its code, to find the municipality of a point. A ring is its
   * first point, followed by the steps from point to point, in map units: `[x, y, dx, dy, …]`.
   */
  outlines: jsonb('outlines').$type<Record<string, number[][]>>().notNull().default({}),
})

/** The contacts of municipalities for questions about vacant houses. */
export const contacts = pgTable('contacts', {
  /**
   * The municipality's code in `places`. The code is not a foreign key, because an import may
   * replace the places at any time.
   */
  place: text('place').primaryKey(),
  phone: text('phone'),
  mail: text('mail'),
  web: text('web'),
  note: text('note'),
  /** Where the contact was found. */
  source: text('source'),
  /** The day on which the contact was last known to be correct. */
  date: date('date', { mode: 'string' }),
  updatedAt: moment('updated_at').notNull(),
})

/**
 * The municipalities and sources that do not want their houses to be shown. `applyOptOuts` copies
 * the effect to `listings`.
 */
export const optOuts = pgTable(
  'opt_outs',
  {
    kind: text('kind', { enum: OPT_OUT_KINDS }).notNull(),
    /** The code of the municipality, or the name of the source. */
    key: text('key').notNull(),
    /** The name that administrators see. Stored, because the municipality may merge with another. */
    name: text('name').notNull(),
    prefecture: text('prefecture'),
    /** The codes of the municipality and of its wards. */
    codes: text('codes').array().notNull().default(sql`'{}'`),
    /** A regular expression that finds the municipality's name in the city of a listing. */
    cityPattern: text('city_pattern'),
    note: text('note').notNull(),
    /** The email of the administrator who recorded the opt-out. */
    actorEmail: text('actor_email').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    check('opt_outs_kind', sql`${table.kind} in ('municipality', 'source')`),
  ],
)

export const listings = pgTable(
  'listings',
  {
    /**
     * The source's `_id`. If there is no usable `_id`, the id is a digest of the source's name and
     * the source's own key for the listing. The id never changes, so links to the listing stay
     * valid.
     */
    id: byteOrdered('id').primaryKey(),
    source: text('source')
      .notNull()
      .references(() => sources.name),
    propertyType: text('property_type'),
    /** The address as the source writes it. */
    location: text('location'),
    /** The prefecture's `value` in the API, such as `ehime`. */
    prefecture: byteOrdered('prefecture'),
    /**
     * The English name of the municipality. If the address matches no municipality, this is the
     * name as the source writes it.
     */
    city: byteOrdered('city'),
    /**
     * The code of the smallest place that the import found in the source's address: an oaza
     * (district), a ward or a municipality. The code is not a foreign key to `places`, because an
     * import may replace the places at any time.
     */
    place: text('place'),
    /**
     * The id of the nearest station according to the source. Null if `stations` does not contain
     * this station.
     */
    stationId: text('station_id'),
    /**
     * The point that the source states. It is not the house's position if it contradicts the
     * address.
     */
    statedLatitude: doublePrecision('stated_latitude'),
    statedLongitude: doublePrecision('stated_longitude'),
    /**
     * Whether the prefecture and the municipality were inferred from the stated point, because the
     * source names none that is known. Both are inferred again when places or borders are imported.
     */
    prefectureIsInferred: boolean('prefecture_is_inferred').notNull().default(false),
    cityIsInferred: boolean('city_is_inferred').notNull().default(false),
    /**
     * The coordinate of the house if the source states its point. Otherwise that of the listing's
     * place, or of the prefecture if only the prefecture is known. The distances to airport and sea
     * are computed from it. So all listings of a place without a point have the same coordinate and
     * the same of these distances.
     */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /**
     * How far the house may be from the coordinate: 0 if the source states its point. Null if there
     * is no coordinate, or only the coordinate of the prefecture.
     */
    radiusMetres: integer('radius_metres'),
    /** How precise the coordinate is. Null if there is no coordinate. */
    precision: text('precision', { enum: HOUSE_PRECISIONS }),
    /**
     * The distance to the station. If the source does not state this distance, it is the straight
     * line from the coordinate of the listing's place.
     */
    stationMetres: integer('station_metres'),
    stationIsStated: boolean('station_is_stated').notNull().default(false),
    /**
     * The distance to the Shinkansen. If the source does not state this distance, it is the straight
     * line to the nearest Shinkansen station on the same island. Null if the island has none, if
     * there is no coordinate, or only the coordinate of the prefecture.
     */
    shinkansenMetres: integer('shinkansen_metres'),
    shinkansenIsStated: boolean('shinkansen_is_stated').notNull().default(false),
    /**
     * The distance to the nearest airport with flights abroad. Null if there is no coordinate, or
     * only the coordinate of the prefecture.
     */
    airportMetres: integer('airport_metres'),
    /**
     * The distance to the coast. Null if there is no coordinate, or only the coordinate of the
     * prefecture.
     */
    seaMetres: integer('sea_metres'),
    offer: text('offer', { enum: OFFERS }).notNull().default('sale'),
    /** What the source last said about the offer. `withdrawnAt` decides whether people find it. */
    status: text('status', { enum: OFFER_STATUSES }).notNull().default('offered'),
    /** The sale price in yen: 0 if the house is given away. Null for a house that is only for rent. */
    priceYen: money('price_yen'),
    /**
     * The price in US cents. If the source states only yen, this is the price in yen, converted at
     * the exchange rate of the import.
     */
    priceCents: money('price_cents'),
    /**
     * The asking price in yen or in dollars, encoded as one number. Filters and sorting use this
     * number.
     */
    askedPrice: money('asked_price').generatedAlwaysAs(ASKED_PRICE),
    /** `from` if the price is the lowest of a range, `about` if the source rounds it. */
    priceLimit: text('price_limit', { enum: PRICE_LIMITS }),
    /** The source's text for the price, if it states more than the price, or could not be parsed. */
    priceText: text('price_text'),
    /** The monthly rent. It is in a column of its own, so that no search takes it for a price. */
    rentYen: money('rent_yen'),
    /** Normalised, such as `4LDK`; null when unknown. */
    layout: byteOrdered('layout'),
    /** The source's text for the layout, if it states more than `layout`, such as `4LDK+WIC`. */
    layoutText: text('layout_text'),
    buildingArea: squareMetres('building_area'),
    /** The source's text for the building area, if this text could not be parsed. */
    buildingAreaText: text('building_area_text'),
    landArea: squareMetres('land_area'),
    landAreaText: text('land_area_text'),
    constructionYear: integer('construction_year'),
    /**
     * The last possible year of construction, if the source states only this: 1944 for 戦前 (before the
     * war). Null if the year is known.
     */
    latestYear: integer('latest_year'),
    /** The construction date as pages show it, such as `July 1975`. */
    constructionText: text('construction_text'),
    structure: text('structure'),
    transportation: text('transportation'),
    remarks: text('remarks'),
    /** The facts that the source states. An absent key means "not stated". */
    facts: jsonb('facts').$type<Facts>().notNull().default({}),
    /**
     * The listing's watch-outs and good signs, such as `farmland-in-the-lot`. They are computed
     * from the facts and the year of construction. Each sign is one bit.
     */
    signs: bits('signs'),
    tags: bits('tags'),
    moreTags: bits('more_tags'),
    contactNumber: text('contact_number'),
    referenceUrl: text('reference_url'),
    link: text('link'),
    /** The house's number in the akiya bank. Municipal offices find the house by this number. */
    propertyNumber: text('property_number'),
    /**
     * The day to which the source's data refers, such as `2025-03-31`. Null if the day is unknown.
     */
    asOf: date('as_of', { mode: 'string' }),
    /** When the source published the listing, or when an import first saw it. */
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The time at which the source stopped offering the listing. Null if it is still offered. */
    withdrawnAt: moment('withdrawn_at'),
    /** The time at which the listing was hidden. Null if `hiddenBy` is empty. */
    hiddenAt: moment('hidden_at'),
    /** The reasons why the listing is hidden. It stays hidden until there is none left. */
    hiddenBy: text('hidden_by').array().$type<HidingReason[]>().notNull().default(sql`'{}'`),
    /**
     * The id of the listing that searches show instead of this one, because both are the same house.
     * If `hiddenBy` does not contain `duplicate`, searches show neither: the other listing was the
     * last one that they showed. Not a foreign key, so that a backup can restore listings in any
     * order.
     */
    foldedInto: byteOrdered('folded_into'),
    /** The columns that an administrator has edited. Imports do not overwrite these columns. */
    editedColumns: text('edited_columns').array().notNull().default(sql`'{}'`),
    /**
     * A digest of the values from the last import. The next import compares the digest to detect a
     * changed listing.
     */
    digest: text('digest').notNull(),
    /** The source's full record, from which the listing can be parsed again. */
    raw: jsonb('raw').notNull(),
  },
  (table) => {
    const isStillOffered = sql`${table.withdrawnAt} is null`
    const isFound = sql`${table.withdrawnAt} is null and ${table.hiddenAt} is null`
    // The migration adds the columns of the search filters to these indexes with INCLUDE, which
    // Drizzle cannot express. Without these columns in the index, finding the ids of a page would
    // read the table's wide rows.
    return [
      index('listings_source').on(table.source),
      index('listings_link').on(linkKey(table.link)).where(isStillOffered),
      index('listings_reference').on(linkKey(table.referenceUrl)).where(isStillOffered),
      // With the areas, because many houses of a place can have the same price. Without them, all
      // pairs of these houses would be compared.
      index('listings_same_building')
        .on(table.place, statedPrice(table), table.buildingArea, table.source)
        .where(isStillOffered),
      index('listings_same_lot')
        .on(table.place, statedPrice(table), table.landArea, table.source)
        .where(isStillOffered),
      index('listings_folded').on(table.foldedInto).where(sql`${table.foldedInto} is not null`),
      index('listings_newest').on(table.createdAt, table.id).where(isFound),
      index('listings_cheapest').on(table.askedPrice, table.id).where(isFound),
      // Houses without a price come last in both sort directions. Reading `listings_cheapest`
      // backwards would yield these houses first, so the descending order needs its own index.
      index('listings_dearest')
        .on(table.askedPrice.desc().nullsLast(), table.id.desc().nullsFirst())
        .where(isFound),
      index('listings_prefecture_newest')
        .on(table.prefecture, table.createdAt, table.id)
        .where(isFound),
      index('listings_prefecture_cheapest')
        .on(table.prefecture, table.askedPrice, table.id)
        .where(isFound),
      index('listings_city_newest').on(table.city, table.createdAt, table.id).where(isFound),
      index('listings_around').on(table.latitude, table.longitude).where(isFound),
      // In descending order, these indexes yield the unknown distances first, but pages must show
      // them last. So a search in descending order reads the known and the unknown distances with
      // two queries. A single query would need a second index for each of these columns.
      index('listings_station').on(table.stationMetres, table.id).where(isFound),
      index('listings_shinkansen').on(table.shinkansenMetres, table.id).where(isFound),
      index('listings_airport').on(table.airportMetres, table.id).where(isFound),
      index('listings_sea').on(table.seaMetres, table.id).where(isFound),
    ]
  },
)

/**
 * Pairs of listings of different sources that are or may be the same house. `applyFolds` copies the
 * effect of the folded pairs to `listings`.
 */
export const duplicates = pgTable(
  'duplicates',
  {
    /** The smaller of the two ids. */
    one: byteOrdered('one')
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    other: byteOrdered('other')
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    /** The link that both listings have, as a key. Null if other facts make them alike. */
    link: text('link'),
    state: text('state', { enum: DUPLICATE_STATES }).notNull(),
    /** The email of the administrator who decided last. Null if nobody has decided. */
    decidedBy: text('decided_by'),
    /** When the pair was found, or when an administrator decided last. */
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.one, table.other] }),
    index('duplicates_other').on(table.other),
    index('duplicates_link').on(table.link).where(sql`${table.link} is not null`),
    index('duplicates_state').on(table.state, table.at, table.one, table.other),
    check('duplicates_state', sql`${table.state} in ('waiting', 'folded', 'different')`),
    check('duplicates_order', sql`${table.one} < ${table.other}`),
  ],
)

export const listingPhotos = pgTable(
  'listing_photos',
  {
    listingId: listingId(),
    position: integer('position').notNull(),
    /**
     * The path below `/images/`: the digest of the original picture and the type of the stored
     * file.
     */
    path: text('path').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** A thumbhash, which is a tiny placeholder image, encoded in Base64. */
    thumbhash: text('thumbhash'),
    avif: boolean('avif').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.position] }),
    index('listing_photos_path').on(table.path),
  ],
)

/**
 * The finished record of each listing, from which pages of results are joined. Every change that
 * affects a record marks it as stale, see `bumpRevision`, and `openRecords` makes it again.
 */
export const listingRecords = pgTable(
  'listing_records',
  {
    listingId: listingId().primaryKey(),
    /**
     * The JSON of the record, without its title and without the closing brace. Null if searches do
     * not find the listing.
     */
    record: text('record'),
    /** The parts of the title, which also depends on the other records of a page. */
    title: jsonb('title').$type<TitleParts>(),
    /** The build of the server that made the record. Null if the record is stale. */
    build: text('build'),
    /**
     * The revision of the catalogue in which the record was last marked as stale. No later revision has
     * changed the listing.
     */
    markedIn: bigint('marked_in', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('listing_records_build').on(table.build),
    index('listing_records_stale').on(table.listingId).where(sql`${table.build} is null`),
  ],
)

/**
 * What imports and administrators have changed about listings. Append-only. A row becomes visible
 * only after all rows with smaller ids, see `publishChanges`. So a reader who has read the changes
 * up to an id misses none of them.
 */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    listingId: listingId(),
    kind: text('kind', { enum: CHANGE_KINDS }).notNull(),
    /** The changed values, by the column's name in this schema. Prices are in yen. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    check(
      'listing_changes_kind',
      sql`${table.kind} in ('added', 'price', 'facts', 'photos', 'gone', 'back')`,
    ),
    index('listing_changes_listing').on(table.listingId, table.id),
  ],
)

/**
 * When the source's files last contained a listing. Imports write this table instead of a column of
 * `listings`, because the update of a narrow row is much faster.
 */
export const sightings = pgTable('sightings', {
  listingId: listingId().primaryKey(),
  seenAt: moment('seen_at').notNull(),
})

/** The current visit of each person, see `enterVisit`. */
export const visits = pgTable('visits', {
  userId: userId().primaryKey(),
  /** The id of the last change before this visit, and when the visit before ended. */
  sinceChange: bigint('since_change', { mode: 'number' }).notNull(),
  since: moment('since').notNull(),
  /** The id of the latest change that this visit has shown. */
  shownChange: bigint('shown_change', { mode: 'number' }).notNull(),
  activeAt: moment('active_at').notNull(),
})

/**
 * The devices that receive notifications. A registration ends with its session, so that signing out,
 * blocking and a new password end it too.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    sessionHash: bytes('session_hash')
      .notNull()
      .unique()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    /** The address at the push service. Whoever knows it can send messages to the device. */
    endpoint: text('endpoint').notNull().unique(),
    /** The public key and the secret of the browser's subscription, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    /** How many messages in a row the push service has refused. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
)

/**
 * The queue of push messages: one row per device and message. A message is deleted when it is sent,
 * or when the server stops trying to send it.
 */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    path: text('path').notNull(),
    badge: integer('badge').notNull(),
    /** After this time, the message is deleted without being sent. */
    uselessAt: moment('useless_at').notNull(),
    createdAt: createdAt(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull(),
  },
  (table) => [
    index('pushes_next_try').on(table.nextTryAt),
    index('pushes_subscription').on(table.subscriptionId),
  ],
)

/**
 * A single row with the revision number of the catalogue. Every change that can affect a search
 * increments the revision.
 */
export const catalogue = pgTable(
  'catalogue',
  {
    id: integer('id').primaryKey(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
  },
  (table) => [check('catalogue_one_row', sql`${table.id} = 1`)],
)

/**
 * The blocks of the catalogue for devices, compressed with Brotli. A block never changes. Derived from
 * the listings, so no backup contains it.
 */
export const catalogueBlocks = pgTable('catalogue_blocks', {
  /** The SHA-256 of the uncompressed block, in hexadecimal. */
  hash: text('hash').primaryKey(),
  brotli: bytes('brotli').notNull(),
})

/** The last editions of the catalogue for devices. An edition names its blocks. */
export const catalogueEditions = pgTable('catalogue_editions', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  /** The revision of the catalogue when the build began. */
  revision: bigint('revision', { mode: 'number' }).notNull(),
  /** The build of the server that made the edition. Another build may make other records. */
  build: text('build').notNull(),
  madeAt: moment('made_at').notNull(),
  parts: jsonb('parts').$type<CatalogueIndex['parts']>().notNull(),
})

/** How many bytes of the catalogue for devices each account has downloaded within 24 hours. */
export const catalogueDownloads = pgTable('catalogue_downloads', {
  userId: userId().primaryKey(),
  startedAt: moment('started_at').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

export const translations = pgTable('translations', {
  /** The SHA-256 of the Japanese text, in hexadecimal. */
  digest: text('digest').primaryKey(),
  english: text('english').notNull(),
  /** The host name of the service. */
  service: text('service').notNull(),
  createdAt: createdAt(),
})

/**
 * Random secrets that all processes share, such as the secret for share links. Migrations insert the
 * values, and a backup contains them.
 */
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
 * Tombstones of removed favorites. A request to add a favorite may arrive after the removal of the
 * favorite. The tombstone shows that the request is older than the removal, so the server ignores
 * the request.
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

/** The searches that people have saved, to open them again. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** The filters and the sort order as a query string, as `writeSearch` writes it. */
    search: text('search').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('saved_searches_search').on(table.userId, table.search)],
)

/** The alerts that people have set: about what they are told, how often, and how. */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** The saved search whose houses the person wants to hear of. Null for the person's favorites. */
    searchId: text('search_id').references(() => savedSearches.id, { onDelete: 'cascade' }),
    rhythm: text('rhythm', { enum: RHYTHMS }).notNull(),
    channel: text('channel', { enum: CHANNELS }).notNull(),
    /** Only changes after the one with this id are told. */
    sinceChange: bigint('since_change', { mode: 'number' }).notNull(),
    /**
     * The time at which the oldest change was found that still waits to be told. Null if none waits.
     * `matchChanges` sets this time, and `sendDigest` clears it.
     */
    newsSince: moment('news_since'),
  },
  (table) => [
    unique('alerts_subject').on(table.userId, table.searchId).nullsNotDistinct(),
    index('alerts_search').on(table.searchId),
    index('alerts_news').on(table.newsSince).where(sql`${table.newsSince} is not null`),
    check('alerts_rhythm', sql`${table.rhythm} in ('at-once', 'daily', 'weekly')`),
    check('alerts_channel', sql`${table.channel} in ('mail', 'push', 'both')`),
  ],
)

/** The last change of a house that a person has been told by mail or by push. */
export const toldChanges = pgTable(
  'told_changes',
  {
    userId: userId(),
    listingId: listingId(),
    channel: text('channel', { enum: ['mail', 'push'] }).notNull(),
    changeId: bigint('change_id', { mode: 'number' }).notNull(),
    toldAt: moment('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.listingId, table.channel] }),
    index('told_changes_listing').on(table.listingId),
    index('told_changes_told').on(table.toldAt),
  ],
)

/** A single row with the id of the last change that has been compared with the alerts. */
export const alertProgress = pgTable(
  'alert_progress',
  {
    id: integer('id').primaryKey(),
    matchedChange: bigint('matched_change', { mode: 'number' }).notNull(),
  },
  (table) => [check('alert_progress_one_row', sql`${table.id} = 1`)],
)

/**
 * The size of each person's notes, and their revision. Each change increases the revision.
 */
export const notebooks = pgTable('notebooks', {
  userId: userId().primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  fields: integer('fields').notNull().default(0),
  /** The total size in bytes of the current and the former values. */
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  historyBytes: bigint('history_bytes', { mode: 'number' }).notNull().default(0),
})

/**
 * The current value of each field of a person's notes. The column `record` names the record,
 * such as `house:` and the id of a listing for the notes on a house. `record` is not a foreign key,
 * so that the notes stay when the listing is deleted.
 */
export const noteFields = pgTable(
  'note_fields',
  {
    userId: userId(),
    record: byteOrdered('record').notNull(),
    field: byteOrdered('field').notNull(),
    /** The value of the field. Null if the person has cleared the field. */
    value: jsonText('value'),
    changeId: byteOrdered('change_id').notNull(),
    at: moment('at').notNull(),
    /**
     * The ids of the earlier changes of this field that the person had seen when making the change
     * `changeId`.
     */
    seen: text('seen').array().notNull(),
    /**
     * A concurrent change with an earlier time: its id, value and time. The later change wins, but
     * the app offers this earlier value to the person. Null if there is no such change.
     */
    otherId: text('other_id'),
    otherValue: jsonText('other_value'),
    otherAt: moment('other_at'),
    /** The revision that the person's notes got when the field last changed. */
    revision: bigint('revision', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.record, table.field] }),
    uniqueIndex('note_fields_revision').on(table.userId, table.revision),
    uniqueIndex('note_fields_change').on(table.userId, table.changeId),
  ],
)

/** The former values of each field of a person's notes. */
export const noteHistory = pgTable(
  'note_history',
  {
    userId: userId(),
    changeId: byteOrdered('change_id').notNull(),
    record: byteOrdered('record').notNull(),
    field: byteOrdered('field').notNull(),
    value: jsonText('value'),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.changeId] }),
    index('note_history_field').on(table.userId, table.record, table.field, table.at),
  ],
)

/**
 * The stored image files of each person's own photos. For each photo, a field in the person's notes
 * contains the photo's id. Two people's photos may have the same id, because each device chooses
 * its ids. `file` is the name of the image file in the folder `own-photos`.
 */
export const ownPhotos = pgTable(
  'own_photos',
  {
    userId: userId(),
    id: byteOrdered('id').notNull(),
    /**
     * The `record` of the note that contains the photo's id, such as `house:` and the id of a
     * listing.
     */
    record: byteOrdered('record').notNull(),
    file: byteOrdered('file').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('own_photos_file').on(table.file),
  ],
)

/**
 * A list of houses that a subscriber shares with one partner. Each person is in at most one list. A
 * person who accepts an invitation loses their own list. If they already share their own list, they
 * cannot accept.
 */
export const shortlists = pgTable(
  'shortlists',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    partnerId: text('partner_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** The hash of the open invitation's token. Null if there is no open invitation. */
    invitationHash: bytes('invitation_hash'),
    /** The address to which the invitation was mailed. */
    invitationEmail: text('invitation_email'),
    invitationExpiresAt: moment('invitation_expires_at'),
  },
  (table) => [
    uniqueIndex('shortlists_owner').on(table.ownerId),
    uniqueIndex('shortlists_partner').on(table.partnerId),
    uniqueIndex('shortlists_invitation').on(table.invitationHash),
  ],
)

export const shortlistHouses = pgTable(
  'shortlist_houses',
  {
    shortlistId: text('shortlist_id')
      .notNull()
      .references(() => shortlists.id, { onDelete: 'cascade' }),
    listingId: listingId(),
    addedBy: text('added_by').references(() => users.id, { onDelete: 'set null' }),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shortlistId, table.listingId] }),
    index('shortlist_houses_listing').on(table.listingId),
    index('shortlist_houses_added_by').on(table.addedBy),
  ],
)

/**
 * Whether a person lets their partner see their notes and photos of a house on a shared list.
 * Without an answer, the partner sees nothing. When the house is taken off the list, permissions
 * are deleted, but refusals stay. All answers are deleted when the partnership ends.
 */
export const shortlistShares = pgTable(
  'shortlist_shares',
  {
    shortlistId: text('shortlist_id')
      .notNull()
      .references(() => shortlists.id, { onDelete: 'cascade' }),
    listingId: listingId(),
    userId: userId(),
    isShared: boolean('is_shared').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shortlistId, table.listingId, table.userId] }),
    index('shortlist_shares_listing').on(table.listingId),
    index('shortlist_shares_user').on(table.userId),
  ],
)
