import type { Change, Row } from './database-snapshot.ts'
import { IMPORTED } from './target-server.ts'

/**
 * The rules for database changes by requests. For each endpoint, rules allow changes to accepted
 * requests. Other rules allow changes even to refused requests and to GET and HEAD requests.
 */

/** Describes who sends a request, and which rows the request may change. */
export interface RequestScope {
  /** The name of the endpoint. */
  endpoint: string
  method: string
  /** The caller's id. Null for a visitor. */
  caller: string | null
  /** Whether the caller may use this endpoint. */
  isAuthorized: boolean
  /** Whether the caller may change the people, listings or imports that the request names. */
  canChangeTargets: boolean
  /** Ids of people, listings or imports that the request names. */
  targets: string[]
  /** Ids of the people to whom the email addresses in the request belong. */
  emailOwners: string[]
}

type Owner = 'caller' | 'target' | 'emailOwner' | 'imported' | 'anybody'

interface Rule {
  table: string
  owner: Owner
  /** The values that an added row must have. Columns that are not listed may have any value. */
  adds?: Row
  /** The only columns that the request may change. */
  changes?: string[]
  removes?: true
}

const adds = (table: string, owner: Owner, row: Row = {}): Rule => ({ table, owner, adds: row })
const changes = (table: string, owner: Owner, ...columns: string[]): Rule => ({
  ...{ table, owner, changes: columns },
})
const removes = (table: string, owner: Owner): Rule => ({ table, owner, removes: true })

const TERMS = ['status', 'plan', 'payment_provider', 'ends_at', 'stripe_subscription_id']
const SUBSCRIPTION = [
  ...[...TERMS, 'stripe_status', 'is_payment_due', 'confirm_url', 'card_brand', 'card_last4'],
  ...['is_paused', 'resumes_at', 'override', 'synced_at', 'updated_at'],
]

/** The changes that a payment may make when it starts and when it ends. */
const paymentChanges = (owner: Owner): Rule[] => [
  changes('users', owner, 'stripe_customer_id', 'updated_at'),
  adds('subscriptions', owner),
  changes('subscriptions', owner, ...SUBSCRIPTION),
  adds('subscription_changes', owner),
  adds('paid_invoices', owner),
  adds('payment_attempts', owner),
  changes(
    'payment_attempts',
    owner,
    'state',
    'payment_method_id',
    'stripe_subscription_id',
    'setup_intent_id',
    'updated_at',
  ),
  adds('stripe_events', owner),
  adds('mails', owner),
]

/** The tables of a person's second factors, and of sign-ins that wait for one. */
const SECOND_FACTOR_TABLES = [
  ...['passkeys', 'authenticators', 'recovery_codes', 'second_factor_setups', 'pending_sign_ins'],
]

/** Ending a session also ends its registration for notifications. */
const sessionEnds = (owner: Owner): Rule[] => [
  removes('sessions', owner),
  removes('push_subscriptions', owner),
]

/**
 * The changes that the deletion of a person may make. Payment records stay, but the person's id is
 * removed from them.
 */
const deletionChanges = (owner: Owner): Rule[] => [
  ...[
    'users',
    'sessions',
    'push_subscriptions',
    'reset_codes',
    'subscriptions',
    'payment_attempts',
  ].map((table) => removes(table, owner)),
  ...SECOND_FACTOR_TABLES.map((table) => removes(table, owner)),
  ...[
    'favorites',
    'removed_favorites',
    'saved_searches',
    'alerts',
    'told_changes',
    'notebooks',
    'note_fields',
    'note_history',
  ].map((table) => removes(table, owner)),
  removes('own_photos', owner),
  removes('security_events', owner),
  removes('reading_budgets', owner),
  removes('catalogue_downloads', owner),
  removes('visits', owner),
  removes('shortlists', owner),
  changes('shortlists', 'anybody', 'partner_id'),
  // Deleting a list also deletes its houses, and everything that either person shared.
  ...['shortlist_houses', 'shortlist_shares'].map((table) => removes(table, 'anybody')),
  changes('shortlist_houses', owner, 'added_by'),
  changes('subscription_changes', owner, 'user_id'),
  adds('subscription_changes', 'anybody', { user_id: null }),
  changes('paid_invoices', owner, 'user_id'),
  adds('stripe_events', owner),
]

/** A request that sets a new password or address may remove sessions and codes, and send mails. */
const credentialChanges = (owner: Owner): Rule[] => [
  removes('reset_codes', owner),
  ...sessionEnds(owner),
  removes('pending_sign_ins', owner),
  adds('mails', owner),
]

/** The columns of an open invitation. */
const INVITATION_COLUMNS = ['invitation_hash', 'invitation_email', 'invitation_expires_at']

const resetCodeChanges: Rule[] = [
  adds('reset_codes', 'emailOwner'),
  changes('reset_codes', 'emailOwner', 'code_hash', 'expires_at'),
  adds('mails', 'emailOwner'),
]

/** The columns with the facts of a listing. */
const FACTS = [
  ...['property_type', 'location', 'prefecture', 'city', 'price_yen', 'price_cents', 'layout'],
  ...['building_area', 'building_area_text', 'land_area', 'land_area_text', 'construction_year'],
  ...['construction_text', 'structure', 'transportation', 'remarks', 'contact_number'],
  ...['reference_url', 'link', 'updated_at'],
  // The columns that the server computes from the other columns.
  ...['place', 'asked_price', 'station_id', 'signs', 'tags', 'more_tags'],
]
/** The columns of one field of a person's notes. */
const NOTE_FIELD = [
  ...['value', 'change_id', 'at', 'seen', 'other_id', 'other_value', 'other_at', 'revision'],
]
/** The columns of a contact. */
const CONTACT = ['phone', 'mail', 'web', 'note', 'source', 'date', 'updated_at']
/** The columns of a source's settings. */
const SCHEDULE = [
  ...['source', 'kind', 'address', 'secret_variable', 'rhythm', 'hours', 'weekday', 'time'],
  ...['time_zone', 'is_full', 'with_rents', 'next_run_at', 'updated_at'],
]
/** The columns with the progress of an import. */
const PROGRESS = ['state', 'bytes_read', 'report', 'failure', 'worked_at', 'finished_at']

const editChanges: Rule[] = [
  changes('listings', 'target', ...FACTS, 'edited_columns'),
  adds('listing_changes', 'target'),
  changes('catalogue', 'anybody', 'revision'),
  adds('audit', 'target'),
]

const endedSessions: Rule[] = [
  ...sessionEnds('caller'),
  adds('security_events', 'caller', { kind: 'session-ended' }),
]

const NEW_PERSON = { is_blocked: false, stripe_customer_id: null, profile_picture: null }

/**
 * The changes that an accepted request may make, by endpoint name. Endpoints not listed here may
 * change nothing.
 */
const ALLOWED_CHANGES: Record<string, Rule[]> = {
  register: [adds('users', 'emailOwner', { ...NEW_PERSON, role: 'user' })],
  login: [
    adds('sessions', 'emailOwner'),
    adds('security_events', 'emailOwner', { kind: 'sign-in' }),
    // Signing in also ends a subscription whose time is over.
    changes('subscriptions', 'emailOwner', 'status', 'updated_at'),
    adds('subscription_changes', 'emailOwner', { kind: 'ended' }),
    adds('mails', 'emailOwner'),
  ],
  logout: [...sessionEnds('caller'), adds('security_events', 'caller', { kind: 'sign-out' })],
  revokeSession: [
    ...sessionEnds('anybody'),
    adds('security_events', 'anybody', { kind: 'sign-out' }),
  ],
  requestPasswordReset: resetCodeChanges,
  resetPassword: [
    changes('users', 'emailOwner', 'password_hash', 'updated_at'),
    ...credentialChanges('emailOwner'),
    adds('security_events', 'emailOwner', { kind: 'password-reset' }),
  ],
  updateAccount: [
    adds('security_events', 'caller', { kind: 'email-changed' }),
    changes('users', 'caller', 'name', 'email', 'updated_at'),
    removes('reset_codes', 'caller'),
    adds('mails', 'caller'),
  ],
  updateDisplay: [changes('users', 'caller', 'currency', 'area_unit')],
  changePassword: [
    changes('users', 'caller', 'password_hash', 'updated_at'),
    ...credentialChanges('caller'),
    adds('security_events', 'caller', { kind: 'password-changed' }),
  ],
  changeProfilePicture: [changes('users', 'caller', 'profile_picture', 'updated_at')],
  deleteAccount: [...deletionChanges('caller'), adds('mails', 'caller'), adds('audit', 'caller')],
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
  saveSearch: [adds('saved_searches', 'caller'), changes('saved_searches', 'caller', 'name')],
  renameSavedSearch: [changes('saved_searches', 'caller', 'name')],
  deleteSavedSearch: [removes('saved_searches', 'caller'), removes('alerts', 'caller')],
  setAlert: [
    adds('alerts', 'caller'),
    changes('alerts', 'caller', 'rhythm', 'channel'),
    removes('alerts', 'caller'),
    changes('users', 'caller', 'time_zone'),
  ],
  changeNotes: [
    adds('notebooks', 'caller'),
    changes('notebooks', 'caller', 'revision', 'fields', 'bytes', 'history_bytes'),
    adds('note_fields', 'caller'),
    changes('note_fields', 'caller', ...NOTE_FIELD),
    adds('note_history', 'caller'),
    removes('own_photos', 'caller'),
  ],
  putOwnPhoto: [adds('own_photos', 'caller')],
  addToShortlist: [adds('shortlists', 'caller'), adds('shortlist_houses', 'caller')],
  // Both people may remove any house from their list. Removing a house also removes each agreement
  // to share notes on this house.
  removeFromShortlist: [
    removes('shortlist_houses', 'anybody'),
    removes('shortlist_shares', 'anybody'),
  ],
  shareNotes: [
    adds('shortlist_shares', 'caller'),
    changes('shortlist_shares', 'caller', 'is_shared'),
  ],
  inviteToShortlist: [
    adds('shortlists', 'caller'),
    changes('shortlists', 'caller', ...INVITATION_COLUMNS),
    adds('mails', 'emailOwner'),
  ],
  withdrawInvitation: [changes('shortlists', 'caller', ...INVITATION_COLUMNS)],
  acceptInvitation: [
    changes('shortlists', 'anybody', ...INVITATION_COLUMNS, 'partner_id'),
    // Accepting deletes the caller's own list, including houses that a former partner has added.
    removes('shortlists', 'caller'),
    removes('shortlist_houses', 'anybody'),
  ],
  endPartnership: [
    changes('shortlists', 'anybody', 'partner_id'),
    removes('shortlist_shares', 'anybody'),
  ],
  startPasskey: [
    adds('second_factor_setups', 'caller'),
    changes('second_factor_setups', 'caller', 'challenge', 'secret', 'expires_at'),
  ],
  startAuthenticator: [
    adds('second_factor_setups', 'caller'),
    changes('second_factor_setups', 'caller', 'challenge', 'secret', 'expires_at'),
  ],
  registerPush: [
    adds('push_subscriptions', 'caller'),
    changes(
      'push_subscriptions',
      'caller',
      'session_hash',
      'p256dh',
      'auth',
      'created_at',
      'failures',
    ),
    // A device belongs to the person who has registered it last.
    removes('push_subscriptions', 'anybody'),
  ],
  unregisterPush: [removes('push_subscriptions', 'caller')],
  endOtherSessions: endedSessions,
  endSession: endedSessions,
  createSubscription: paymentChanges('caller'),
  renewSubscription: paymentChanges('caller'),
  confirmSubscription: paymentChanges('caller'),
  cancelSubscription: paymentChanges('caller'),
  reactivateSubscription: paymentChanges('caller'),
  createSubscriptionForUser: [...paymentChanges('target'), adds('audit', 'target')],
  updateSubscription: [...paymentChanges('target'), adds('audit', 'target')],
  createUser: [adds('users', 'emailOwner', NEW_PERSON), adds('audit', 'anybody')],
  updateUser: [
    changes('users', 'target', 'name', 'email', 'role', 'password_hash', 'updated_at'),
    ...credentialChanges('target'),
    adds('security_events', 'target'),
    // Our server sends a mail to the new e-mail address.
    adds('mails', 'emailOwner'),
    adds('audit', 'target'),
  ],
  blockUser: [
    changes('users', 'target', 'is_blocked', 'updated_at'),
    adds('security_events', 'target'),
    ...credentialChanges('target'),
    ...paymentChanges('target'),
    adds('audit', 'target'),
  ],
  deleteUser: [...deletionChanges('target'), adds('audit', 'target')],
  sendPasswordReset: [
    adds('reset_codes', 'target'),
    changes('reset_codes', 'target', 'code_hash', 'expires_at'),
    adds('mails', 'target'),
    adds('audit', 'target'),
  ],
  editInventoryListing: editChanges,
  revertInventoryField: editChanges,
  hideInventoryListing: [
    ...editChanges,
    changes('listings', 'target', 'hidden_at', 'hidden_by', 'updated_at'),
  ],
  withdrawInventoryListing: [
    ...editChanges,
    changes('listings', 'target', 'withdrawn_at', 'edited_columns', 'updated_at'),
  ],
  setOptOut: [
    adds('opt_outs', 'anybody'),
    changes('opt_outs', 'anybody', 'note', 'actor_email', 'at'),
    removes('opt_outs', 'anybody'),
    changes('listings', 'anybody', 'hidden_at', 'hidden_by'),
    changes('catalogue', 'anybody', 'revision'),
    adds('audit', 'anybody'),
  ],
  decideDuplicate: [
    changes('duplicates', 'anybody', 'state', 'decided_by', 'at'),
    adds('listing_changes', 'anybody'),
    changes('listings', 'anybody', 'hidden_at', 'hidden_by', 'folded_into'),
    changes('catalogue', 'anybody', 'revision'),
    adds('audit', 'anybody'),
  ],
  editContact: [
    adds('contacts', 'anybody'),
    changes('contacts', 'anybody', ...CONTACT),
    removes('contacts', 'anybody'),
    changes('catalogue', 'anybody', 'revision'),
    adds('audit', 'anybody'),
  ],
  webhook: [
    adds('stripe_events', 'anybody'),
    changes('stripe_events', 'anybody', 'handled_at', 'tries', 'last_error'),
    ...paymentChanges('target'),
  ],
  createSource: [adds('source_schedules', 'anybody'), adds('audit', 'anybody')],
  editSource: [changes('source_schedules', 'target', ...SCHEDULE), adds('audit', 'target')],
  deleteSource: [removes('source_schedules', 'target'), adds('audit', 'target')],
  runSource: [
    changes('source_schedules', 'target', 'next_run_at', 'updated_at'),
    adds('audit', 'target'),
  ],
  pauseSource: [
    changes('source_schedules', 'target', 'is_paused', 'updated_at'),
    adds('audit', 'target'),
  ],
  resumeSource: [
    changes('source_schedules', 'target', 'is_paused', 'updated_at'),
    adds('audit', 'target'),
  ],
  createImport: [adds('imports', 'anybody'), adds('audit', 'anybody')],
  checkImport: [changes('imports', 'target', ...PROGRESS, 'options'), adds('audit', 'target')],
  discardImport: [removes('imports', 'target'), adds('audit', 'target')],
  applyImport: [
    changes('imports', 'target', ...PROGRESS),
    adds('audit', 'target'),
    changes('sources', 'anybody', 'imported_at'),
    adds('source_mappings', 'anybody'),
    changes('source_mappings', 'anybody', 'mapping', 'updated_at'),
    adds('listings', 'imported'),
    changes('listings', 'imported', ...FACTS, 'digest', 'raw'),
    removes('listing_photos', 'imported'),
    adds('listing_changes', 'imported'),
    adds('sightings', 'imported'),
    changes('catalogue', 'anybody', 'revision'),
  ],
}

const RATE_LIMITED = [
  ...['inviteToShortlist', 'readInvitation', 'acceptInvitation', 'putOwnPhoto', 'getOwnData'],
  ...['register', 'login', 'checkEmail', 'requestPasswordReset', 'verifyResetCode'],
  ...['resetPassword', 'updateAccount', 'changePassword', 'deleteAccount', 'changeProfilePicture'],
  ...['createSubscription', 'renewSubscription', 'confirmSubscription', 'getSharedListing'],
  ...['confirmSignIn', 'startPasskey', 'startAuthenticator', 'removeSecondFactor'],
  ...['renewRecoveryCodes', 'readInviter'],
]

/** What the security log records when an endpoint refuses a request. */
const LOGGED_REFUSALS: Record<string, string> = {
  login: 'sign-in-refused',
  verifyResetCode: 'code-refused',
  resetPassword: 'code-refused',
  updateAccount: 'password-refused',
  changePassword: 'password-refused',
  deleteAccount: 'password-refused',
  startPasskey: 'password-refused',
  startAuthenticator: 'password-refused',
  removeSecondFactor: 'password-refused',
  renewRecoveryCodes: 'password-refused',
}

interface AlwaysAllowed {
  /** Why even a refused request, or a GET or HEAD request, may make these changes. */
  reason: string
  appliesTo: (scope: RequestScope) => boolean
  rules: Rule[]
}

/**
 * Changes that are allowed even if the server refuses the request, or if the method is GET or HEAD.
 * Such a request may make no other changes.
 */
const ALWAYS_ALLOWED: AlwaysAllowed[] = [
  {
    reason: 'the server counts tries, and corrects the count after a success',
    appliesTo: ({ endpoint }) => RATE_LIMITED.includes(endpoint),
    rules: [
      adds('rate_limits', 'anybody'),
      changes('rate_limits', 'anybody', 'tries', 'resets_at'),
    ],
  },
  {
    reason: 'the security log records refusals',
    appliesTo: ({ endpoint }) => LOGGED_REFUSALS[endpoint] !== undefined,
    rules: Object.values(LOGGED_REFUSALS).map((kind) =>
      adds('security_events', 'anybody', { kind }),
    ),
  },
  {
    reason: 'the server counts the houses that an account reads',
    appliesTo: ({ endpoint }) => ['searchListings', 'getListing', 'listNews'].includes(endpoint),
    rules: [
      adds('reading_budgets', 'caller'),
      changes('reading_budgets', 'caller', 'started_at', 'seen'),
    ],
  },
  {
    reason: 'the server counts the bytes of the catalogue that an account downloads',
    appliesTo: ({ endpoint }) => endpoint === 'getCatalogueBlock',
    rules: [
      adds('catalogue_downloads', 'caller'),
      changes('catalogue_downloads', 'caller', 'started_at', 'bytes'),
    ],
  },
  {
    reason:
      'the stored records of listings become stale, and a search finds those that are missing',
    appliesTo: () => true,
    rules: [
      adds('listing_records', 'anybody'),
      changes('listing_records', 'anybody', 'build', 'marked_in'),
    ],
  },
  {
    reason: 'the server records the visits of a person, so that it can tell what is new',
    appliesTo: ({ endpoint }) => ['listNews', 'listRevisions'].includes(endpoint),
    rules: [
      adds('visits', 'caller'),
      changes('visits', 'caller', 'since_change', 'since', 'shown_change', 'active_at'),
    ],
  },
  {
    reason: 'the use of a session is recorded',
    appliesTo: ({ caller }) => caller !== null,
    rules: [changes('sessions', 'caller', 'last_used_at')],
  },
  {
    reason: 'the first request after the end of a subscription marks the subscription as ended',
    appliesTo: ({ caller }) => caller === 'lapsed',
    rules: [
      changes('subscriptions', 'caller', 'status', 'updated_at'),
      adds('subscription_changes', 'caller', { kind: 'ended' }),
      adds('mails', 'caller'),
    ],
  },
  {
    reason: 'the server stores a payment before it calls Stripe, then copies the state at Stripe',
    appliesTo: ({ endpoint }) =>
      ['createSubscription', 'renewSubscription', 'cancelSubscription'].includes(endpoint),
    rules: paymentChanges('caller'),
  },
]

/** Returns the changes that no rule allows for this request. */
export function findDisallowedChanges(
  found: Change[],
  scope: RequestScope,
  { isAccepted }: { isAccepted: boolean },
) {
  const writes = isAccepted && !['GET', 'HEAD'].includes(scope.method)
  const rules = [
    ...ALWAYS_ALLOWED.filter(({ appliesTo }) => appliesTo(scope)).flatMap(({ rules }) => rules),
    ...(writes ? (ALLOWED_CHANGES[scope.endpoint] ?? []) : []),
  ]
  return found.filter((change) => !rules.some((rule) => allows(rule, change, scope)))
}

function allows(rule: Rule, change: Change, scope: RequestScope) {
  const { before, after } = change
  if (rule.table !== change.table || !belongsTo(rule.owner, change, scope)) return false
  // An audit entry must name the caller as the person who acted.
  if (change.table === 'audit' && after?.actor_id !== scope.caller) return false
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

function belongsTo(
  owner: Owner,
  change: Change,
  { caller, canChangeTargets, targets, emailOwners }: RequestScope,
) {
  if (owner === 'anybody') return true
  const ownerId = ownerIdOf(change)
  if (owner === 'caller') return ownerId === caller
  if (owner === 'emailOwner') return emailOwners.includes(ownerId)
  if (owner === 'imported') return canChangeTargets && IMPORTED.includes(ownerId)
  // A request that names other people may change their rows only if an administrator sends it.
  return canChangeTargets && targets.includes(ownerId)
}

/**
 * The id of the person, listing or import to which a row belongs. In these tests, a person's e-mail
 * address contains the person's id.
 */
function ownerIdOf({ table, before, after }: Change): string {
  const row = before ?? after ?? {}
  const columns: Record<string, string> = {
    ...{ users: 'id', listings: 'id', imports: 'id', listing_changes: 'listing_id' },
    ...{ listing_photos: 'listing_id', sightings: 'listing_id' },
    ...{ source_schedules: 'id', audit: 'target_id', mails: 'recipient' },
    ...{ shortlists: 'owner_id', shortlist_houses: 'added_by' },
  }
  const id = String(row[columns[table] ?? 'user_id'])
  // The server generates the id of a new person, so no test knows this id. Identify the new person
  // by the e-mail address.
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
