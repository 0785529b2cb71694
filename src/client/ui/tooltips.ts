import styles from './tooltips.module.css'

/** How long the mouse rests on a button before its tooltip opens, in milliseconds. */
const OPEN_DELAY = 700
/**
 * If the pointer reaches another button within this many milliseconds after a tooltip has closed,
 * the next tooltip opens immediately.
 */
const SKIP_DELAY = 300

/** Matches buttons with only an icon. */
const ICON_BUTTON = 'button[aria-label]:has(> svg)'

/** Starts to show the names of icon buttons on hover and on keyboard focus. */
export function showTooltips() {
  // Hide the tooltip from screen readers, which read the button's own name.
  const tooltip = document.createElement('div')
  tooltip.className = styles.tooltip ?? ''
  tooltip.popover = 'manual'
  tooltip.ariaHidden = 'true'

  let button: Element | undefined
  let closedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(next: Element) {
    clearTimeout(timer)
    button = next
    tooltip.textContent = next.ariaLabel
    // Place the tooltip inside an open dialog, because everything outside of the dialog is inert.
    ;(next.closest('dialog') ?? document.body).append(tooltip)
    tooltip.showPopover()
    place(tooltip, next)
  }

  function close() {
    clearTimeout(timer)
    if (!button) return
    button = undefined
    closedAt = performance.now()
    tooltip.remove()
  }

  function onPointerOver({ target, pointerType }: PointerEvent) {
    if (pointerType !== 'mouse' || !(target instanceof Element) || tooltip.contains(target)) return
    const next = target.closest(ICON_BUTTON)
    if (next === button) return
    const wasOpen = button !== undefined || performance.now() - closedAt < SKIP_DELAY
    close()
    if (next) timer = setTimeout(open, wasOpen ? 0 : OPEN_DELAY, next)
  }

  function onFocus({ target }: FocusEvent) {
    close()
    if (!(target instanceof Element) || !target.matches(`${ICON_BUTTON}:focus-visible`)) return
    open(target)
  }

  addEventListener('pointerover', onPointerOver)
  addEventListener('focusin', onFocus)
  addEventListener('focusout', close)
  addEventListener('click', close)
  addEventListener('scroll', close, { capture: true, passive: true })
  addEventListener('keydown', ({ key }) => key === 'Escape' && close())
}

/** Places the tooltip below the button, or above it if there is no room below. */
function place(tooltip: HTMLElement, button: Element) {
  const { left, top, bottom, width } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tooltip
  const x = Math.min(left + (width - offsetWidth) / 2, innerWidth - offsetWidth)
  const y = bottom + offsetHeight <= innerHeight ? bottom : top - offsetHeight
  Object.assign(tooltip.style, { left: `${Math.max(0, x)}px`, top: `${y}px` })
}
