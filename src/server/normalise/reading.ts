/** What became of a value that somebody wrote. */
export type Reading<T> =
  | { kind: 'read'; value: T }
  /** Nothing is stated. */
  | { kind: 'blank' }
  /** Something is stated, but not in a way that is understood. Its text may be shown. */
  | { kind: 'unread'; reason: string }
  /** It is understood and cannot be true, so it is not shown either. */
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
