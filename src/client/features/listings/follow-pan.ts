import { type PanHandler, PanSession } from 'framer-motion'

/**
 * The time, in seconds, for which a swipe is assumed to continue at its last velocity. Without
 * this, a short flick could not turn the page.
 */
export const FLICK = 0.2

interface PanHandlers {
  /** Called when the pointer has moved further than in a tap. */
  onStart: PanHandler
  /** Called in each frame in which the pointer moved. */
  onMove: PanHandler
  onEnd: PanHandler
}

/**
 * Tracks pans over an element, with a finger or with a pressed mouse button. Returns the
 * unsubscribe function.
 */
export function followPan(element: HTMLElement, handlers: PanHandlers) {
  let session: PanSession | undefined

  // Listen on the whole window, because a second finger anywhere ends the pan.
  function begin(event: PointerEvent) {
    session?.end()
    const isHere = event.target instanceof Node && element.contains(event.target)
    session = isHere && event.isPrimary ? new PanSession(event, handlers) : undefined
  }
  // Keep the browser from dragging the image.
  const preventDrag = (event: DragEvent) => event.preventDefault()

  addEventListener('pointerdown', begin)
  element.addEventListener('dragstart', preventDrag)
  return () => {
    session?.end()
    removeEventListener('pointerdown', begin)
    element.removeEventListener('dragstart', preventDrag)
  }
}
