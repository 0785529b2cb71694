type Handler<Event> = (event: Event) => unknown

/** Who listens to what, by the names of the events, as on Stripe's elements. */
export function createHandlers<Event>() {
  const handlers = new Map<string, Set<Handler<Event>>>()

  function on(name: string, handler: Handler<Event>) {
    handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
  }

  /** Without a handler, nobody listens to `name` any more. */
  function off(name: string, handler?: Handler<Event>) {
    if (handler) handlers.get(name)?.delete(handler)
    else handlers.delete(name)
  }

  function emit(name: string, event: Event) {
    for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
  }

  return { on, off, emit }
}
