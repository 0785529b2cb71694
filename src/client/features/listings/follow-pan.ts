import { type PanHandler, PanSession } from 'framer-motion'

/** Seconds that a swipe is imagined to go on by itself: a flick is short but meant. */
export const FLICK = 0.2

interface PanHandlers {
  /** Called once the pointer has moved further than a tap would. */
  onStart: PanHandler
  /** Called in each frame in which it has moved. */
  onMove: PanHandler
  onEnd: PanHandler
}

/** Follows a finger, or a pointer that is pressed, over an element. Returns how to stop. */
export function followPan(element: HTMLElement, handlers: PanHandlers) {
  let session: PanSession | undefined

  // Also of what is pressed elsewhere: with another finger it is another gesture.
  function begin(event: PointerEvent) {
    session?.end()
    const isHere = event.target instanceof Node && element.contains(event.target)
    session = isHere && event.isPrimary ? new PanSession(event, handlers) : undefined
  }
  // A browser would carry the picture off.
  const stay = (event: DragEvent) => event.preventDefault()

  addEventListener('pointerdown', begin)
  element.addEventListener('dragstart', stay)
  return () => {
    session?.end()
    removeEventListener('pointerdown', begin)
    element.removeEventListener('dragstart', stay)
  }
}
