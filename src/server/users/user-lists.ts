import type { AnyColumn, SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, ilike, isNotNull, or, sql } from 'drizzle-orm'
import type { SubscriptionSearch, UserSearch } from '#contract/users.ts'
import { personColumns } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { disputes, subscriptions, users } from '#server/db/schema.ts'

/** SQL values of a subscription, with defaults for users without one. */
const status = sql`coalesce(${subscriptions.status}, 'inactive')`
const plan = sql`coalesce(${subscriptions.plan}, 'Free')`

const USER_ORDERS: Record<UserSearch['sort_by'], SQL | AnyColumn> = {
  created_at: users.createdAt,
  // Sort names by Unicode's rules, so that every database puts é beside e, and upper case beside
  // lower case.
  name: sql`${users.name} collate "und-x-icu"`,
  email: users.email,
  role: users.role,
  status: users.isBlocked,
}

const SUBSCRIPTION_ORDERS: Record<SubscriptionSearch['sort_by'], SQL | AnyColumn> = {
  email: users.email,
  status,
  plan,
}

/** The status of the latest objection of the user's bank to a payment. */
const lastDispute = sql<string | null>`(
  select ${disputes.status} from ${disputes}
  where ${disputes.userId} = ${users.id}
  order by ${disputes.updatedAt} desc limit 1
)`

export async function findLastDispute(db: Database, userId: string) {
  const [row] = await db
    .select({ status: disputes.status })
    .from(disputes)
    .where(eq(disputes.userId, userId))
    .orderBy(desc(disputes.updatedAt))
    .limit(1)
  return row?.status ?? null
}

export function findUsers(db: Database, search: UserSearch) {
  return db
    .select(personColumns)
    .from(users)
    .where(isUserFound(search))
    .orderBy(...orderBy(USER_ORDERS[search.sort_by], search))
    .limit(search.limit)
    .offset(offsetOf(search))
}

export function countFoundUsers(db: Database, search: UserFilters) {
  return db.$count(users, isUserFound(search))
}

export function findSubscriptions(db: Database, search: SubscriptionSearch) {
  const { id, email, createdAt } = users
  return db
    .select({ user: { id, email, createdAt }, subscription: subscriptions, dispute: lastDispute })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(isSubscriptionFound(search))
    .orderBy(...orderBy(SUBSCRIPTION_ORDERS[search.sort_by], search))
    .limit(search.limit)
    .offset(offsetOf(search))
}

export async function countFoundSubscriptions(db: Database, search: SubscriptionFilters) {
  const [row] = await db
    .select({ total: count() })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(isSubscriptionFound(search))
  return row?.total ?? 0
}

type UserFilters = Pick<UserSearch, 'search'>
type SubscriptionFilters = Pick<SubscriptionSearch, 'search' | 'status'>

function isUserFound({ search }: UserFilters) {
  return search ? or(contains(users.name, search), contains(users.email, search)) : undefined
}

function isSubscriptionFound({ search, status: wanted }: SubscriptionFilters) {
  return and(
    // Administrators need no subscription, so omit them. Keep those who still have a subscription
    // from before their promotion.
    or(eq(users.role, 'user'), isNotNull(subscriptions.userId)),
    search ? contains(users.email, search) : undefined,
    wanted && eq(status, wanted),
  )
}

/** The condition that a column contains the text, ignoring case. `%` and `_` match literally. */
function contains(column: AnyColumn, text: string) {
  return ilike(column, `%${escapeLike(text.normalize('NFC'))}%`)
}

/** Orders users. The id breaks ties, so that pages never overlap. */
function orderBy(by: SQL | AnyColumn, { sort_order }: Pick<UserSearch, 'sort_order'>) {
  const direction = sort_order === 'asc' ? asc : desc
  return [direction(by), direction(users.id)]
}

function offsetOf({ page, limit }: Pick<UserSearch, 'page' | 'limit'>) {
  return (page - 1) * limit
}
