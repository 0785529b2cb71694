import type { Change, Row } from './database-changes.ts'
import { IMPORTED } from './hostile-world.ts'

/** What an answer claims to have changed in the database, and what else may change besides. */

/** Of a request: whose rows it may touch. */
export interface Claimant {
  /** The name of the endpoint. */
  endpoint: string
  method: string
  /** The id of whoever asks, if they are somebody. */
  caller: string | null
  /** Whether they may ask this at all. */
  isLetIn: boolean
  /** Whether they may touch what they name. */
  mayName: boolean
  /** What the request names: ids of people, listings or imports. */
  named: string[]
  /** Ids of those whose e-mail addresses it names. */
  addressed: string[]
}

type Whose = 'caller' | 'named' | 'addressed' | 'imported' | 'anybody'

interface Rule {
  table: string
  of: Whose
  /** With these values, where it is said which. */
  adds?: Row
  /** In no other columns. */
  changes?: string[]
  removes?: true
}

const adds = (table: string, of: Whose, row: Row = {}): Rule => ({ table, of, adds: row })
const changes = (table: string, of: Whose, ...columns: string[]): Rule => ({
  ...{ table, of, changes: columns },
})
const removes = (table: string, of: Whose): Rule => ({ table, of, removes: true })

const TERMS = ['status', 'plan', 'payment_provider', 'ends_at', 'stripe_subscription_id']
const SUBSCRIPTION = [
  ...[...TERMS, 'stripe_status', 'is_payment_due', 'confirm_url', 'card_brand', 'card_last4'],
  ...['override', 'synced_at', 'updated_at'],
]

/** What paying, and ceasing to, writes. */
const paying = (of: Whose): Rule[] => [
  changes('users', of, 'stripe_customer_id', 'updated_at'),
  adds('subscriptions', of),
  changes('subscriptions', of, ...SUBSCRIPTION),
  adds('subscription_changes', of),
  adds('paid_invoices', of),
  adds('payment_attempts', of),
  changes(
    'payment_attempts',
    of,
    'state',
    'payment_method_id',
    'stripe_subscription_id',
    'setup_intent_id',
    'updated_at',
  ),
  adds('stripe_events', of),
  adds('mails', of),
]

/** What goes with somebody; what was paid stays, as nobody's. */
const leaving = (of: Whose): Rule[] => [
  ...['users', 'sessions', 'reset_codes', 'subscriptions', 'payment_attempts'].map((table) =>
    removes(table, of),
  ),
  ...['favorites', 'removed_favorites'].map((table) => removes(table, of)),
  changes('subscription_changes', of, 'user_id'),
  adds('subscription_changes', 'anybody', { user_id: null }),
  changes('paid_invoices', of, 'user_id'),
  adds('stripe_events', of),
]

/** What becomes of somebody's other ways in when their password or address is another. */
const secured = (of: Whose): Rule[] => [
  removes('reset_codes', of),
  removes('sessions', of),
  adds('mails', of),
]

const coded: Rule[] = [
  adds('reset_codes', 'addressed'),
  changes('reset_codes', 'addressed', 'code_hash', 'expires_at'),
  adds('mails', 'addressed'),
]

/** What is known of a listing. */
const FACTS = [
  ...['property_type', 'location', 'prefecture', 'city', 'price_yen', 'price_cents', 'layout'],
  ...['building_area', 'building_area_text', 'land_area', 'land_area_text', 'construction_year'],
  ...['construction_text', 'structure', 'transportation', 'remarks', 'contact_number'],
  ...['reference_url', 'link', 'updated_at'],
]
/** How far an import is. */
const PROGRESS = ['state', 'bytes_read', 'report', 'failure', 'worked_at', 'finished_at']

const edited: Rule[] = [
  changes('listings', 'named', ...FACTS, 'edited_columns'),
  adds('price_changes', 'named'),
  changes('catalogue', 'anybody', 'revision'),
  adds('audit', 'named'),
]

const NEW_PERSON = { is_blocked: false, stripe_customer_id: null, profile_picture: null }

/** What an accepted request may change, by the name of its endpoint; those not named here change nothing. */
const CLAIMS: Record<string, Rule[]> = {
  register: [adds('users', 'addressed', { ...NEW_PERSON, role: 'user' })],
  login: [
    adds('sessions', 'addressed'),
    // Signing in looks whether a subscription has ended, as reading the account does.
    changes('subscriptions', 'addressed', 'status', 'updated_at'),
    adds('subscription_changes', 'addressed', { kind: 'ended' }),
    adds('mails', 'addressed'),
  ],
  logout: [removes('sessions', 'caller')],
  endSessionByReceipt: [removes('sessions', 'anybody')],
  requestPasswordReset: coded,
  resetPassword: [
    changes('users', 'addressed', 'password_hash', 'updated_at'),
    ...secured('addressed'),
  ],
  updateAccount: [
    changes('users', 'caller', 'name', 'email', 'updated_at'),
    removes('reset_codes', 'caller'),
    adds('mails', 'caller'),
  ],
  changePassword: [changes('users', 'caller', 'password_hash', 'updated_at'), ...secured('caller')],
  changeProfilePicture: [changes('users', 'caller', 'profile_picture', 'updated_at')],
  deleteAccount: [...leaving('caller'), adds('mails', 'caller'), adds('audit', 'caller')],
  addFavorite: [
    adds('favorites', 'caller'),
    changes('favorites', 'caller', 'created_at'),
    removes('removed_favorites', 'caller'),
  ],
  removeFavorite: [
    removes('favorites', 'caller'),
    adds('removed_favorites', 'caller'),
    changes('removed_favorites', 'caller', 'removed_at'),
  ],
  endOtherSessions: [removes('sessions', 'caller')],
  createSubscription: paying('caller'),
  renewSubscription: paying('caller'),
  confirmSubscription: paying('caller'),
  cancelSubscription: paying('caller'),
  reactivateSubscription: paying('caller'),
  createSubscriptionForUser: [...paying('named'), adds('audit', 'named')],
  updateSubscription: [...paying('named'), adds('audit', 'named')],
  createUser: [adds('users', 'addressed', NEW_PERSON), adds('audit', 'anybody')],
  updateUser: [
    changes('users', 'named', 'name', 'email', 'role', 'password_hash', 'updated_at'),
    ...secured('named'),
    // At the new address.
    adds('mails', 'addressed'),
    adds('audit', 'named'),
  ],
  blockUser: [
    changes('users', 'named', 'is_blocked', 'updated_at'),
    ...secured('named'),
    ...paying('named'),
    adds('audit', 'named'),
  ],
  deleteUser: [...leaving('named'), adds('audit', 'named')],
  sendPasswordReset: [
    adds('reset_codes', 'named'),
    changes('reset_codes', 'named', 'code_hash', 'expires_at'),
    adds('mails', 'named'),
    adds('audit', 'named'),
  ],
  editInventoryListing: edited,
  revertInventoryField: edited,
  hideInventoryListing: [...edited, changes('listings', 'named', 'hidden_at', 'updated_at')],
  withdrawInventoryListing: [
    ...edited,
    changes('listings', 'named', 'withdrawn_at', 'edited_columns', 'updated_at'),
  ],
  webhook: [
    adds('stripe_events', 'anybody'),
    changes('stripe_events', 'anybody', 'handled_at', 'tries', 'last_error'),
    ...paying('named'),
  ],
  createImport: [adds('imports', 'anybody'), adds('audit', 'anybody')],
  checkImport: [changes('imports', 'named', ...PROGRESS), adds('audit', 'named')],
  discardImport: [removes('imports', 'named'), adds('audit', 'named')],
  applyImport: [
    changes('imports', 'named', ...PROGRESS),
    adds('audit', 'named'),
    changes('sources', 'anybody', 'imported_at'),
    adds('listings', 'imported'),
    changes('listings', 'imported', ...FACTS, 'digest', 'raw'),
    removes('listing_photos', 'imported'),
    adds('price_changes', 'imported'),
    changes('catalogue', 'anybody', 'revision'),
  ],
}

const COUNTED = [
  ...['register', 'login', 'checkEmail', 'requestPasswordReset', 'verifyResetCode'],
  ...['resetPassword', 'updateAccount', 'changePassword', 'deleteAccount', 'changeProfilePicture'],
  ...['createSubscription', 'renewSubscription', 'confirmSubscription', 'getSharedListing'],
]

interface Bookkeeping {
  /** Why it is written whatever the answer is. */
  reason: string
  at: (claimant: Claimant) => boolean
  rules: Rule[]
}

/** What may change although a request was refused or only reads. There is nothing else. */
const BOOKKEEPING: Bookkeeping[] = [
  {
    reason: 'tries are counted, and the count begins afresh for who succeeds',
    at: ({ endpoint }) => COUNTED.includes(endpoint),
    rules: [
      adds('rate_limits', 'anybody'),
      changes('rate_limits', 'anybody', 'tries', 'resets_at'),
    ],
  },
  {
    reason: 'a session in use is extended',
    at: ({ caller }) => caller !== null,
    rules: [changes('sessions', 'caller', 'last_used_at', 'expires_at')],
  },
  {
    reason: 'whoever looks after their subscription has ended finds that it has',
    at: ({ caller }) => caller === 'lapsed',
    rules: [
      changes('subscriptions', 'caller', 'status', 'updated_at'),
      adds('subscription_changes', 'caller', { kind: 'ended' }),
      adds('mails', 'caller'),
    ],
  },
  {
    reason: 'a payment is noted before Stripe is asked, and what Stripe says is mirrored',
    at: ({ endpoint }) =>
      ['createSubscription', 'renewSubscription', 'cancelSubscription'].includes(endpoint),
    rules: paying('caller'),
  },
]

/** The changes that an answer does not account for. */
export function unclaimed(
  found: Change[],
  claimant: Claimant,
  { isAccepted }: { isAccepted: boolean },
) {
  const writes = isAccepted && !['GET', 'HEAD'].includes(claimant.method)
  const rules = [
    ...BOOKKEEPING.filter(({ at }) => at(claimant)).flatMap(({ rules }) => rules),
    ...(writes ? (CLAIMS[claimant.endpoint] ?? []) : []),
  ]
  return found.filter((change) => !rules.some((rule) => allows(rule, change, claimant)))
}

function allows(rule: Rule, change: Change, claimant: Claimant) {
  const { before, after } = change
  if (rule.table !== change.table || !isOf(rule.of, change, claimant)) return false
  // Nobody acts in the name of another.
  if (change.table === 'audit' && after?.actor_id !== claimant.caller) return false
  if (!before && after) return rule.adds !== undefined && hasValues(after, rule.adds)
  if (before && !after) return rule.removes === true
  const columns = Object.keys(after ?? {}).filter(
    (column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]),
  )
  return columns.every((column) => rule.changes?.includes(column))
}

function hasValues(row: Row, values: Row) {
  return Object.entries(values).every(([column, value]) => row[column] === value)
}

function isOf(whose: Whose, change: Change, { caller, mayName, named, addressed }: Claimant) {
  if (whose === 'anybody') return true
  const owner = ownerOf(change)
  if (whose === 'caller') return owner === caller
  if (whose === 'addressed') return addressed.includes(owner)
  if (whose === 'imported') return mayName && IMPORTED.includes(owner)
  // To name somebody gives nobody but administrators a right to them.
  return mayName && named.includes(owner)
}

/** Whose a row is, or was: people go by their ids, of which in this world their addresses are made. */
function ownerOf({ table, before, after }: Change): string {
  const row = before ?? after ?? {}
  const columns: Record<string, string> = {
    ...{ users: 'id', listings: 'id', imports: 'id', price_changes: 'listing_id' },
    listing_photos: 'listing_id',
    ...{ audit: 'target_id', mails: 'recipient' },
  }
  const id = String(row[columns[table] ?? 'user_id'])
  // Of somebody new, the address is all that is known before.
  const isNew = table === 'users' && !before
  return table === 'mails' || isNew ? localPart(String(isNew ? row.email : id)) : id
}

export function localPart(address: string) {
  return address
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/@example\.com$/, '')
}
