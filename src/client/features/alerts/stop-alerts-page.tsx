import { useMutation } from '@tanstack/react-query'
import { failureMessage } from '#client/api/failures.ts'
import { stopAlerts } from '#client/data/alerts.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'

const STOPPED = {
  all: 'You get no more mails about houses.',
  one: 'You get no more mails of this alert.',
  none: 'These mails were stopped before. If others still come, change your alerts in Account Settings.',
}

/**
 * The page that a link in a mail opens to stop such mails. It asks first, because mail scanners open
 * the links of a mail too.
 */
export function StopAlertsPage({ token }: { token: string }) {
  const isOnline = useIsOnline()
  const stop = useMutation(stopAlerts)
  const isForAll = token.startsWith('all.')
  if (stop.data) {
    return (
      <VerandaPage title="Mails stopped" lead="You can choose other alerts in Account Settings.">
        <Alert type="success">{STOPPED[stop.data.stopped]}</Alert>
        <ButtonRow>
          <ButtonLink to="/account">Account Settings</ButtonLink>
        </ButtonRow>
      </VerandaPage>
    )
  }
  return (
    <VerandaPage
      title="Stop mails"
      lead={
        isForAll
          ? 'You will get no more mails about houses. Mails about your account and payments still come.'
          : 'You will get no more mails of this alert. Your other alerts stay.'
      }
    >
      {!isOnline && <Alert type="info">Stopping mails needs a connection.</Alert>}
      {stop.error && (
        <Alert type="error">{failureMessage(stop.error, 'The mails could not be stopped')}</Alert>
      )}
      <ButtonRow>
        <Button disabled={!isOnline || stop.isPending} onClick={() => stop.mutate(token)}>
          {isForAll ? 'Stop All Mails' : 'Stop These Mails'}
        </Button>
      </ButtonRow>
    </VerandaPage>
  )
}
