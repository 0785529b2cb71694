/** The squares of the test pattern, as red, green and blue. */
const COLOURS = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 70, 190],
  [230, 210, 90],
] as const
const SQUARE_PX = 16
/**
 * The largest mean difference of a colour channel after a JPEG. Noise differs by about 60, a white
 * picture by 100, and the lowest bit of a channel, which some browsers change, by less than 1.
 */
const TOLERANCE = 12

let check: Promise<boolean> | undefined

/**
 * Whether this browser gives back what was drawn on a canvas. Browsers that protect against
 * fingerprinting give noise or a white picture instead, without an error. A photo that is shrunk on
 * such a canvas would be lost.
 */
export function isCanvasExact() {
  check ??= readPatternBack().catch(() => false)
  return check
}

async function readPatternBack() {
  const side = SQUARE_PX * COLOURS.length
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = SQUARE_PX
  const context = canvas.getContext('2d')
  if (!context) return false
  for (const [index, [red, green, blue]] of COLOURS.entries()) {
    context.fillStyle = `rgb(${red} ${green} ${blue})`
    context.fillRect(index * SQUARE_PX, 0, SQUARE_PX, SQUARE_PX)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1))
  if (!blob) return false
  const bitmap = await createImageBitmap(blob)
  context.clearRect(0, 0, side, SQUARE_PX)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return COLOURS.every((colour, index) => {
    const { data } = context.getImageData(index * SQUARE_PX, 0, SQUARE_PX, SQUARE_PX)
    return colour.every((expected, channel) => meanDifference(data, channel, expected) <= TOLERANCE)
  })
}

/** The mean difference between a channel of the pixels and its expected value. */
function meanDifference(pixels: Uint8ClampedArray, channel: number, expected: number) {
  const values = Array.from(
    { length: pixels.length / 4 },
    (_, pixel) => pixels[pixel * 4 + channel] ?? 0,
  )
  const sum = values.reduce((total, value) => total + Math.abs(value - expected), 0)
  return sum / values.length
}
