/** Thrown by the guard of what a subscription pays for; its page is shown in its place. */
export class NeedsSubscription extends Error {}
