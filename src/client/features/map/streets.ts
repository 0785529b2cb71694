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
 * name is known. Rejects if the file cannot be read. Where a tile of the streets is missing, the
 * outlines of the prefectures stay visible.
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
  // Give the layer of streets no background, because each tile draws its own land and sea. A
  // background would cover the outlines of the prefectures where a tile is missing.
  layer.backgroundColor = undefined
  // The cast is needed, because the types of `protomaps-leaflet` do not say that its layer is a
  // Leaflet layer.
  return layer as unknown as GridLayer
}

/**
 * Calls `onMissing` for each part of the file that cannot be read, and then throws an `AbortError`.
 * The layer logs all errors except an `AbortError`.
 */
function reportMissing(source: Source, onMissing: () => void): Source {
  return {
    getKey: source.getKey,
    async getBytes(...range) {
      try {
        return await source.getBytes(...range)
      } catch (error) {
        // These errors are expected, so do not call `onMissing`. After an `EtagMismatch`, the
        // package `pmtiles` reads the file again. An `AbortError` means that the layer no longer
        // needs the tile, because the tile has left the screen.
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
