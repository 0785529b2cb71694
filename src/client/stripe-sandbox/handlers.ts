type Handler<Event> = (event: Event) => unknown

/** Event handlers by event name, as on Stripe's elements. */
export function createHandlers<Event>() {
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
