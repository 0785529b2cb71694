import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import * as users from '#contract/users.ts'
import { accountQuery } from './account.ts'
import { refetchAfter } from './refetch-after.ts'
import type { PeopleParams } from './users-params.ts'

const STALE_TIME_MS = 30_000
const ALL_USERS = ['users'] as const
const ALL_SUBSCRIPTIONS = ['subscriptions'] as const

export function usersQuery({ search, sort, order, page }: PeopleParams) {
  return queryOptions({
    queryKey: [...ALL_USERS, { search, sort, order, page }],
    queryFn: async ({ signal }) => {
      const [rows, { total_count: total }] = await Promise.all([
        call(users.listUsers, { search, sort_by: sort, sort_order: order, page }, signal),
        call(users.countUsers, { search }, signal),
      ])
      return { rows, total }
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME_MS,
  })
}

/** A page of the subscriptions. A user without a subscription has a row too. */
export function subscriptionsQuery(params: PeopleParams) {
  const { subscriber: search, status, subscriberPage: page } = params
  const { subscriberSort: sort_by, subscriberOrder: sort_order } = params
  return queryOptions({
    queryKey: [...ALL_SUBSCRIPTIONS, { search, status, sort_by, sort_order, page }],
    queryFn: async ({ signal }) => {
      const filters = { search, status }
      const [rows, { total_count: total }] = await Promise.all([
        call(users.listSubscriptions, { ...filters, sort_by, sort_order, page }, signal),
        call(users.countSubscriptions, filters, signal),
      ])
      return { rows, total }
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME_MS,
  })
}

export const createUser = mutationOptions({
  mutationFn: (input: z.input<typeof users.createUser.input>, { client }) =>
    refetchListsAfter(client, call(users.createUser, input)),
})

export const updateUser = mutationOptions({
  mutationFn: async (input: z.input<typeof users.updateUser.input>, { client }) =>
    showUser(client, await refetchListsAfter(client, call(users.updateUser, input))),
})

export const blockUser = mutationOptions({
  mutationFn: async (input: z.input<typeof users.blockUser.input>, { client }) =>
    showUser(client, await refetchListsAfter(client, call(users.blockUser, input))),
})

export const deleteUser = mutationOptions({
  mutationFn: (id: string, { client }) => refetchListsAfter(client, call(users.deleteUser, { id })),
})

export const sendPasswordReset = mutationOptions({
  mutationFn: (id: string) => call(users.sendPasswordReset, { id }),
})

export const updateSubscription = mutationOptions({
  mutationFn: (input: z.input<typeof users.updateSubscription.input>, { client }) =>
    refetchListsAfter(client, call(users.updateSubscription, input)),
})

function refetchListsAfter<Result>(client: QueryClient, change: Promise<Result>) {
  return refetchAfter(client, change, ALL_USERS, ALL_SUBSCRIPTIONS)
}

interface UsersPage {
  rows: users.UserSummary[]
  total: number
}

/** Shows the changed user in the lists and the header until the refetch arrives. */
function showUser<Answer extends users.UserSummary>(client: QueryClient, user: Answer) {
  client.setQueriesData<UsersPage>(
    { queryKey: ALL_USERS },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.id === user.id ? user : row)) },
  )
  client.setQueryData(accountQuery.queryKey, (known) =>
    known?.user.id === user.id
      ? { ...known, user: { ...known.user, name: user.name, updated_at: user.updated_at } }
      : known,
  )
  return user
}
