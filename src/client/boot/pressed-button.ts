declare global {
  interface Document {
    /** The last button pressed before the page was interactive. */
    pressed?: HTMLButtonElement | null
  }
}

/**
 * Returns the last button that the person pressed before the page was interactive. After this call,
 * presses are no longer recorded.
 */
export function takePressedButton() {
  const { pressed } = document
  window.onclick = null
  document.pressed = null
  return pressed
}
