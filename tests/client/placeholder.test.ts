import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paintPlaceholder } from '#client/features/listings/placeholder.ts'

/** The ThumbHash of a grey square. */
const THUMBHASH = '3OcRJYB4d3h/iIeHeEh3eIhw+j2w'

let enterViewport = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        enterViewport = () => notify([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

function addLoadingImage() {
  const image = document.createElement('img')
  document.body.append(image)
  let isComplete = false
  Object.defineProperty(image, 'complete', { get: () => isComplete })
  return {
    image,
    finishLoading() {
      isComplete = true
      image.dispatchEvent(new Event('load'))
    },
  }
}

/**
 * Waits until the code of placeholders has loaded. Then waits longer than the delay before a
 * placeholder appears.
 */
async function waitForPlaceholder() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1000)
}

test('a loading photo shows its placeholder until it has loaded', async () => {
  const { image, finishLoading } = addLoadingImage()
  paintPlaceholder(image, THUMBHASH)
  await waitForPlaceholder()
  expect(image.style.backgroundImage).toBe('')
  enterViewport()
  await waitForPlaceholder()
  expect(image.style.backgroundImage).toMatch(/^url\("?data:image\/png/)
  finishLoading()
  expect(image.style.backgroundImage).toBe('')
})

test('a photo that loads immediately gets no placeholder', async () => {
  const { image, finishLoading } = addLoadingImage()
  paintPlaceholder(image, THUMBHASH)
  enterViewport()
  finishLoading()
  await waitForPlaceholder()
  expect(image.style.backgroundImage).toBe('')
})

test('a photo that was removed from the page gets no placeholder', async () => {
  const { image } = addLoadingImage()
  paintPlaceholder(image, THUMBHASH)
  enterViewport()
  image.remove()
  await waitForPlaceholder()
  expect(image.style.backgroundImage).toBe('')
})
