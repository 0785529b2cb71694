import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, downloadCsv } from '#client/api/api.ts'
import { sendingFile } from '#client/api/send-file.ts'
import * as contract from '#contract/contacts.ts'
import { invalidateListings } from './catalogue.ts'
import type { ContactsParams } from './contacts-params.ts'

export const ALL_CONTACTS = ['contacts']

export function contactsQuery(params: ContactsParams) {
  return queryOptions({
    queryKey: [...ALL_CONTACTS, params],
    queryFn: ({ signal }) => call(contract.listContacts, params, signal),
    placeholderData: keepPreviousData,
  })
}

export const editContact = mutationOptions({
  mutationFn: async (input: z.input<typeof contract.editContact.input>, { client }) => {
    const contact = await call(contract.editContact, input)
    void client.invalidateQueries({ queryKey: ALL_CONTACTS })
    invalidateListings(client)
    return contact
  },
})

export const importContacts = mutationOptions({
  mutationFn: async (file: File, { client }) => {
    const input = { file_name: file.name }
    const outcome = await call(contract.importContacts, input, undefined, sendingFile(file))
    void client.invalidateQueries({ queryKey: ALL_CONTACTS })
    invalidateListings(client)
    return outcome
  },
})

export const fetchContacts = mutationOptions({
  mutationFn: (_: undefined) => downloadCsv(contract.downloadContacts, {}, 'contacts.csv'),
})
