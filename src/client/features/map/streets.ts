import type { GridLayer } from 'leaflet'
import { leafletLayer } from 'protomaps-leaflet'

/**
 * The highest zoom of the tiles in usual extracts. At higher zooms, the map enlarges these tiles.
 */
const MAX_DATA_ZOOM = 13

/** The operator's streets, with names in English where they are known. */
export function streetsLayer(url: string, isDark: boolean) {
  const layer: unknown = leafletLayer({
    url,
    flavor: isDark ? 'dark' : 'light',
    lang: 'en',
    maxDataZoom: MAX_DATA_ZOOM,
  })
  // The cast is needed, because the package's types do not say that its layer is a Leaflet layer.
  return layer as GridLayer
}
