/** An error that only the operator can fix. Its message is printed without a stack. */
export class OperatorError extends Error {}

/** An invalid command line. */
export class UsageError extends OperatorError {}
