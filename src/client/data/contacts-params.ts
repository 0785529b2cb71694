import { CONTACT_STATES } from '#contract/choices.ts'
import { laterPage, oneOf, paramsReader, searchText } from './parse-search.ts'

export const parseContactsParams = paramsReader({
  search: searchText,
  state: oneOf(CONTACT_STATES),
  page: laterPage,
})
export type ContactsParams = ReturnType<typeof parseContactsParams>
