import { useRef, useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { useIsOwnPosition, usePlaceNames } from '#client/components/use-place-names.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { searchInPlace } from '#client/data/place-names.ts'
import { describePlace } from '#client/format/place-filters.ts'
import { Field, Select } from '#client/ui/field.tsx'
import { DEFAULT_WITHIN_KM, WITHIN_KM } from '#contract/place-values.ts'

/**
 * The place field with suggestions. Its code loads when the field first gets the focus, because the
 * code is large and few people search by place.
 */
const PlaceSearch = lazyPart(() => import('./place-search.tsx'))

const LABEL = 'Place, station or region'
const HINT = (
  <>
    <span>For example Seiyo,</span>{' '}
    <span lang="ja" translate="no">
      宇和島
    </span>
    <span>, or Shikoku</span>
  </>
)

type PlaceParams = Pick<ListingsParams, 'region' | 'place' | 'near' | 'within'>

interface PlaceFieldProps {
  params: ListingsParams
  onChange: (change: PlaceParams) => void
}

/** A search field for every kind of place, with a choice of the distance around the place. */
export function PlaceField({ params, onChange }: PlaceFieldProps) {
  const { region, place, near, within = DEFAULT_WITHIN_KM } = params
  const names = usePlaceNames([params])
  const [isSearching, setSearching] = useState(false)
  const [typed, setTyped] = useState<string>()
  const isHere = useIsOwnPosition(params)
  const name = isHere ? 'your position' : nameOf(params, names)
  const ref = place ?? near
  const isComposing = useRef(false)

  /**
   * Replaces the focused plain field with the search field. Waits until the person has finished
   * composing a Japanese word, because a new field would end the composition.
   */
  async function showSearch(input: HTMLInputElement) {
    await PlaceSearch.preload()
    if (document.activeElement === input && !isComposing.current) setSearching(true)
  }

  return (
    <>
      {isSearching ? (
        <PlaceSearch
          label={LABEL}
          hint={HINT}
          name={name}
          typed={typed ?? name}
          onChoose={(suggestion) => onChange(suggestion ? searchInPlace(suggestion) : {})}
        />
      ) : (
        <Field
          label={LABEL}
          hint={HINT}
          value={typed ?? name}
          autoComplete="off"
          onPointerEnter={PlaceSearch.preload}
          onFocus={({ currentTarget }) => {
            currentTarget.select()
            void showSearch(currentTarget)
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value === '' && name) onChange({})
          }}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={({ currentTarget }) => {
            isComposing.current = false
            void showSearch(currentTarget)
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
      {ref && !region && (
        <Select
          label="How far around"
          value={near ? within : ''}
          onChange={({ target: { value } }) =>
            onChange(
              value === ''
                ? { place: ref }
                : { near: ref, within: WITHIN_KM.find((km) => String(km) === value) },
            )
          }
        >
          {canContain(ref) && <option value="">{`In ${name}`}</option>}
          {canSurround(ref) &&
            WITHIN_KM.map((km) => <option key={km} value={km}>{`Within ${km} km`}</option>)}
        </Select>
      )}
    </>
  )
}

function nameOf(params: PlaceParams, names: ReturnType<typeof usePlaceNames>) {
  const { region, place } = describePlace(
    // Only the name is wanted, so pass the place of `near` as `place`. The text for `near` would
    // begin with a distance: `within 20 km of Seiyo`.
    { region: params.region, place: params.place ?? params.near },
    names,
  )
  return place ?? region ?? ''
}

/**
 * Whether houses can lie inside the place. A station or a coordinate is only a point, so the form
 * does not offer the choice “In …” for it.
 */
function canContain(ref: string) {
  return /^\d/.test(ref) && !ref.includes(',')
}

/**
 * Whether to offer a search around the place. A prefecture gets no such search, because the
 * distance from its middle says little about a house.
 */
function canSurround(ref: string) {
  return ref.length > 2
}
