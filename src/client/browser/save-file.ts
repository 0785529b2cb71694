/**
 * How long the blob URL stays valid. Some browsers read the URL only after the person has agreed to
 * the download.
 */
const URL_LIFETIME_MS = 60_000

/** Saves a file through the browser's downloads. */
export function saveFile(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
