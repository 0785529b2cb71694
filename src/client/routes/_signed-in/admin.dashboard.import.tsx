import { createFileRoute } from '@tanstack/react-router'
import { parseImportsParams } from '#client/data/imports-params.ts'
import { ImportsPage } from '#client/features/imports/imports-page.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/import')({
  validateSearch: parseImportsParams,
  component: Imports,
})

function Imports() {
  return <ImportsPage params={Route.useSearch()} />
}
