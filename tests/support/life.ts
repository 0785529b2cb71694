import { paymentLocks } from '#server/db/schema.ts'

export type Life = ReturnType<typeof openLife>

/** The life of a process, which can end between any two things it does outside of itself. */
export function openLife() {
  let left = Number.POSITIVE_INFINITY
  let isOver = false

  return {
    /** Ends it when it has turned to the outside world so many times more. */
    endAfter(times: number) {
      left = times
    },
    isOver: () => isOver,
    /** The outside world, such as a database, as long as the process lives. */
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

/** Nothing is done any more; but the locks of the dead run out, for which nobody waits here. */
function afterDeath(target: object, name: string | symbol) {
  return (table: unknown) => {
    if (name !== 'delete' || table !== paymentLocks) throw new Error('The process is dead')
    return Reflect.get(target, name).call(target, table)
  }
}
