import { createStore } from '#client/browser/listeners.ts'
import type { Stage } from './outbox.ts'

export function createChangeStages<Id extends number | string>() {
  const stages = new Map<Id, Stage>()
  const stored = new Set<Id>()
  const version = createStore(0)

  return {
    set(id: Id, stage: Stage) {
      if (stage === 'settled') stages.delete(id)
      else stages.set(id, stage)
      if (stage === 'stored') stored.add(id)
      if (stage === 'settled') stored.delete(id)
      version.set(version.current() + 1)
    },

    /**
     * Whether IndexedDB has committed the change. The journal in local storage is not enough: a
     * browser writes local storage to the disk some seconds later, and a killed browser loses it.
     */
    isStored: (id: Id) => stored.has(id),

    /** Resolves when IndexedDB has committed each of the changes that `list` returns. */
    whenStored(list: () => readonly { id: Id }[]) {
      const areStored = () => list().every(({ id }) => stored.has(id))
      return new Promise<void>((resolve) => {
        const stop = version.watch(check)
        function check() {
          if (!areStored()) return
          stop()
          resolve()
        }
        check()
      })
    },

    isRefused: (id: Id) => stages.get(id) === 'refused',

    /** A number that rises whenever a change's stage changes, so that components render again. */
    version: version.current,

    watch: version.watch,
  }
}
