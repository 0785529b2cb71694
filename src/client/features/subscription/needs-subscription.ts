/** Thrown by the guard of what a subscription pays for; its page is shown in its place. */
export class NeedsSubscription extends Error {
  /** `unconfirmed`: the time that was paid for has ended, and the server could not be asked since. */
  constructor(readonly access: 'none' | 'unconfirmed') {
    super('Premium Subscription Required')
  }
}
