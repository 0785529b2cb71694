import type { WriteStream } from 'node:tty'

const WIDTH = 30

/**
 * Draws the import's progress on one line of a terminal. Draws nothing if the output is not a
 * terminal.
 */
export function openProgressBar(terminal: WriteStream, totalBytes: number | null) {
  if (!terminal.isTTY) return { draw() {}, clear() {} }
  return {
    draw({ bytes, taken }: { bytes: number; taken: number }) {
      const count = `${taken.toLocaleString('en')} listings`
      terminal.write(`\r${totalBytes ? `${bar(bytes / totalBytes)} ` : ''}${count}\x1b[K`)
    },
    clear() {
      terminal.write('\r\x1b[K')
    },
  }
}

function bar(share: number) {
  const done = Math.min(WIDTH, Math.round(share * WIDTH))
  const percent = Math.min(100, Math.floor(share * 100))
  return `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${String(percent).padStart(3)}%`
}
