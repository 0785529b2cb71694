import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#client/api/failures.ts'
import { AlertFields, describeAlert, USUAL_ALERT } from '#client/components/alert-fields.tsx'
import { alertsQuery, setAlert } from '#client/data/alerts.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { icon } from '#client/ui/icons.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { Alert as AlertSetting } from '#contract/alerts.ts'
import styles from './favorites-alert.module.css'

const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.5h4M12 5V3" />)

/** The button that opens the choice of how the person is told about changes of favorites. */
export function FavoritesAlert() {
  const { data: alerts } = useQuery(alertsQuery)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!alerts) return null
  return (
    <>
      <Button
        variant="quiet"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        Alerts
      </Button>
      <Sheet title="Alerts" isOpen={isOpen} onClose={close}>
        <AlertForm saved={alerts.favorites} onClose={close} />
      </Sheet>
    </>
  )
}

interface AlertFormProps {
  saved: AlertSetting | undefined
  onClose: () => void
}

function AlertForm({ saved, onClose }: AlertFormProps) {
  const [alert, setChosen] = useState<AlertSetting | undefined>(saved ?? USUAL_ALERT)
  const isOnline = useIsOnline()
  const save = useMutation(setAlert)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { searchId: undefined, alert },
          {
            onSuccess() {
              onClose()
              showToast({
                type: 'success',
                title: 'Alert saved',
                description: alert
                  ? `You are told when favorites change: ${describeAlert(alert)}.`
                  : 'You are not told when favorites change.',
              })
            },
          },
        )
      }}
    >
      {!isOnline && <Alert type="info">Saving an alert needs a connection.</Alert>}
      {save.error && (
        <Alert type="error">{failureMessage(save.error, 'The alert could not be saved')}</Alert>
      )}
      <p>Hear when a favorite becomes cheaper, changes, or is no longer offered.</p>
      <AlertFields label="Tell me when favorites change" alert={alert} onChange={setChosen} />
      <ButtonRow>
        <Button type="submit" disabled={!isOnline || save.isPending}>
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  )
}
