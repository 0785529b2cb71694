import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { contactsQuery } from '#client/data/contacts.ts'
import { parseContactsParams } from '#client/data/contacts-params.ts'

const ContactsPage = chakraPart(
  async () => (await import('#client/features/contacts/contacts-page.tsx')).ContactsPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/contacts')({
  validateSearch: parseContactsParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(contactsQuery(deps))
  },
  component: Contacts,
})

function Contacts() {
  return <ContactsPage params={Route.useSearch()} />
}
