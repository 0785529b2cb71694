import { showToast } from './toast.ts'

/**
 * How long the blob URL stays valid. Some browsers read the URL only after the person has agreed to
 * the download.
 */
const URL_LIFETIME_MS = 60_000

/**
 * Saves a file: through the share sheet in the installed app on iOS, which loses downloads, and
 * otherwise through the browser's downloads. Resolves with whether the file has left the app. If the
 * person closes the share sheet, there is nothing to say.
 */
export async function saveFile(file: File) {
  if (!isInstalledOnIos() || !navigator.canShare?.({ files: [file] })) {
    download(file)
    return true
  }
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError'
    // iOS opens the share sheet only shortly after a tap. Preparing the file may take longer.
    if (!isClosed) offerAgain(file)
    return false
  }
}

/** Only the Safari engine of iOS has `navigator.standalone`. */
function isInstalledOnIos() {
  return 'standalone' in navigator && navigator.standalone === true
}

/** Shows a button, whose tap may open the share sheet. */
function offerAgain(file: File) {
  showToast({
    type: 'info',
    title: 'The file is ready',
    description: file.name,
    duration: Number.POSITIVE_INFINITY,
    action: { label: 'Save file', onClick: () => void saveFile(file) },
  })
}

function download(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
