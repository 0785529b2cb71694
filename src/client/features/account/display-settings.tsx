import { RateNote } from '#client/components/rate-note.tsx'
import { NEEDS_CONNECTION } from '#client/components/stale-data-notice.tsx'
import { changeDisplay } from '#client/data/account-changes.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Card } from '#client/ui/card.tsx'
import { Select } from '#client/ui/field.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import { AREA_UNIT_CODES, type AreaUnit } from '#contract/area-units.ts'
import { CURRENCY_CODES, type Currency, signOf } from '#contract/currencies.ts'
import type { Display } from '#contract/display.ts'
import styles from './account.module.css'
import { useChange } from './use-change.ts'

const CURRENCY_NAMES: Record<Currency, string> = {
  JPY: 'Japanese yen',
  USD: 'US dollar',
  AUD: 'Australian dollar',
  CAD: 'Canadian dollar',
  CHF: 'Swiss franc',
  CNY: 'Chinese yuan',
  EUR: 'Euro',
  GBP: 'British pound',
  HKD: 'Hong Kong dollar',
  INR: 'Indian rupee',
  KRW: 'South Korean won',
  NZD: 'New Zealand dollar',
  SGD: 'Singapore dollar',
  THB: 'Thai baht',
  TWD: 'New Taiwan dollar',
}

const UNIT_NAMES: Record<AreaUnit, string> = {
  m2: 'Square meters (m²)',
  tsubo: 'Tsubo (about 3.3 m²)',
  sqft: 'Square feet (sq ft)',
}

/** The form for the currency and the area unit. A choice is saved in the account immediately. */
export function DisplaySettings({ display }: { display: Display | undefined }) {
  const isOnline = useIsOnline()
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(changeDisplay, {
    success: 'Currency and units saved',
    failure: 'Failed to save currency and units',
    onOutcome: setOutcome,
  })
  const currency = CURRENCY_CODES.find((code) => code === display?.currency) ?? 'USD'
  const unit = AREA_UNIT_CODES.find((code) => code === display?.area_unit) ?? 'm2'
  const shared = {
    disabled: isPending || !isOnline,
    'aria-describedby': isOnline ? undefined : NEEDS_CONNECTION,
  }
  return (
    <Card title="Currency and Units">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <Select
          label="Currency"
          value={currency}
          hint={display && currency !== 'JPY' && <RateNote display={display} />}
          onChange={({ target }) => {
            const chosen = CURRENCY_CODES.find((code) => code === target.value)
            if (chosen) void submit({ currency: chosen, area_unit: unit })
          }}
          {...shared}
        >
          {CURRENCY_CODES.map((code) => (
            <option key={code} value={code}>
              {`${CURRENCY_NAMES[code]} (${signOf(code).trim()})`}
            </option>
          ))}
        </Select>
        <Select
          label="Areas"
          value={unit}
          onChange={({ target }) => {
            const chosen = AREA_UNIT_CODES.find((code) => code === target.value)
            if (chosen) void submit({ currency, area_unit: chosen })
          }}
          {...shared}
        >
          {AREA_UNIT_CODES.map((code) => (
            <option key={code} value={code}>
              {UNIT_NAMES[code]}
            </option>
          ))}
        </Select>
        <p className={styles.soft}>
          Prices in yen come first, followed by prices in your currency. Your currency and unit of
          area apply to filters and houses on all your devices.
        </p>
      </div>
    </Card>
  )
}
