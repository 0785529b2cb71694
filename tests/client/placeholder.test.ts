import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paintPlaceholder } from '#client/features/listings/placeholder.ts'

/** Of a grey square. */
const THUMBHASH = '3OcRJYB4d3h/iIeHeEh3eIhw+j2w'

let come = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function pictureOnItsWay() {
  const image = document.createElement('img')
  let isComplete = false
  Object.defineProperty(image, 'complete', { get: () => isComplete })
  return {
    image,
    arrive() {
      isComplete = true
      image.dispatchEvent(new Event('load'))
    },
  }
}

/** More than any wait for a photo, and until the code of the likeness is there. */
async function aWhile() {
  await vi.advanceTimersByTimeAsync(1000)
  await vi.dynamicImportSettled()
}

test('a photo that is awaited is stood in for by its likeness, until it is there', async () => {
  const { image, arrive } = pictureOnItsWay()
  paintPlaceholder(image, THUMBHASH)
  await aWhile()
  expect(image.style.backgroundImage).toBe('')
  come()
  await aWhile()
  expect(image.style.backgroundImage).toMatch(/^url\("?data:image\/png/)
  arrive()
  expect(image.style.backgroundImage).toBe('')
})

test('a photo that is there as soon as it is seen gets no likeness', async () => {
  const { image, arrive } = pictureOnItsWay()
  paintPlaceholder(image, THUMBHASH)
  come()
  arrive()
  await aWhile()
  expect(image.style.backgroundImage).toBe('')
})

test('a photo that has left the page gets no likeness', async () => {
  const { image } = pictureOnItsWay()
  const stop = paintPlaceholder(image, THUMBHASH)
  come()
  stop()
  await aWhile()
  expect(image.style.backgroundImage).toBe('')
})
