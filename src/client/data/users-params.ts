import * as z from 'zod/mini'
import { laterPage, lenient, lenientText } from '#client/lenient-params.ts'
import { SUBSCRIPTION_SORTS, USER_SORTS } from '#contract/list-choices.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/subscription.ts'
import { queryText, SORT_ORDERS } from '#contract/values.ts'

const order = lenient(z.enum(SORT_ORDERS))

const Params = z.object({
  search: lenientText(queryText('Search')),
  sort: lenient(z.enum(USER_SORTS)),
  order,
  page: laterPage,
  /** Of the subscriptions, which stand on the same page. */
  subscriber: lenientText(queryText('Search')),
  status: lenient(z.enum(SUBSCRIPTION_STATUSES)),
  subscriberSort: lenient(z.enum(SUBSCRIPTION_SORTS)),
  subscriberOrder: order,
  subscriberPage: laterPage,
})
/** Which users and subscriptions are shown, as it stands in the URL. */
export type PeopleParams = z.output<typeof Params>

export const parsePeopleParams = (raw: Record<string, unknown>): PeopleParams => Params.parse(raw)
