import { createFileRoute } from '@tanstack/react-router'
import { day, paramsReader } from '#client/data/parse-search.ts'
import { PrintSheetPage } from '#client/features/paper/print-sheet/print-sheet-page.tsx'
import { BackLink } from '#client/ui/back-link.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/viewing-plan_/print')({
  validateSearch: paramsReader({ day }),
  component: PrintSheet,
})

function PrintSheet() {
  const chosen = Route.useSearch().day
  return (
    <PrintSheetPage
      day={chosen}
      back={
        <BackLink to="/viewing-plan" search={{ day: chosen }}>
          Viewing Plan
        </BackLink>
      }
    />
  )
}
