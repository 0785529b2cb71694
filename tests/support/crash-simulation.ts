import { paymentLocks } from '#server/db/schema.ts'

export type CrashSimulation = ReturnType<typeof simulateCrash>

/** Simulates a process that can crash between any two calls to the outside world. */
export function simulateCrash() {
  let left = Number.POSITIVE_INFINITY
  let hasCrashed = false

  return {
    /** The process crashes after this many more calls to the outside world. */
    crashAfter(times: number) {
      left = times
    },
    hasCrashed: () => hasCrashed,
    /**
     * Wraps an object of the outside world, such as a database. After the crash of the process,
     * calls to this object fail.
     */
    wrap<World extends object>(world: World): World {
      return new Proxy(world, {
        get(target, name) {
          if (left-- <= 0) hasCrashed = true
          const value = hasCrashed ? afterCrash(target, name) : Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    },
  }
}

/**
 * After the crash of the process, all its calls fail. Only the deletion of payment locks still
 * works, so that tests need not wait until the locks expire.
 */
function afterCrash(target: object, name: string | symbol) {
  return (table: unknown) => {
    if (name !== 'delete' || table !== paymentLocks) throw new Error('The process has crashed')
    return Reflect.get(target, name).call(target, table)
  }
}
