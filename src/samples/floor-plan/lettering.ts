import { lines } from '../drawing/path.ts'
import type { Point } from '../drawing/sheet.ts'

/**
 * Letters as strokes, 6 units high. The plan has no text elements, because the machine that renders
 * the plan may have no fonts.
 */
const CAPITALS: Record<string, string> = {
  A: '0,6 2,0 4,6|.7,4 3.3,4',
  B: '0,0 0,6 2.8,6 3.8,5.3 3.8,3.7 2.8,3 0,3|2.8,3 3.5,2.4 3.5,.7 2.6,0 0,0',
  C: '4,1 3,.1 1.6,0 .4,.9 0,2.2 0,3.8 .4,5.1 1.6,6 3,5.9 4,5',
  D: '0,0 0,6 2,6 3.4,5.2 4,3.8 4,2.2 3.4,.8 2,0 0,0',
  E: '3.6,0 0,0 0,6 3.6,6|0,3 2.8,3',
  F: '3.6,0 0,0 0,6|0,3 2.8,3',
  G: '4,1 3,.1 1.6,0 .4,.9 0,2.2 0,3.8 .4,5.1 1.6,6 3,5.9 4,5 4,3.3 2.4,3.3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '0,0 0,6',
  J: '2.8,0 2.8,4.7 2.1,5.8 .9,5.9 0,5',
  K: '0,0 0,6|3.8,0 0,3.6|1.3,2.4 4,6',
  L: '0,0 0,6 3.4,6',
  M: '0,6 .4,0 2.5,4 4.6,0 5,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1.4,0 2.8,0 3.9,1.2 4.2,3 3.9,4.8 2.8,6 1.4,6 .3,4.8 0,3 .3,1.2 1.4,0',
  P: '0,6 0,0 2.8,0 3.7,.8 3.7,2.6 2.8,3.4 0,3.4',
  R: '0,6 0,0 2.8,0 3.7,.8 3.7,2.4 2.8,3.2 0,3.2|1.8,3.2 4,6',
  S: '3.7,.9 2.8,0 1.2,0 .2,.8 .2,2.1 1,2.8 2.9,3.2 3.8,4 3.8,5.2 2.8,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,4.4 .6,5.6 1.8,6 2.6,6 3.6,5.5 4,4.4 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1.3,6 2.8,1.6 4.3,6 5.6,0',
  Y: '0,0 2,3 4,0|2,3 2,6',
  0: '1.3,0 2.5,0 3.5,1.2 3.8,3 3.5,4.8 2.5,6 1.3,6 .3,4.8 0,3 .3,1.2 1.3,0',
  1: '0,1.2 1.4,0 1.4,6',
  2: '.1,1.4 .8,.3 2,0 3.2,.5 3.6,1.7 3,3 0,6 3.8,6',
  3: '.2,.8 1.2,0 2.6,0 3.5,.8 3.5,2 2.6,2.8 1.4,2.8|2.6,2.8 3.7,3.7 3.7,5 2.7,6 1.1,6 0,5.1',
  4: '2.8,6 2.8,0 0,4.3 4,4.3',
  5: '3.5,0 .6,0 .3,2.7 1.8,2.2 3.2,2.7 3.8,4 3.3,5.4 2,6 .8,5.8 0,5',
  6: '3.2,0 1.6,1 .4,2.8 0,4.3 .7,5.6 1.9,6 3.1,5.6 3.8,4.3 3.2,3 2,2.5 .8,3 .1,4',
  7: '0,0 3.8,0 1.4,6',
  8: '1.9,2.8 .6,2.2 .4,.9 1.3,0 2.5,0 3.4,.9 3.2,2.2 1.9,2.8 .4,3.6 0,4.8 .9,6 2.9,6 3.8,4.8 3.4,3.6 1.9,2.8',
  9: '3.7,2 3,3 1.8,3.5 .6,3 0,1.7 .7,.4 1.9,0 3.1,.4 3.8,1.7 3.4,3.2 2.2,5 .6,6',
  '.': '0,5.9 .1,6',
  /** The superscript 2 in m². */
  '²': '0,.4 .5,0 1.2,0 1.6,.5 1.5,1.1 0,2.6 1.7,2.6',
  /**
   * The kanji in plans: 和 for a tatami room, 洋 for a Western room, 床 for an alcove. Each kanji fits
   * into a square with sides of 6 units.
   */
  和: '2.7,.5 1.2,1.1|.4,2 3.2,2|1.8,.9 1.8,5.8|1.8,2.2 .4,4.2|1.8,2.5 3,3.8|3.7,1.7 3.7,5|3.7,1.7 5.6,1.7 5.6,5|3.7,4.6 5.6,4.6',
  洋: '.5,.6 1.2,1.2|.2,2.2 .9,2.8|.3,5.5 1.3,3.8|2.8,.3 3.2,1.2|5,.3 4.4,1.2|2.1,1.6 5.8,1.6|2.4,2.9 5.4,2.9|1.8,4.2 6,4.2|3.9,1.6 3.9,6',
  床: '2.9,0 2.9,.9|.6,1 5.7,1|.9,1 .8,3.6 .2,5.8|1.6,2.8 5.6,2.8|3.5,1.7 3.5,6|3.4,2.9 2.6,4.2 1.4,5.2|3.6,2.9 4.5,4.2 5.7,5.2',
}

const GAP = 1.5
const SPACE = 2.2
const HEIGHT = 6

const GLYPHS = new Map(
  Object.entries(CAPITALS).map(([letter, drawn]) => {
    const strokes = drawn.split('|').map((stroke) => stroke.split(' ').map(toPoint))
    return [letter, { strokes, width: Math.max(...strokes.flat().map(([x]) => x)) }]
  }),
)

function toPoint(text: string): Point {
  const [x = 0, y = 0] = text.split(',').map(Number)
  return [x, y]
}

/** The width of a line of text with letters of the given height. */
export function widthOf(text: string, height: number) {
  const units = [...text].reduce(
    (sum, letter) => sum + (GLYPHS.get(letter)?.width ?? SPACE - GAP) + GAP,
    -GAP,
  )
  return (units * height) / HEIGHT
}

/** A line of text as a path of strokes, centred at `centre`. */
export function lettering(text: string, [centreX, centreY]: Point, height: number) {
  const scale = height / HEIGHT
  let left = centreX - widthOf(text, height) / 2
  const top = centreY - height / 2
  const strokes = [...text].flatMap((letter) => {
    const { strokes = [], width = SPACE - GAP } = GLYPHS.get(letter) ?? {}
    const start = left
    left += (width + GAP) * scale
    return strokes.map((stroke) =>
      stroke.map(([x, y]): Point => [start + x * scale, top + y * scale]),
    )
  })
  return lines(strokes)
}
