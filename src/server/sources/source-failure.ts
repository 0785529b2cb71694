/**
 * The kinds of failure of a run. Administrators get one mail for each kind, until a run succeeds
 * again.
 */
type FailureKind =
  | 'folder'
  | 'variable'
  | 'forbidden'
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'html'
  | 'size'
  | 'import'
  | 'shrunk'
  | 'bug'

/**
 * A run that did not succeed. Nothing was imported, unless the import itself was interrupted. The
 * message is a sentence for administrators.
 */
export class SourceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly importId: string | null = null,
  ) {
    super(message)
  }
}
