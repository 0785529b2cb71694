import { paymentLocks } from '#server/db/schema.ts'

export type Life = ReturnType<typeof openLife>

/** Simulates a process that can die between any two calls to the outside world. */
export function openLife() {
  let left = Number.POSITIVE_INFINITY
  let isOver = false

  return {
    /** The process dies after this many more calls to the outside world. */
    endAfter(times: number) {
      left = times
    },
    isOver: () => isOver,
    /**
     * Wraps an object of the outside world, such as a database. After the death of the process,
     * calls to this object fail.
     */
    of<World extends object>(world: World): World {
      return new Proxy(world, {
        get(target, name) {
          if (left-- <= 0) isOver = true
          const value = isOver ? afterDeath(target, name) : Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    },
  }
}

/**
 * After the death of the process, all its calls fail. Only the deletion of payment locks still
 * works, so that tests need not wait until the locks expire.
 */
function afterDeath(target: object, name: string | symbol) {
  return (table: unknown) => {
    if (name !== 'delete' || table !== paymentLocks) throw new Error('The process is dead')
    return Reflect.get(target, name).call(target, table)
  }
}
