import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isUnanswered, latestFailure } from '#client/api/failures.ts'
import { basemapQuery } from '#client/data/basemap.ts'
import { placeCountsQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { NO_PLACE_FILTERS } from '#client/format/place-filters.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button } from '#client/ui/button.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { type Coordinate, pointRef, readArea, readPlaceRef } from '#contract/place-values.ts'
import { areaAround, circleAround, contains, formatArea } from './areas.ts'
import { ChosenPlace } from './chosen-place.tsx'
import { type Cluster, groupPlaces, type MappedPlace, OAZA_ZOOM, splits } from './group-places.ts'
import { loadJapan } from './japan.ts'
import type { View } from './leaflet-map.ts'
import { describeMap } from './map-status.ts'
import { MapView } from './map-view.tsx'
import { NearMe } from './near-me.tsx'
import { PlacesList } from './places-list.tsx'
import styles from './results-map.module.css'
import { savedPlaces } from './saved-places.ts'
import { useBorders } from './use-borders.ts'
import { useMatch } from './use-match.ts'

const OUTLINES_CREDIT = 'Outlines: svg-maps (CC BY 4.0).'
const STREETS_CREDIT = 'Streets: Protomaps © OpenStreetMap.'

const japanQuery = queryOptions({
  queryKey: ['japan'],
  queryFn: loadJapan,
  staleTime: Number.POSITIVE_INFINITY,
  // Run the query offline too, because the service worker may have the map file in its cache.
  networkMode: 'always',
})

/**
 * Empty data for the time before the response. It is a constant, because a new array in each render
 * would redraw the map.
 */
const NOTHING: never[] = []

export interface ResultsMapProps {
  params: ListingsParams
  onChange: (change: ListingsParams) => void
}

/** The results on a map, and the same places in a list below it. */
export default function ResultsMap({ params: asked, onChange }: ResultsMapProps) {
  const params = useMatch(asked)
  const { data: outlines = NOTHING } = useQuery(japanQuery)
  const { data: basemap } = useQuery(basemapQuery)
  const streets = basemap?.url ?? undefined
  const [view, setView] = useState<View>()
  const borders = useBorders(basemap?.borders ? view : undefined, outlines)
  const [isMoved, setMoved] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const [lacksStreets, setLacksStreets] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const isOnline = useIsOnline()
  /** The position of the person, if the search for houses near the person ran on this device. */
  const [here, setHere] = useState<Coordinate>()
  const [focus, setFocus] = useState<{ cluster: Cluster }>()
  const zoom = view?.zoom ?? 0
  const { places, unplaced, isSavedOnly, failure, refetch, isSettled } = usePlaces(params, zoom)

  const clusters = useMemo(() => groupPlaces(places ?? NOTHING, zoom), [places, zoom])
  const area = params.area === undefined ? undefined : readArea(params.area)
  const searched = params.near === undefined ? undefined : readPlaceRef(params.near)
  const center = searched?.kind === 'point' ? searched : here
  const frameKey = useSettled(`${viewKey(params)} ${isSavedOnly}`, isSettled)
  const cluster = clusters.find(({ key }) => key === chosen)
  const sole = places?.length === 1 && places[0]?.count === 1 ? places[0] : undefined
  const place = cluster && !splits(cluster) ? cluster.places[0] : sole
  const onMap = countHouses(places ?? NOTHING)
  const inArea = area && countHouses(places?.filter((place) => contains(area, place)) ?? NOTHING)

  function pick(cluster: Cluster) {
    setChosen(cluster.key)
    if (splits(cluster)) setFocus({ cluster })
  }

  return (
    <section className={styles.results} aria-label="Map of the results">
      <NearMe
        isOnline={isOnline}
        onSearch={(near) => onChange({ ...NO_PLACE_FILTERS, near })}
        onFind={setHere}
      />
      {isFailed ? (
        <p className={styles.failed} role="alert">
          This browser couldn't draw the map. See the houses in the list.
        </p>
      ) : (
        <div className={styles.frame}>
          <MapView
            label="Map of Japan with the houses found. The list below names their places."
            outlines={outlines}
            borders={borders}
            streets={streets}
            onStreetsMissing={setLacksStreets}
            clusters={clusters}
            zoom={zoom}
            chosen={chosen}
            precision={place}
            area={area}
            frame={area ?? (center ? circleAround(center) : areaAround(places ?? []))}
            frameKey={`${frameKey} ${here ? pointRef(here) : ''}`}
            focus={focus}
            onView={setView}
            onMove={() => setMoved(true)}
            onPick={pick}
            onFailure={() => setFailed(true)}
          />
          {isMoved && view && !isSavedOnly && (
            <Button
              className={styles.search}
              onClick={() => {
                setMoved(false)
                onChange({ ...NO_PLACE_FILTERS, area: formatArea(view.area) })
              }}
            >
              Search this area
            </Button>
          )}
        </div>
      )}
      <p className={styles.credit}>
        {[OUTLINES_CREDIT, basemap?.borders, streets && STREETS_CREDIT].filter(Boolean).join(' ')}
      </p>
      {streets && lacksStreets && (
        <p className="soft" role="status">
          Some streets couldn't be loaded. Without a connection, the map shows only the streets
          around favorites that you saved for offline use.
        </p>
      )}
      {failure && !places ? (
        <LoadFailure
          title="Error loading the places"
          reason="The map couldn't load its places. Try again, or see the houses in the list."
          onRetry={refetch}
        />
      ) : (
        <p className="soft" role="status">
          {places ? describeMap({ onMap, inArea, unplaced, isSavedOnly }) : 'Loading the places...'}
        </p>
      )}
      {place && (
        <ChosenPlace place={place} params={params} isSavedOnly={isSavedOnly} onChange={onChange} />
      )}
      <PlacesList
        clusters={view ? clusters.filter((cluster) => contains(view.area, cluster)) : clusters}
        chosen={chosen}
        onPick={pick}
      />
    </section>
  )
}

function countHouses(places: readonly MappedPlace[]) {
  return places.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Returns the places of a search's results. If the server is unreachable and the catalogue is not
 * on this device, returns the places of the houses saved on this device.
 */
function usePlaces(params: ListingsParams, zoom: number) {
  const isOnline = useIsOnline()
  const counts = useQuery(placeCountsQuery(params))
  const oaza = useQuery({ ...placeCountsQuery(params, 'oaza'), enabled: zoom >= OAZA_ZOOM })
  const failure = latestFailure(counts)
  const isSavedOnly = !counts.data && (!isOnline || (failure ? isUnanswered(failure) : false))
  const saved = useQuery({ ...savedListingsQuery, enabled: isSavedOnly, select: savedPlaces })
  const detailed = zoom >= OAZA_ZOOM && !oaza.isPlaceholderData ? oaza.data : undefined
  return {
    places: isSavedOnly ? saved.data : (detailed ?? counts.data)?.places,
    unplaced: counts.data?.unplaced ?? 0,
    isSavedOnly,
    failure,
    refetch: () => void counts.refetch(),
    isSettled: isSavedOnly ? saved.data !== undefined : !!counts.data && !counts.isPlaceholderData,
  }
}

/**
 * The key of a search. The map moves when the key changes. A change of the order, the page or the
 * searched area does not move the map, so the key leaves these parameters out.
 */
function viewKey({
  area: _area,
  page: _page,
  pageSize: _size,
  sort: _sort,
  ...filters
}: ListingsParams) {
  return JSON.stringify(filters)
}

/** Keeps the previous value until the data for the new value has loaded. */
function useSettled(value: string, isSettled: boolean) {
  const [settled, setSettled] = useState('')
  if (isSettled && settled !== value) setSettled(value)
  return settled
}
