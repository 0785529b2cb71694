/** The result of reading a value that a person or source wrote. */
export type Reading<T> =
  | { kind: 'read'; value: T }
  /** The field is empty, or its text only means "unknown". */
  | { kind: 'blank' }
  /** The text could not be parsed. Pages may show it as it is. */
  | { kind: 'unread'; reason: string }
  /** The text was parsed, but its value is impossible. Pages must not show the text. */
  | { kind: 'implausible'; reason: string }

export const BLANK = { kind: 'blank' } as const

export function read<T>(value: T): Reading<T> {
  return { kind: 'read', value }
}

export function unread(reason: string) {
  return { kind: 'unread', reason } as const
}

export function implausible(reason: string) {
  return { kind: 'implausible', reason } as const
}
