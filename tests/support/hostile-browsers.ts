/*
 * Scripts that run before a page's own scripts, and make Chromium behave like a browser in which
 * something fails without an error. Playwright runs each function in the page, so a function cannot
 * use imports or variables of this module.
 */

declare global {
  interface Window {
    /** The connections to IndexedDB that the page has opened. */
    openConnections?: Set<IDBDatabase>
    /** The files that the page passed to the share sheet, by name. */
    sharedFiles?: string[]
    /** The downloads that an installed app on iOS would have lost, by name. */
    lostDownloads?: string[]
  }
}

/** Lets a test close all connections to IndexedDB without an event, as iOS does. */
export function trackConnections() {
  const connections = new Set<IDBDatabase>()
  window.openConnections = connections
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...request) {
    connections.add(this)
    return transaction.apply(this, request)
  }
}

export function closeConnections() {
  for (const connection of window.openConnections ?? []) connection.close()
  window.openConnections?.clear()
}

/** The kinds of pixels that a protected canvas gives back: any colours, or the right ones ± 1. */
export type CanvasNoise = 'static' | 'faint'

/** Falsifies every picture that is read from a canvas, as a protection against fingerprinting does. */
export function protectCanvas(noise: CanvasNoise) {
  const read = CanvasRenderingContext2D.prototype.getImageData
  const encode = HTMLCanvasElement.prototype.toBlob
  function falsify({ data }: ImageData) {
    for (let at = 0; at < data.length; at += 1) {
      if (at % 4 === 3) continue
      data[at] = noise === 'static' ? Math.floor(Math.random() * 256) : (data[at] ?? 0) ^ 1
    }
  }
  CanvasRenderingContext2D.prototype.getImageData = function (...area) {
    const pixels = read.apply(this, area)
    falsify(pixels)
    return pixels
  }
  HTMLCanvasElement.prototype.toBlob = function (...options) {
    const context = this.getContext('2d')
    if (context && this.width > 0) {
      context.putImageData(context.getImageData(0, 0, this.width, this.height), 0, 0)
    }
    encode.apply(this, options)
  }
}

/**
 * Makes the page an installed app on iOS, which loses downloads. `answer` is what happens to the
 * share sheet: the person chooses an app, closes the sheet, or iOS refuses because the tap was too
 * long ago.
 */
export function loseDownloads() {
  Object.defineProperty(navigator, 'standalone', { value: true })
  const shared: string[] = []
  const lost: string[] = []
  Object.assign(window, { sharedFiles: shared, lostDownloads: lost })
  Object.defineProperty(navigator, 'canShare', { value: () => true })
  Object.defineProperty(navigator, 'share', {
    value: async ({ files = [] }: ShareData) => {
      shared.push(...files.map(({ name }) => name))
    },
  })
  HTMLAnchorElement.prototype.click = function () {
    lost.push(this.download)
  }
}
