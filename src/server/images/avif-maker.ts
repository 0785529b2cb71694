import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PhotoWidth } from '#contract/photos.ts'
import type { FromAvifProcess, ToAvifProcess } from './avif-process.ts'

const PROCESS = fileURLToPath(new URL('avif-process.mjs', import.meta.url))

export type AvifMaker = ReturnType<typeof openAvifMaker>

/**
 * Makes AVIF renditions in a child process at the lowest priority, so that all other work has
 * priority. The first rendition starts the process. Ending the process frees its memory.
 * @throws in its functions, if the process cannot make the copy.
 */
export function openAvifMaker(directory: string) {
  let child: ChildProcess | undefined

  function start() {
    const started = fork(PROCESS, [directory], { execArgv: [] })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    // Set the priority before the process starts threads. On Linux, a thread inherits the priority
    // of the thread that starts it.
    if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_LOW)
    return started
  }

  return {
    /** Makes one rendition, unless it exists. Wait for the result before the next call. */
    async make(path: string, width: PhotoWidth) {
      child ??= start()
      const { failure } = await ask(child, { path, width })
      if (!failure) return
      const { message, syscall } = failure
      throw Object.assign(new Error(message), syscall && { syscall })
    },

    /** The id of the child process. Undefined while no process runs. */
    pid: () => child?.pid,

    /** Ends the process if it runs. The next call of `make` starts a new one. */
    async end() {
      const ending = child
      if (!ending) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.disconnect()
      await ended
    },
  }
}

function ask(child: ChildProcess, request: ToAvifProcess) {
  return new Promise<FromAvifProcess>((resolve, reject) => {
    const onEnd = (reason: Error | number | null) =>
      settle(() => reject(new Error(`The process that makes AVIF copies has ended: ${reason}`)))
    const onAnswer = (answer: FromAvifProcess) => settle(() => resolve(answer))
    function settle(end: () => void) {
      child.off('message', onAnswer).off('exit', onEnd).off('error', onEnd)
      end()
    }
    child.once('message', onAnswer).once('exit', onEnd).once('error', onEnd)
    child.send(request, (error) => error && onEnd(error))
  })
}
