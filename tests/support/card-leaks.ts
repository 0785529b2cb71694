import fs from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { isCardNumber } from '#stripe-sandbox/cards.ts'
import { readTables } from './database.ts'

/** A place where card data was found. */
interface Leak {
  where: string
  what: string
}

/**
 * Matches 13 to 19 digits, together or in groups, as in a card number. Hexadecimal digests do not
 * match.
 */
const DIGITS = /(?<![0-9a-z])\d(?:[ -]?\d){12,18}(?![0-9a-z])/gi
const PRINTING = ['debug', 'log', 'info', 'warn', 'error'] as const

/**
 * Watches what browsers and Stripe send to our server, and what is printed. Stripe's own part under
 * `/sandbox` is excluded. Call this function after `fetch` has been replaced.
 */
export function watchForCards({ db, code }: { db: Database; code: string }) {
  const leaks: Leak[] = []
  const requestedPaths = new Set<string>()
  const scan = (where: string, text: string) => {
    for (const what of cardsIn(text, code)) leaks.push({ where, what })
  }

  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'https://engawa.example')
    if (!pathname.startsWith('/sandbox/')) {
      requestedPaths.add(pathname)
      scan('address', address)
      scan('headers', JSON.stringify([...new Headers(init.headers)]))
      if (init.body) scan('body', await new Response(init.body).text())
    }
    return send(address, init)
  })
  for (const name of PRINTING) {
    const spy = vi.spyOn(console, name)
    spy.mockImplementation((...output) => scan('log', output.map(String).join(' ')))
    onTestFinished(() => spy.mockRestore())
  }
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write')
    spy.mockImplementation((output) => {
      scan('log', String(output))
      return true
    })
    onTestFinished(() => spy.mockRestore())
  }

  return {
    /** The addresses requested so far. */
    requestedPaths,
    /**
     * Every card number and security code that has been sent or printed, or is stored in a table.
     */
    async findLeaks() {
      for (const [table, text] of await readTables(db)) scan(`table ${table}`, text)
      return leaks
    },
    /** The card data in the files of a folder. */
    findInFolder(folder: string) {
      const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
      return files
        .filter((file) => file.isFile())
        .flatMap(({ parentPath, name }) =>
          cardsIn(fs.readFileSync(join(parentPath, name), 'utf8'), code),
        )
    },
  }
}

/** The card numbers in a text, and the security code if it is a separate word. */
function cardsIn(text: string, code: string) {
  const plain = `${text}\n${decoded(text)}`
  const numbers = [...plain.matchAll(DIGITS)]
    .map(([digits]) => digits.replace(/[ -]/g, ''))
    .filter(isCardNumber)
  const hasCode = new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`).test(plain)
  return [...new Set([...numbers, ...(hasCode ? [code] : [])])]
}

/** Decodes a form body or an address, in which `+` and `%20` are spaces. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
