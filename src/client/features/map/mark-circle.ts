import {
  type Bounds,
  type Canvas,
  CircleMarker,
  type CircleMarkerOptions,
  type LatLngExpression,
} from 'leaflet'
import { NAME_GAP, NAME_HEIGHT } from './fit-names.ts'

export const NAME_FONT = '500 12px system-ui, sans-serif'
export const numberFont = (sizePx: number) => `600 ${sizePx}px system-ui, sans-serif`

interface MarkOptions extends CircleMarkerOptions {
  count: string
  /** The font size for drawing the text `count`, in pixels. */
  countSize: number
  /** The name below the circle. Empty if the name does not fit. */
  name: string
  /** The width of the name in pixels. */
  nameWidth: number
  textColor: string
  nameColor: string
  haloColor: string
}

/** The internals of Leaflet's canvas that draw a circle. Leaflet's types omit them. */
interface DrawingCanvas extends Canvas {
  _ctx: CanvasRenderingContext2D
  /** True while the canvas redraws. Layers may draw only during this time. */
  _drawing: boolean
  _updateCircle(circle: MarkCircle): void
}

/** The width of the outline around a name, in pixels. */
const HALO = 2

// Leaflet's types omit this internal method, which computes the area that a circle covers.
const { _updateBounds: updateCircleBounds } = CircleMarker.prototype as unknown as {
  _updateBounds(this: MarkCircle): void
}

/** A circle on the canvas, with the number of its houses in it and its name below. */
export class MarkCircle extends CircleMarker {
  declare options: MarkOptions
  // Leaflet sets these fields when the circle is added to a map.
  declare _renderer: DrawingCanvas
  declare _point: { x: number; y: number }
  declare _pxBounds: Bounds

  constructor(place: LatLngExpression, options: MarkOptions) {
    super(place, options)
  }

  /**
   * Leaflet redraws only inside these bounds. The bounds include the name below the circle, because
   * parts of old names would otherwise stay on the map.
   */
  _updateBounds() {
    updateCircleBounds.call(this)
    const { x, y } = this._point
    const half = this.options.nameWidth / 2 + HALO
    const bottom = y + this.getRadius() + NAME_GAP + NAME_HEIGHT + HALO
    this._pxBounds.extend([x - half, y]).extend([x + half, bottom])
  }

  /** Draws the circle. Leaflet calls this method. */
  _updatePath() {
    this._renderer._updateCircle(this)
    if (!this._renderer._drawing) return
    const { _ctx: context } = this._renderer
    const { count, countSize, name, textColor, nameColor, haloColor } = this.options
    const { x, y } = this._point
    context.globalAlpha = this.options.opacity ?? 1
    context.textAlign = 'center'
    context.font = numberFont(countSize)
    context.textBaseline = 'middle'
    context.fillStyle = textColor
    context.fillText(count, x, y + 0.5)
    if (name) {
      context.font = NAME_FONT
      context.textBaseline = 'top'
      // Draw an outline around the name, so that the name stays readable above border lines.
      context.lineWidth = HALO * 2
      context.lineJoin = 'round'
      context.strokeStyle = haloColor
      context.strokeText(name, x, y + this.getRadius() + NAME_GAP)
      context.fillStyle = nameColor
      context.fillText(name, x, y + this.getRadius() + NAME_GAP)
    }
    context.globalAlpha = 1
  }
}
