import styles from './tooltips.module.css'

/** How long a pointer rests on a button before its name appears; milliseconds. */
const OPEN_DELAY = 700
/** For so long after one name the next appears at once; milliseconds. */
const SKIP_DELAY = 300

/** What shows nothing but an icon. */
const ICON_BUTTON = 'button[aria-label]:has(> svg)'

/** From now on icon buttons show their names to whoever rests on them with a pointer or comes to them by key. */
export function showTooltips() {
  // Whoever does not see it hears the name from the button itself.
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
    // In the dialog that is open, if one is: beside it, it could not be reached.
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

/** Below the button, or above where there is no room. */
function place(tooltip: HTMLElement, button: Element) {
  const { left, top, bottom, width } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tooltip
  const x = Math.min(left + (width - offsetWidth) / 2, innerWidth - offsetWidth)
  const y = bottom + offsetHeight <= innerHeight ? bottom : top - offsetHeight
  Object.assign(tooltip.style, { left: `${Math.max(0, x)}px`, top: `${y}px` })
}
