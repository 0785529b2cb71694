import 'leaflet/dist/leaflet.css'
import type { LatLngTuple, Layer } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { useMediaQuery } from '#client/ui/media-query.ts'
import type { Area } from '#contract/place-values.ts'
import { drawArea, drawBorders, drawClusters, drawJapan, drawPrecision } from './draw-layers.ts'
import type { Cluster, MappedPlace } from './group-places.ts'
import type { Outline } from './japan.ts'
import {
  createMap,
  currentView,
  frameMap,
  type MapCanvases,
  openCluster,
  type View,
} from './leaflet-map.ts'
import { type MapColors, readColors } from './map-colors.ts'
import styles from './map-view.module.css'

const DARK = '(prefers-color-scheme: dark)'

interface MapViewProps {
  /** A description of the map for screen readers. */
  label: string
  outlines: readonly Outline[]
  /** The borders of municipalities, as lines. */
  borders: LatLngTuple[][]
  /**
   * The URL of the file with the streets. Undefined if the operator of Engawa provides no streets.
   */
  streets: string | undefined
  /**
   * Called with true when a part of the streets could not be loaded, and with false when the map
   * starts to load the streets again.
   */
  onStreetsMissing: (isMissing: boolean) => void
  clusters: readonly Cluster[]
  /**
   * The zoom level for which `clusters` were grouped. Also decides which names fit below the circles.
   */
  zoom: number
  /** The key of the circle that the user has chosen. */
  chosen: string | undefined
  /** The circle of the chosen place. Its houses lie somewhere inside the circle. */
  precision: Pick<MappedPlace, 'latitude' | 'longitude' | 'radius_km'> | undefined
  /** The searched area, drawn as a rectangle. */
  area: Area | undefined
  /** The area that the map shows first. The map moves to the area again when `frameKey` changes. */
  frame: Area | undefined
  frameKey: string
  /**
   * The circle that the map must zoom into, so that its places appear. Pass a new object to zoom
   * again.
   */
  focus: { cluster: Cluster } | undefined
  onView: (view: View) => void
  /** Called after the user has moved the map, but not after the page has moved it. */
  onMove: (view: View) => void
  onPick: (cluster: Cluster) => void
  /** Called if this browser cannot draw the map. */
  onFailure: () => void
}

/**
 * A Leaflet map on a canvas. React passes every change to Leaflet in an effect, because Leaflet
 * owns the elements. Keyboards and screen readers cannot use the canvas, so `PlacesList` offers the
 * largest circles as buttons.
 */
export function MapView(props: MapViewProps) {
  const { label, outlines, borders, streets, clusters, zoom, chosen } = props
  const { precision, area, frame, frameKey, focus } = props
  const place = useRef<HTMLElement>(null)
  const [canvases, setCanvases] = useState<MapCanvases>()
  const colors = useColors(canvases)
  // Leaflet gets the listeners only once, when the map is created. The listeners read this ref, so
  // that they use the latest props.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!place.current) return
    try {
      const created = createMap(place.current, {
        onView: (view) => latest.current.onView(view),
        onMove: (view) => latest.current.onMove(view),
      })
      setCanvases(created.canvases)
      return () => {
        setCanvases(undefined)
        created.remove()
      }
    } catch {
      latest.current.onFailure()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `frameKey` says when to frame again.
  useEffect(() => {
    if (!canvases) return
    frameMap(canvases.map, frame)
    latest.current.onView(currentView(canvases.map))
  }, [canvases, frameKey])

  useEffect(() => {
    if (canvases && focus) openCluster(canvases.map, focus.cluster)
  }, [canvases, focus])

  useStreets(canvases, streets, (isMissing) => latest.current.onStreetsMissing(isMissing))

  const areaKey = area && Object.values(area).join()
  const circleKey =
    precision && `${precision.latitude} ${precision.longitude} ${precision.radius_km}`
  useLayer(canvases, colors && ((canvases) => drawJapan(canvases, outlines, colors)), [
    outlines,
    colors,
  ])
  const hasBorders = borders.length > 0
  const hasStreets = streets !== undefined
  useLayer(
    canvases,
    colors && hasBorders
      ? (canvases) => drawBorders(canvases, borders, { hasStreets, colors })
      : undefined,
    [borders, hasStreets, colors],
  )
  useLayer(canvases, colors && area && ((canvases) => drawArea(canvases, area, colors)), [
    areaKey,
    colors,
  ])
  useLayer(
    canvases,
    colors && precision && ((canvases) => drawPrecision(canvases, precision, colors)),
    [circleKey, colors],
  )
  useLayer(
    canvases,
    colors &&
      ((canvases) =>
        drawClusters(canvases, clusters, {
          chosen,
          area,
          colors,
          onPick: (cluster) => latest.current.onPick(cluster),
        })),
    [clusters, zoom, chosen, areaKey, colors],
  )

  return <section ref={place} className={styles.map} aria-label={label} />
}

/** Adds a layer to the map. Draws the layer again when one of the values in `causes` changes. */
function useLayer(
  canvases: MapCanvases | undefined,
  draw: ((canvases: MapCanvases) => Layer) | undefined,
  causes: unknown[],
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: The caller names what it draws from.
  useEffect(() => {
    if (!canvases || !draw) return
    const layer = draw(canvases).addTo(canvases.map)
    return () => void layer.remove()
  }, [canvases, draw === undefined, ...causes])
}

/**
 * Draws the streets above the outlines of the prefectures. The streets load after the outlines.
 * Offline, the map has only the streets that are saved on this device. When the network returns,
 * opens the file again, so that the missing streets appear.
 */
function useStreets(
  canvases: MapCanvases | undefined,
  url: string | undefined,
  onStreetsMissing: (isMissing: boolean) => void,
) {
  const isDark = useMediaQuery(DARK)
  const isOnline = useIsOnline()
  const isMissing = useRef(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (isOnline && isMissing.current) setAttempt((count) => count + 1)
  }, [isOnline])
  // biome-ignore lint/correctness/useExhaustiveDependencies: The callback is new in every render.
  useEffect(() => {
    if (!canvases || !url) return
    let layer: Layer | undefined
    let isGone = false
    function setMissing(next: boolean) {
      if (isGone || isMissing.current === next) return
      isMissing.current = next
      onStreetsMissing(next)
    }
    setMissing(false)
    void import('./streets.ts')
      .then(({ streetsLayer }) => streetsLayer(url, { isDark, onMissing: () => setMissing(true) }))
      .then((streets) => {
        if (!isGone) layer = streets.addTo(canvases.map)
      })
      .catch(() => setMissing(true))
    return () => {
      isGone = true
      layer?.remove()
    }
  }, [canvases, url, isDark, attempt])
}

/**
 * The colours of the current colour scheme. A canvas must be drawn again when the scheme changes.
 */
function useColors(canvases: MapCanvases | undefined) {
  const isDark = useMediaQuery(DARK)
  const [colors, setColors] = useState<MapColors>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: The colours change with the scheme.
  useEffect(() => {
    if (canvases) setColors(readColors(canvases.map.getContainer()))
  }, [canvases, isDark])
  return colors
}
