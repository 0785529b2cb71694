import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { parseImportsParams } from '#client/data/imports-params.ts'

const ImportsPage = chakraPart(
  async () => (await import('#client/features/imports/imports-page.tsx')).ImportsPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/import')({
  validateSearch: parseImportsParams,
  component: Imports,
})

function Imports() {
  return <ImportsPage params={Route.useSearch()} />
}
