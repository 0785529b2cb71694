import { type Canvas, canvas, control, LatLngBounds, Map as LeafletMap } from 'leaflet'
import type { Area } from '#contract/place-values.ts'
import { areaAround } from './areas.ts'
import { type Cluster, MUNICIPALITY_ZOOM, PREFECTURE_ZOOM } from './group-places.ts'

export interface MapCanvases {
  map: LeafletMap
  land: Canvas
  areas: Canvas
  clusters: Canvas
}

export interface View {
  zoom: number
  area: Area
}

/** The area that the map shows if no other area is given. It contains all of the main islands. */
const JAPAN: Area = { south: 30.5, west: 128.5, north: 45.6, east: 146 }
/** The user cannot move the map beyond this area, because the map is empty there. */
const MAX_BOUNDS: Area = { south: 18, west: 115, north: 52, east: 162 }
const MIN_ZOOM = 4
/** Zoom in half steps, because half steps fit an area better than whole steps. */
const ZOOM_STEP = 0.5
const MAX_ZOOM = 15
/** The maximum zoom for a single municipality, so that its surroundings are visible too. */
const MAX_FRAME_ZOOM = 10
/**
 * The distance in pixels from a circle's edge at which a tap still selects the circle. Small
 * circles are hard to hit exactly.
 */
const TAP_TOLERANCE = 10
/** Draw beyond the map's edge by this fraction of its size, so that panning shows no gaps. */
const PADDING = 0.2
/** The space in pixels around an area, when the map is fitted to the area. */
const FRAME_PADDING = 36

interface Listeners {
  onView: (view: View) => void
  onMove: (view: View) => void
}

/**
 * Creates the map.
 * @throws if the browser has no canvas.
 */
export function createMap(place: HTMLElement, { onView, onMove }: Listeners) {
  if (!place.ownerDocument.createElement('canvas').getContext('2d')) {
    throw new Error('This browser cannot draw the map, because it has no canvas')
  }
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(place, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: toBounds(MAX_BOUNDS),
    maxBoundsViscosity: 0.8,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
    zoomSnap: ZOOM_STEP,
    wheelPxPerZoomLevel: 90,
  })
  map.addControl(control.zoom({ zoomInTitle: 'Zoom in', zoomOutTitle: 'Zoom out' }))
  const land = addCanvas(map, 'land', 150)
  const areas = addCanvas(map, 'areas', 350)
  map.on('moveend', () => {
    const view = currentView(map)
    onView(view)
    if (!framing.has(map)) onMove(view)
  })
  // A panel that opens changes the size of the map's element. Report the change to Leaflet, because
  // Leaflet does not detect it.
  const sizes = new ResizeObserver(() => byPage(map, () => map.invalidateSize({ animate: false })))
  sizes.observe(place)
  const canvases: MapCanvases = {
    map,
    land,
    areas,
    clusters: canvas({ padding: PADDING, tolerance: TAP_TOLERANCE }),
  }
  return {
    canvases,
    remove() {
      sizes.disconnect()
      map.remove()
    },
  }
}

/**
 * Adds a pane with a canvas to the map. `level` is the z-index of the pane among Leaflet's panes.
 */
function addCanvas(map: LeafletMap, pane: string, level: number) {
  map.createPane(pane).style.zIndex = String(level)
  return canvas({ pane, padding: PADDING })
}

/**
 * The maps that the page is moving now. Their move events come from the page, not from the user.
 */
const framing = new WeakSet<LeafletMap>()

function byPage(map: LeafletMap, move: () => void) {
  framing.add(map)
  move()
  framing.delete(map)
}

/** Moves the map to `area`, or to all of Japan, without an animation. */
export function frameMap(map: LeafletMap, area: Area = JAPAN) {
  byPage(map, () =>
    map.fitBounds(toBounds(area), {
      animate: false,
      maxZoom: MAX_FRAME_ZOOM,
      padding: [FRAME_PADDING, FRAME_PADDING],
    }),
  )
}

/**
 * Zooms in on a circle until it splits into the circles of its places: a region into prefectures,
 * and a prefecture into municipalities.
 */
export function openCluster(map: LeafletMap, { places }: Cluster) {
  const isRegion = map.getZoom() < PREFECTURE_ZOOM
  const least = isRegion ? PREFECTURE_ZOOM : MUNICIPALITY_ZOOM
  const most = isRegion ? MUNICIPALITY_ZOOM - ZOOM_STEP : MAX_FRAME_ZOOM
  const bounds = toBounds(areaAround(places) ?? JAPAN)
  const fitting = map.getBoundsZoom(bounds.pad(0.2))
  map.setView(bounds.getCenter(), Math.min(Math.max(fitting, least), most))
}

export function currentView(map: LeafletMap): View {
  const bounds = map.getBounds()
  return {
    zoom: map.getZoom(),
    area: {
      south: bounds.getSouth(),
      west: bounds.getWest(),
      north: bounds.getNorth(),
      east: bounds.getEast(),
    },
  }
}

export function toBounds({ south, west, north, east }: Area) {
  return new LatLngBounds([south, west], [north, east])
}
