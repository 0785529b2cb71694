import { type FormEvent, useState } from 'react'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import type { FilterName } from '#client/data/listing-search.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { NO_PLACE_FILTERS } from '#client/format/place-filters.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/field.tsx'
import { RangeField } from '#client/ui/range-field.tsx'
import { AREA_UNIT_CODES } from '#contract/area-units.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import type { Display } from '#contract/display.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { CitySelect } from './city-select.tsx'
import { DistanceFilters } from './distance-filters.tsx'
import {
  type FilterDraft,
  isValid,
  legendOf,
  type Own,
  PRICE,
  RANGES,
  rangeProblem,
  readDraft,
  toDraft,
} from './filter-draft.ts'
import styles from './filter-form.module.css'
import { FoundSelect } from './found-select.tsx'
import { LayoutOptions } from './layout-options.tsx'
import { MarkFilters } from './mark-filters.tsx'
import { PlaceField } from './place-field.tsx'

interface FilterFormProps {
  params: ListingsParams
  /** Applies these filters without closing the form. */
  onApply: (filters: ListingsParams) => void
  onSearch: (filters: ListingsParams) => void
  onClear: () => void
}

/**
 * The search form. A chosen place or prefecture applies immediately. The other filters apply when
 * the person presses Search.
 */
export function FilterForm({ params, onApply, onSearch, onClear }: FilterFormProps) {
  const display = useDisplay()
  const own = ownUnits(display)
  const { draft, filters, setDraft } = useDraft(params, own)

  const control = (name: FilterName) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  })

  function choosePrefecture(prefecture: string) {
    const next = { ...draft, ...NOWHERE, prefecture }
    setDraft(next)
    onApply(readDraft(next, own, params))
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid=true]')
    if (wrong) wrong.focus()
    else onSearch(readDraft(draft, own, params))
  }

  return (
    <form className={styles.form} aria-label="Filters" onSubmit={search} noValidate>
      <PlaceField
        params={params}
        onChange={(place) =>
          onApply({ ...readDraft(draft, own, params), ...NO_PLACE_FILTERS, ...place })
        }
      />
      <FoundSelect
        label="Prefecture"
        name="prefecture"
        kind={['prefecture', 'prefectures']}
        noneFound="No prefecture has this name"
        all="All prefectures"
        places={PREFECTURES}
        value={draft.prefecture}
        onChoose={choosePrefecture}
      />
      <CitySelect
        // When the prefecture changes, the new key makes React mount a new field, so the text in
        // the city's search field is cleared.
        key={draft.prefecture}
        filters={filters}
        value={draft.city}
        onChoose={(city) => setDraft({ ...draft, city })}
      />
      <Select label="Floor plan" {...control('floorPlan')}>
        <LayoutOptions chosen={draft.floorPlan} />
      </Select>
      {RANGES.map((range) => {
        const problem = rangeProblem(draft, range, own)
        const isPrice = range === PRICE
        const end = ([name, label, placeholder]: typeof range.min | typeof range.max) => ({
          ...control(name),
          'aria-label': label,
          'aria-invalid': problem?.wrong.includes(name),
          placeholder,
          // The keypad for numbers has no letters, but a price may be 3M or 300万.
          ...(isPrice && { inputMode: 'text' as const }),
        })
        return (
          <RangeField
            key={range.legend}
            legend={legendOf(range, own)}
            hint={
              isPrice && (
                <>
                  <span>You can also write ¥3M or</span>{' '}
                  <span lang="ja" translate="no">
                    300万
                  </span>
                  <span>.</span>{' '}
                  {display && own.currency !== 'JPY' && <RateNote display={display} />}
                </>
              )
            }
            error={problem?.error}
            min={end(range.min)}
            max={end(range.max)}
          />
        )
      })}
      <DistanceFilters control={control} />
      <MarkFilters
        params={params}
        draft={filters}
        value={draft.marks}
        onChange={(marks) => setDraft({ ...draft, marks })}
      />
      <div className={styles.buttons}>
        <Button type="submit" wide>
          Search
        </Button>
        <Button variant="quiet" wide onClick={onClear}>
          Clear All Filters
        </Button>
      </div>
    </form>
  )
}

/** Empty values for all place fields of the form except the prefecture. */
const NOWHERE = { city: '', region: '', place: '', near: '', within: '', area: '' }

/**
 * Returns the draft of the filter form, and the filters that the draft contains. While the draft is
 * invalid, returns the filters of the last valid draft. When the filters in the URL change, both
 * start again from the URL.
 */
function useDraft(params: ListingsParams, own: Own) {
  const applied = toDraft(params, own)
  const key = JSON.stringify(applied)
  const searched = { key, draft: applied, filters: params }
  const [state, setState] = useState(searched)
  const { draft, filters } = state.key === key ? state : searched
  if (state.key !== key) setState(searched)
  const setDraft = (draft: FilterDraft) =>
    setState({ key, draft, filters: isValid(draft, own) ? readDraft(draft, own, params) : filters })
  return { draft, filters, setDraft }
}

/** The currency of prices that are typed without a currency sign, and the unit of areas. */
function ownUnits(display: Display | undefined): Own {
  return {
    currency: CURRENCY_CODES.find((code) => code === display?.currency) ?? 'USD',
    areaUnit: AREA_UNIT_CODES.find((code) => code === display?.area_unit) ?? 'm2',
  }
}
