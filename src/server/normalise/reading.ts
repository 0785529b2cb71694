/** The result of reading a value that a person or source wrote. */
export type Reading<T> =
  | { kind: 'read'; value: T }
  /** The field states nothing. */
  | { kind: 'blank' }
  /** The text is not understood. It may still be shown. */
  | { kind: 'unread'; reason: string }
  /** The text is understood, but its value cannot be true. It must not be shown. */
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
