import {
  SORT_ORDERS,
  SUBSCRIPTION_SORTS,
  SUBSCRIPTION_STATUSES,
  USER_SORTS,
} from '#contract/choices.ts'
import { laterPage, oneOf, paramsReader, searchText } from './parse-search.ts'

export const parsePeopleParams = paramsReader({
  search: searchText,
  sort: oneOf(USER_SORTS),
  order: oneOf(SORT_ORDERS),
  page: laterPage,
  /** `subscriber` and the parameters below it belong to the list of subscriptions. */
  subscriber: searchText,
  status: oneOf(SUBSCRIPTION_STATUSES),
  subscriberSort: oneOf(SUBSCRIPTION_SORTS),
  subscriberOrder: oneOf(SORT_ORDERS),
  subscriberPage: laterPage,
})
export type PeopleParams = ReturnType<typeof parsePeopleParams>
