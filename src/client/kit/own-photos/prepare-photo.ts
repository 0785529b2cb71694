import { OWN_PHOTO_SIDE_PX } from '#contract/own-photo-fields.ts'
import type { PhotoImages } from './own-photo-rows.ts'

const THUMBNAIL_SIDE_PX = 320
const QUALITY = 0.85

/** A file that this browser cannot decode. */
export class UnreadablePhoto extends Error {}

/**
 * Shrinks a photo and turns it upright. Drawing the photo again drops its metadata, such as the
 * position at which the photo was taken.
 */
export async function preparePhoto(
  file: Blob,
): Promise<PhotoImages & { width: number; height: number }> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnreadablePhoto()
  })
  try {
    const large = await draw(bitmap, OWN_PHOTO_SIDE_PX)
    const small = await draw(bitmap, THUMBNAIL_SIDE_PX)
    return { width: large.width, height: large.height, image: large.jpeg, thumbnail: small.jpeg }
  } finally {
    bitmap.close()
  }
}

async function draw(bitmap: ImageBitmap, maxSide: number) {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePhoto()
  // A JPEG has no transparency. Without a fill, transparent areas would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  )
  // Free the memory of the canvas now. Some phones allow only little memory for all canvases.
  canvas.width = 0
  if (!blob) throw new UnreadablePhoto()
  return { width, height, jpeg: await blob.arrayBuffer() }
}
