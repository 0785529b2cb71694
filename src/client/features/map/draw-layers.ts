import { Circle, type LatLngTuple, LayerGroup, Polygon, Polyline, Rectangle } from 'leaflet'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import type { Area } from '#contract/place-values.ts'
import { contains } from './areas.ts'
import { ClusterCircle, NAME_FONT, numberFont } from './cluster-circle.ts'
import { fitNames, numberSize } from './fit-names.ts'
import type { Cluster, MappedPlace } from './group-places.ts'
import type { Outline } from './japan.ts'
import { type MapCanvases, toBounds } from './leaflet-map.ts'
import type { MapColors } from './map-colors.ts'

export function drawJapan({ land }: MapCanvases, outlines: readonly Outline[], colors: MapColors) {
  return new LayerGroup(
    outlines.map(
      ({ islands }) =>
        new Polygon(
          islands.map((island) => [island]),
          {
            renderer: land,
            pane: 'land',
            interactive: false,
            color: colors.border,
            weight: 0.8,
            fillColor: colors.land,
            fillOpacity: 1,
          },
        ),
    ),
  )
}

interface BorderStyle {
  /** Whether the map has streets. Borders are then dotted, because plain lines look like roads. */
  hasStreets: boolean
  colors: MapColors
}

/**
 * Draws the borders of municipalities above the streets, thinner than the borders of prefectures.
 */
export function drawBorders(
  { areas }: MapCanvases,
  lines: LatLngTuple[][],
  { hasStreets, colors }: BorderStyle,
) {
  const look = hasStreets
    ? { color: colors.ink, weight: 1.2, opacity: 0.6, dashArray: '2 4' }
    : { color: colors.border, weight: 0.6, opacity: 0.7 }
  return new Polyline(lines, {
    ...look,
    renderer: areas,
    pane: 'areas',
    interactive: false,
  })
}

export function drawArea({ areas }: MapCanvases, area: Area, colors: MapColors) {
  return new Rectangle(toBounds(area), {
    renderer: areas,
    pane: 'areas',
    interactive: false,
    color: colors.cluster,
    weight: 1.5,
    dashArray: '6 5',
    fillOpacity: 0.04,
  })
}

type Precision = Pick<MappedPlace, 'latitude' | 'longitude' | 'radius_km'>

/**
 * Draws the circle of the chosen place. Its houses lie somewhere inside the circle, because their
 * exact positions are unknown.
 */
export function drawPrecision(
  { areas }: MapCanvases,
  { latitude, longitude, radius_km }: Precision,
  colors: MapColors,
) {
  return new Circle([latitude, longitude], {
    renderer: areas,
    pane: 'areas',
    interactive: false,
    radius: radius_km * 1000,
    color: colors.chosen,
    weight: 1.5,
    fillOpacity: 0.12,
  })
}

/**
 * The font size at which the widths of numbers are measured. The size is large, because browsers
 * round the widths of small text.
 */
const MEASURED_PX = 100

interface ClusterStyle {
  chosen: string | undefined
  /** The searched area. Circles outside it are dimmed. */
  area: Area | undefined
  colors: MapColors
  onPick: (cluster: Cluster) => void
}

export function drawClusters(
  { map, clusters: renderer }: MapCanvases,
  clusters: readonly Cluster[],
  { colors, area, chosen, onPick }: ClusterStyle,
) {
  const widths = measure(
    clusters.map(({ en }) => en),
    NAME_FONT,
  )
  const counts = clusters.map(({ count }) => formatNumber(count))
  const countWidths = measure(counts, numberFont(MEASURED_PX))
  const named = fitNames(
    clusters.map(({ key, latitude, longitude, radius }, at) => {
      const { x, y } = map.latLngToLayerPoint([latitude, longitude])
      return { key, x, y, radius, width: widths[at] ?? 0 }
    }),
  )
  return new LayerGroup(
    clusters.map((cluster, at) => {
      const { key, latitude, longitude, count, radius, en } = cluster
      const isChosen = key === chosen
      const opacity = area && !contains(area, cluster) ? 0.35 : 1
      const circle = new ClusterCircle([latitude, longitude], {
        renderer,
        radius,
        color: colors.paper,
        weight: 1.5,
        opacity,
        fillColor: isChosen ? colors.chosen : colors.cluster,
        fillOpacity: opacity,
        textColor: isChosen ? colors.onChosen : colors.onCluster,
        nameColor: colors.ink,
        haloColor: colors.land,
        count: counts[at] ?? '',
        countSize: numberSize(radius, (countWidths[at] ?? 0) / MEASURED_PX),
        name: en,
        nameOffset: named.get(key),
        nameWidth: widths[at] ?? 0,
      })
      circle.on('click', () => onPick(cluster))
      circle.bindTooltip(`${en}: ${formatHouses(count)}`, { direction: 'top' })
      return circle
    }),
  )
}

/** Measures the widths of texts in pixels. */
function measure(texts: readonly string[], font: string) {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return []
  context.font = font
  return texts.map((text) => context.measureText(text).width)
}
