import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'

/**
 * How long printing waits for notes and photos, in milliseconds. A note or photo that takes longer
 * is missing from the print.
 */
const LONGEST_WAIT_MS = 8_000

/** Opens the browser's print dialog, which can also save a PDF. */
export function PrintButton() {
  const [isPreparing, setPreparing] = useState(false)
  async function print() {
    setPreparing(true)
    await printPage()
    setPreparing(false)
  }
  return (
    <Button variant="secondary" aria-disabled={isPreparing} onClick={() => isPreparing || print()}>
      Print or save as PDF
    </Button>
  )
}

async function printPage() {
  const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
  await Promise.race([whenReady().then(decodePhotos), waited])
  window.print()
}

/** Resolves when no part of the page is marked as loading, such as a photo. */
function whenReady() {
  return new Promise<void>((resolve) => {
    const isBusy = () => document.querySelector('main [aria-busy="true"]') !== null
    if (!isBusy()) return resolve()
    const observer = new MutationObserver(() => {
      if (isBusy()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
}

function decodePhotos() {
  const photos = [...document.querySelectorAll<HTMLImageElement>('main img')]
  return Promise.all(
    photos.map((photo) => {
      photo.loading = 'eager'
      return photo.decode().catch(() => undefined)
    }),
  )
}
