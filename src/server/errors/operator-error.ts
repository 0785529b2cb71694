/**
 * What only the person who runs Engawa can put right. The message is the sentence they read; it
 * is shown without a stack.
 */
export class OperatorError extends Error {}

/** A command line that cannot be followed. */
export class UsageError extends OperatorError {}
