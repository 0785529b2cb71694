import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js'
import { type CardState, createCardField } from './card-field.ts'

type Handler<Event> = (event: Event) => unknown

export type SandboxCardElement = ReturnType<typeof createCardElement>
type CardEvent = StripeCardElementChangeEvent | { elementType: 'card' }

/**
 * A replacement for Stripe's card element. The replacement is part of the page, while Stripe's
 * element is an iframe.
 */
export function createCardElement(
  given: StripeCardElementOptions,
  { onDestroy }: { onDestroy: () => void },
) {
  const handlers = createHandlers<CardEvent>()
  let options = given
  let place: HTMLElement | null = null
  let listening = new AbortController()

  const field = createCardField((state) => {
    mark()
    handlers.emit('change', changeOf(state))
  })

  function tell(name: 'ready' | 'focus' | 'blur') {
    handlers.emit(name, { elementType: 'card' })
  }

  /** Sets Stripe's state classes, for the style of the surrounding box. */
  function mark() {
    const { isEmpty, isComplete, fault } = field.state()
    const { base, focus, empty, complete, invalid } = options.classes ?? {}
    place?.classList.add(base ?? 'StripeElement')
    place?.classList.toggle(focus ?? 'StripeElement--focus', hasFocus())
    place?.classList.toggle(empty ?? 'StripeElement--empty', isEmpty)
    place?.classList.toggle(complete ?? 'StripeElement--complete', isComplete)
    place?.classList.toggle(invalid ?? 'StripeElement--invalid', fault !== undefined)
  }

  function hasFocus() {
    return field.node.contains(document.activeElement)
  }

  function draw() {
    field.setDisabled(options.disabled ?? false)
    mark()
  }

  function listen(signal: AbortSignal) {
    let hadFocus = false
    const onFocusMove = () => {
      if (hasFocus() === hadFocus) return
      hadFocus = !hadFocus
      mark()
      tell(hadFocus ? 'focus' : 'blur')
    }
    field.node.addEventListener('focusin', onFocusMove, { signal })
    // Wait, because the focus may be moving to the next input.
    field.node.addEventListener('focusout', () => queueMicrotask(onFocusMove), { signal })
    labelOf(place)?.addEventListener('click', field.focus, { signal })
  }

  function unmount() {
    listening.abort()
    field.node.remove()
    place = null
  }

  return {
    on: handlers.on,
    off: handlers.off,

    mount(where: string | HTMLElement) {
      unmount()
      place = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where
      listening = new AbortController()
      place?.replaceChildren(field.node)
      listen(listening.signal)
      draw()
      setTimeout(() => tell('ready'))
    },

    update(changed: StripeCardElementOptions) {
      options = { ...options, ...changed }
      draw()
    },

    destroy() {
      unmount()
      field.empty()
      onDestroy()
    },

    unmount,
    focus: field.focus,

    /**
     * Shows the errors of all parts of the card. Returns the entered text, and an error if a part
     * is missing or invalid.
     */
    finish() {
      field.expectAll()
      return { text: field.read(), error: changeOf(field.state()).error }
    },
  }
}

function changeOf({ brand, isEmpty, isComplete, fault }: CardState): StripeCardElementChangeEvent {
  return {
    elementType: 'card',
    brand: brand.name,
    empty: isEmpty,
    complete: isComplete,
    error: fault && { type: 'validation_error', code: fault.code, message: fault.message },
    value: { postalCode: '' },
  }
}

function labelOf(place: HTMLElement | null) {
  return place?.id
    ? document.querySelector<HTMLElement>(`label[for="${CSS.escape(place.id)}"]`)
    : null
}

/** Event handlers by event name, as on Stripe's elements. */
function createHandlers<Event>() {
  const handlers = new Map<string, Set<Handler<Event>>>()

  function on(name: string, handler: Handler<Event>) {
    handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
  }

  /**
   * Removes `handler` from the event `name`. Without `handler`, removes all handlers of this event.
   */
  function off(name: string, handler?: Handler<Event>) {
    if (handler) handlers.get(name)?.delete(handler)
    else handlers.delete(name)
  }

  function emit(name: string, event: Event) {
    for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
  }

  return { on, off, emit }
}
