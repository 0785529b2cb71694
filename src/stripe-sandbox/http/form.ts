import { invalid } from '../refusals.ts'

/** Parsed form parameters: text, lists and groups. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = Record<string, FormValue>

type Branch = Map<string, string | Branch>

/** The maximum nesting of parameters. No parameter of Stripe's API is nested deeper. */
const MAX_DEPTH = 8

/** Parses `items[0][price]=x&types[]=y` into lists and groups. */
export function parseForm(encoded: string): Form {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length > MAX_DEPTH) throw invalid(`Invalid parameter: ${name.slice(0, 100)}`)
    place(root, path, value)
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, toValue(value)]))
}

function place(branch: Branch, [step = '', ...rest]: string[], value: string) {
  // An empty step, as in `types[]`, appends to a list.
  const name = step === '' ? String(branch.size) : step
  if (rest.length === 0) {
    branch.set(name, value)
    return
  }
  const next = branch.get(name) ?? new Map()
  if (typeof next === 'string') throw invalid(`Invalid parameter: ${name}`)
  branch.set(name, next)
  place(next, rest, value)
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const entries = [...value].map(([name, inner]) => [name, toValue(inner)] as const)
  const isList = entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
