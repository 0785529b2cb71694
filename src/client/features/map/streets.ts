import type { GridLayer } from 'leaflet'
import { EtagMismatch, PMTiles, type Source } from 'pmtiles'
import { leafletLayer } from 'protomaps-leaflet'
import { streetSource } from '#client/streets/street-source.ts'
import { MAX_TILE_ZOOM } from '#client/streets/street-tiles.ts'

interface StreetsOptions {
  isDark: boolean
  /** Called for each part of the file that is neither kept on this device nor reachable. */
  onMissing: () => void
}

/**
 * The operator's streets, with names in English where they are known. Rejects if the file cannot be
 * read. Where a tile is missing, the outlines below stay visible.
 */
export async function streetsLayer(url: string, { isDark, onMissing }: StreetsOptions) {
  const file = new PMTiles(reporting(streetSource(url), onMissing))
  const { maxZoom } = await file.getHeader()
  const layer = leafletLayer({
    url: file,
    flavor: isDark ? 'dark' : 'light',
    lang: 'en',
    maxDataZoom: Math.min(maxZoom, MAX_TILE_ZOOM),
  })
  // A tile paints its land and sea itself. A background would cover the outlines in missing tiles.
  layer.backgroundColor = undefined
  // The cast is needed, because the package's types do not say that its layer is a Leaflet layer.
  return layer as unknown as GridLayer
}

/** Reports missing parts. The layer logs every error except an `AbortError`. */
function reporting(source: Source, onMissing: () => void): Source {
  return {
    getKey: source.getKey,
    async getBytes(...range) {
      try {
        return await source.getBytes(...range)
      } catch (error) {
        // The package reads the file again after an `EtagMismatch`, and the layer aborts tiles that
        // have left the screen.
        const isExpected = error instanceof EtagMismatch || isAbort(error)
        if (isExpected) throw error
        onMissing()
        throw new DOMException('A part of the streets is missing', 'AbortError')
      }
    },
  }
}

function isAbort(error: unknown) {
  return error instanceof DOMException && error.name === 'AbortError'
}
