import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '#client/data/alerts.ts'
import { capitalise } from '#client/format/format.ts'
import { Select } from '#client/ui/field.tsx'
import type { Alert } from '#contract/alerts.ts'
import { CHANNELS, RHYTHMS } from '#contract/choices.ts'

const RHYTHM_WORDS: Record<Alert['rhythm'], string> = {
  'at-once': 'at once',
  daily: 'every morning',
  weekly: 'every Monday',
}

const CHANNEL_WORDS: Record<Alert['channel'], string> = {
  mail: 'mail',
  push: 'notification',
  both: 'mail and notification',
}

/** How a person is told unless they choose otherwise. */
export const USUAL_ALERT: Alert = { rhythm: 'daily', channel: 'mail' }

const NEVER = 'never'

/** How and how often a person is told: `mail, every morning`. */
export function describeAlert({ rhythm, channel }: Alert) {
  return `${CHANNEL_WORDS[channel]}, ${RHYTHM_WORDS[rhythm]}`
}

/** Says where to turn on notifications, and warns if no device has them. */
function DeviceHint() {
  const { data: alerts } = useQuery(alertsQuery)
  return (
    <span>
      {alerts?.push_device_count === 0
        ? 'No device receives notifications yet. Turn on notifications in Account Settings, on each device.'
        : 'Turn on notifications in Account Settings, on each device.'}
    </span>
  )
}

interface AlertFieldsProps {
  /** What the person is told about, such as `Tell me about new houses`. */
  label: string
  /** Undefined if the person is told nothing. */
  alert: Alert | undefined
  onChange: (alert: Alert | undefined) => void
  disabled?: boolean | undefined
}

/** The choice of how often and how a person is told. */
export function AlertFields({ label, alert, onChange, disabled }: AlertFieldsProps) {
  return (
    <>
      <Select
        label={label}
        value={alert?.rhythm ?? NEVER}
        disabled={disabled}
        onChange={({ target }) => {
          const rhythm = RHYTHMS.find((one) => one === target.value)
          onChange(rhythm && { ...USUAL_ALERT, ...alert, rhythm })
        }}
      >
        <option value={NEVER}>Never</option>
        {RHYTHMS.map((rhythm) => (
          <option key={rhythm} value={rhythm}>
            {capitalise(RHYTHM_WORDS[rhythm])}
          </option>
        ))}
      </Select>
      {alert && (
        <Select
          label="By"
          value={alert.channel}
          disabled={disabled}
          hint={alert.channel !== 'mail' && <DeviceHint />}
          onChange={({ target }) => {
            const channel = CHANNELS.find((one) => one === target.value)
            if (channel) onChange({ ...alert, channel })
          }}
        >
          {CHANNELS.map((channel) => (
            <option key={channel} value={channel}>
              {capitalise(CHANNEL_WORDS[channel])}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}
