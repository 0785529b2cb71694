import type { GridLayer } from 'leaflet'
import { EtagMismatch, PMTiles, type Source } from 'pmtiles'
import { leafletLayer } from 'protomaps-leaflet'
import { streetSource } from '#client/streets/street-source.ts'
import { MAX_TILE_ZOOM } from '#client/streets/street-tiles.ts'

interface StreetsOptions {
  isDark: boolean
  /** Called for each part of the file that neither this device nor the network can provide. */
  onMissing: () => void
}

/**
 * A map layer that draws the streets from the file at `url`. Names are in English where an English
 * name is known. Rejects if the file cannot be read. Where a tile is missing, the outlines below
 * stay visible.
 */
export async function streetsLayer(url: string, { isDark, onMissing }: StreetsOptions) {
  const file = new PMTiles(reportMissing(streetSource(url), onMissing))
  const { maxZoom } = await file.getHeader()
  const layer = leafletLayer({
    url: file,
    flavor: isDark ? 'dark' : 'light',
    lang: 'en',
    maxDataZoom: Math.min(maxZoom, MAX_TILE_ZOOM),
  })
  // Each tile draws its own land and sea. A background would hide the outlines of missing tiles.
  layer.backgroundColor = undefined
  // The cast is needed, because the package's types do not say that its layer is a Leaflet layer.
  return layer as unknown as GridLayer
}

/**
 * Calls `onMissing` for each part that cannot be read, and then throws an `AbortError`, because the
 * layer logs every other error.
 */
function reportMissing(source: Source, onMissing: () => void): Source {
  return {
    getKey: source.getKey,
    async getBytes(...range) {
      try {
        return await source.getBytes(...range)
      } catch (error) {
        // Do not call `onMissing` for these errors, because no visible tile is missing. After an
        // `EtagMismatch`, the package reads the file again. An `AbortError` means that the layer
        // has aborted a tile that has left the screen.
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
