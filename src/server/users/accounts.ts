import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Account, User } from '#contract/account.ts'
import type { Rates } from '#contract/rates.ts'
import type { Subscription } from '#contract/subscription.ts'
import type { UserSubscription, UserSummary } from '#contract/users.ts'
import type { PersonRow, SubscriptionRow, UserRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { hasBegun } from '#server/payments/mirror/subscription-state.ts'
import { toDisplay } from '#server/rates/convert.ts'
import { digest } from '#server/revisions/digest.ts'

/** Creates a user and returns the row. Undefined when the email is taken. */
export async function addUser(
  db: Pick<Database, 'insert'>,
  user: Pick<UserRow, 'name' | 'email' | 'role' | 'passwordHash'> &
    Partial<Pick<UserRow, 'currency'>>,
  now: Date,
) {
  const [added] = await db
    .insert(users)
    .values({ ...user, id: randomUUID(), createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning()
  return added
}

/**
 * Reads a user, including their picture.
 * @throws {Refusal} 404 if the account was deleted.
 */
export async function readUser(db: Pick<Database, 'select'>, { id }: Pick<UserRow, 'id'>) {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) throw new Refusal(404, 'User not found')
  return user
}

/** The refusal when an email already has an account. */
export function emailTaken() {
  return new Refusal(409, 'This email is already registered. Please use a different email.', {
    code: 'email_taken',
    field: 'email',
  })
}

export function toAccount(
  {
    user,
    subscription,
    needsSecondFactor,
  }: { user: UserRow; subscription: SubscriptionRow | null; needsSecondFactor: boolean },
  rates: Rates,
): Account {
  return {
    user: toUser(user),
    subscription: toOwnSubscription(subscription),
    display: toDisplay(user, rates),
    revision: accountRevision(user, subscription),
    needs_second_factor: needsSecondFactor,
  }
}

/** The revision of an account. The person's picture is left out, because it changes `updatedAt`. */
export function accountRevision(user: PersonRow, subscription: SubscriptionRow | null) {
  const { currency, areaUnit } = user
  return digest([toUserSummary(user), toOwnSubscription(subscription), currency, areaUnit])
}

/**
 * A subscription as its user sees it. Null until the subscription has given access for the first
 * time.
 */
export function toOwnSubscription(row: SubscriptionRow | null) {
  return row && hasBegun(row) ? toSubscription(row) : null
}

export function toUser(row: UserRow): User {
  return { ...toUserSummary(row), profile_picture: row.profilePicture }
}

export function toUserSummary(row: Omit<PersonRow, 'passwordHash'>): UserSummary {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: !row.isBlocked,
    is_blocked: row.isBlocked,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    user_id: row.userId,
    status: row.status,
    plan: row.plan,
    payment_provider: row.paymentProvider,
    ends_at: row.endsAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    payment_failed: row.stripeStatus === 'past_due',
    payment_due: row.isPaymentDue,
    confirm_url: row.confirmUrl,
    is_paused: row.isPaused,
    resumes_at: row.resumesAt?.toISOString() ?? null,
    card: toCard(row),
  }
}

function toCard({ cardBrand: brand, cardLast4: last4 }: SubscriptionRow) {
  return brand && last4 ? { brand, last4 } : null
}

/** A subscription as administrators see it, with a placeholder if the user has none. */
export function toUserSubscription({
  user,
  subscription,
  dispute,
}: {
  user: Pick<PersonRow, 'id' | 'email' | 'createdAt'>
  subscription: SubscriptionRow | null
  dispute: string | null
}): UserSubscription {
  const none: Subscription = {
    user_id: user.id,
    status: 'inactive',
    plan: 'Free',
    payment_provider: 'stripe',
    ends_at: null,
    created_at: user.createdAt.toISOString(),
    payment_failed: false,
    payment_due: false,
    confirm_url: null,
    is_paused: false,
    resumes_at: null,
    card: null,
  }
  return { ...(subscription ? toSubscription(subscription) : none), email: user.email, dispute }
}
