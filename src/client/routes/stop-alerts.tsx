import { createFileRoute } from '@tanstack/react-router'
import { paramsReader, searchText } from '#client/data/parse-search.ts'
import { StopAlertsPage } from '#client/features/alerts/stop-alerts-page.tsx'

export const Route = createFileRoute('/stop-alerts')({
  validateSearch: paramsReader({ token: searchText }),
  component: StopAlerts,
})

function StopAlerts() {
  const { token = '' } = Route.useSearch()
  return <StopAlertsPage token={token} />
}
