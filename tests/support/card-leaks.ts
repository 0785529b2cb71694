import fs from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { isCardNumber } from '#stripe-sandbox/cards.ts'
import { readTables } from './database.ts'

/** Where a card was found that should be nowhere. */
interface Leak {
  where: string
  what: string
}

/** So many digits as a card has, in one piece or in groups; not those in the middle of a digest. */
const DIGITS = /(?<![0-9a-z])\d(?:[ -]?\d){12,18}(?![0-9a-z])/gi
const PRINTING = ['debug', 'log', 'info', 'warn', 'error'] as const

/**
 * Watches what our server is sent, by browsers and by Stripe, and what is printed; Stripe's own part
 * below `/sandbox` is not ours. To be called when `fetch` is what the client will use.
 */
export function watchForCards({ db, code }: { db: Database; code: string }) {
  const leaks: Leak[] = []
  const asked = new Set<string>()
  const look = (where: string, text: string) => {
    for (const what of cardsIn(text, code)) leaks.push({ where, what })
  }

  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'https://engawa.example')
    if (!pathname.startsWith('/sandbox/')) {
      asked.add(pathname)
      look('address', address)
      look('headers', JSON.stringify([...new Headers(init.headers)]))
      if (init.body) look('body', await new Response(init.body).text())
    }
    return send(address, init)
  })
  for (const name of PRINTING) {
    const spy = vi.spyOn(console, name)
    spy.mockImplementation((...said) => look('log', said.map(String).join(' ')))
    onTestFinished(() => spy.mockRestore())
  }
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write')
    spy.mockImplementation((said) => {
      look('log', String(said))
      return true
    })
    onTestFinished(() => spy.mockRestore())
  }

  return {
    /** The addresses that were asked so far. */
    asked,
    /** Every card number and security code that was seen so far, or lies in a table. */
    async found() {
      for (const [table, text] of await readTables(db)) look(`table ${table}`, text)
      return leaks
    },
    /** The same for the files of a folder. */
    foundIn(folder: string) {
      const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
      return files
        .filter((file) => file.isFile())
        .flatMap(({ parentPath, name }) =>
          cardsIn(fs.readFileSync(join(parentPath, name), 'utf8'), code),
        )
    },
  }
}

/** The card numbers in a text, and the security code where it stands by itself. */
function cardsIn(text: string, code: string) {
  const plain = `${text}\n${decoded(text)}`
  const numbers = [...plain.matchAll(DIGITS)]
    .map(([digits]) => digits.replace(/[ -]/g, ''))
    .filter(isCardNumber)
  const hasCode = new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`).test(plain)
  return [...new Set([...numbers, ...(hasCode ? [code] : [])])]
}

/** What forms and addresses write as `+` and `%20`. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
