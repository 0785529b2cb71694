import { OWN_PHOTO_SIDE_PX } from '#contract/own-photo-fields.ts'
import { isCanvasExact } from './canvas-check.ts'
import type { PhotoImages } from './own-photo-rows.ts'

const THUMBNAIL_SIDE_PX = 320
const QUALITY = 0.85

/** A file that this browser cannot decode. */
export class UnreadablePhoto extends Error {}

export interface PreparedPhoto extends PhotoImages {
  width: number
  height: number
  /** Whether the file lacks its last bytes. The picture then shows the part that is there. */
  isCutOff: boolean
}

/**
 * Shrinks a photo and turns it upright. Drawing the photo again drops its metadata, such as the
 * position at which the photo was taken. Where the browser does not give back what was drawn, the
 * image is the untouched file. The server then turns, shrinks and cleans it.
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto> {
  const { picture, width, height, isCutOff } = await decode(file)
  try {
    if (!(await isCanvasExact())) {
      return { width, height, isCutOff, image: await file.arrayBuffer(), thumbnail: null }
    }
    const large = await draw(picture, { width, height }, OWN_PHOTO_SIDE_PX)
    const small = await draw(picture, { width, height }, THUMBNAIL_SIDE_PX)
    return {
      ...{ width: large.width, height: large.height, isCutOff },
      ...{ image: large.jpeg, thumbnail: small.jpeg },
    }
  } finally {
    if (picture instanceof ImageBitmap) picture.close()
  }
}

/**
 * Decodes a photo. `createImageBitmap` refuses a file that lacks its last bytes. An image element
 * shows such a file as far as it can be decoded.
 */
async function decode(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  )
  if (bitmap) {
    return { picture: bitmap, width: bitmap.width, height: bitmap.height, isCutOff: false }
  }
  const picture = await loadImage(file)
  const { naturalWidth: width, naturalHeight: height } = picture
  if (width === 0) throw new UnreadablePhoto()
  return { picture, width, height, isCutOff: true }
}

async function loadImage(file: Blob) {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = () => reject(new UnreadablePhoto())
      image.src = address
    })
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function draw(
  picture: ImageBitmap | HTMLImageElement,
  size: { width: number; height: number },
  maxSide: number,
) {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width * scale))
  canvas.height = Math.max(1, Math.round(size.height * scale))
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePhoto()
  // A JPEG has no transparency. Without a fill, transparent areas would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  )
  // Free the memory of the canvas now. Some phones allow only little memory for all canvases.
  canvas.width = 0
  if (!blob) throw new UnreadablePhoto()
  return { width, height, jpeg: await blob.arrayBuffer() }
}
