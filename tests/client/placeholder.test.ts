import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paintPlaceholder } from '#client/features/listings/placeholder.ts'

/** The ThumbHash of a grey square. */
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
  document.body.replaceChildren()
})

function pictureOnItsWay() {
  const image = document.createElement('img')
  document.body.append(image)
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

/**
 * Waits until the code of placeholders has loaded. Then waits longer than the delay before a
 * placeholder appears.
 */
async function aWhile() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1000)
}

test('a loading photo shows its placeholder until it has loaded', async () => {
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

test('a photo that loads immediately gets no placeholder', async () => {
  const { image, arrive } = pictureOnItsWay()
  paintPlaceholder(image, THUMBHASH)
  come()
  arrive()
  await aWhile()
  expect(image.style.backgroundImage).toBe('')
})

test('a photo that was removed from the page gets no placeholder', async () => {
  const { image } = pictureOnItsWay()
  paintPlaceholder(image, THUMBHASH)
  come()
  image.remove()
  await aWhile()
  expect(image.style.backgroundImage).toBe('')
})
