import {
  type Bounds,
  type Canvas,
  CircleMarker,
  type CircleMarkerOptions,
  type LatLngExpression,
} from 'leaflet'
import { NAME_HEIGHT, type NameOffset } from './fit-names.ts'

export const NAME_FONT = '500 12px system-ui, sans-serif'
export const numberFont = (sizePx: number) => `600 ${sizePx}px system-ui, sans-serif`

interface ClusterOptions extends CircleMarkerOptions {
  count: string
  /** The font size for drawing the text `count`, in pixels. */
  countSize: number
  name: string
  /** Where the name stands. Undefined if the name does not fit. */
  nameOffset: NameOffset | undefined
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
  _updateCircle(circle: ClusterCircle): void
}

/** The width of the outline around a name, in pixels. */
const HALO = 2

// Leaflet's types omit this internal method, which computes the area that a circle covers.
const { _updateBounds: updateCircleBounds } = CircleMarker.prototype as unknown as {
  _updateBounds(this: ClusterCircle): void
}

/** A circle on the canvas, with the number of its houses in it and its name beside it. */
export class ClusterCircle extends CircleMarker {
  declare options: ClusterOptions
  // Leaflet sets these fields when the circle is added to a map.
  declare _renderer: DrawingCanvas
  declare _point: { x: number; y: number }
  declare _pxBounds: Bounds

  constructor(place: LatLngExpression, options: ClusterOptions) {
    super(place, options)
  }

  /**
   * Leaflet redraws only inside these bounds. The bounds include the name, because parts of old
   * names would otherwise stay on the map.
   */
  _updateBounds() {
    updateCircleBounds.call(this)
    const { nameOffset, nameWidth } = this.options
    if (!nameOffset) return
    const x = this._point.x + nameOffset.x
    const y = this._point.y + nameOffset.y
    const half = { x: nameWidth / 2 + HALO, y: NAME_HEIGHT / 2 + HALO }
    this._pxBounds.extend([x - half.x, y - half.y]).extend([x + half.x, y + half.y])
  }

  /** Draws the circle. Leaflet calls this method. */
  _updatePath() {
    this._renderer._updateCircle(this)
    if (!this._renderer._drawing) return
    const { _ctx: context } = this._renderer
    const { count, countSize, name, nameOffset, textColor, nameColor, haloColor } = this.options
    const { x, y } = this._point
    context.globalAlpha = this.options.opacity ?? 1
    context.textAlign = 'center'
    context.font = numberFont(countSize)
    context.textBaseline = 'middle'
    context.fillStyle = textColor
    context.fillText(count, x, y + 0.5)
    if (nameOffset) {
      context.font = NAME_FONT
      // Draw an outline around the name, so that the name stays readable above border lines.
      context.lineWidth = HALO * 2
      context.lineJoin = 'round'
      context.strokeStyle = haloColor
      context.strokeText(name, x + nameOffset.x, y + nameOffset.y)
      context.fillStyle = nameColor
      context.fillText(name, x + nameOffset.x, y + nameOffset.y)
    }
    context.globalAlpha = 1
  }
}
