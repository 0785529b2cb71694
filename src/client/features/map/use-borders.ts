import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bordersQuery } from '#client/data/basemap.ts'
import type { Area } from '#contract/place-values.ts'
import { prefectureValue } from '#contract/prefectures.ts'
import { areaAround } from './areas.ts'
import { MUNICIPALITY_ZOOM } from './group-places.ts'
import { type Outline, readPath } from './japan.ts'
import type { View } from './leaflet-map.ts'

/**
 * Loads the borders of municipalities in the visible prefectures, as lines. Loads nothing without a
 * `view`, or while the map shows whole prefectures.
 */
export function useBorders(view: View | undefined, outlines: readonly Outline[]) {
  const areas = useMemo(() => outlines.map(toArea), [outlines])
  const isClose = view && view.zoom >= MUNICIPALITY_ZOOM
  const visible = isClose ? areas.filter(({ area }) => area && overlap(area, view.area)) : []
  const paths = useQueries({
    queries: visible.map(({ prefecture }) => bordersQuery(prefecture)),
    combine: (results) => results.map(({ data }) => data?.path ?? '').join(''),
  })
  return useMemo(() => readPath(paths), [paths])
}

function toArea({ name, islands }: Outline) {
  const points = islands.flat().map(([latitude, longitude]) => ({ latitude, longitude }))
  return { prefecture: prefectureValue(name), area: areaAround(points) }
}

function overlap(one: Area, other: Area) {
  return (
    one.south <= other.north &&
    one.north >= other.south &&
    one.west <= other.east &&
    one.east >= other.west
  )
}
