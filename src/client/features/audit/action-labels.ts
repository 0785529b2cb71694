/**
 * The sentence that the audit log shows for each action of an administrator. `target` names the
 * user, listing or file that the action concerns.
 */
const SENTENCES: Record<string, (target: string) => string> = {
  'user.create': (target) => `Created ${target}`,
  'user.update': (target) => `Changed ${target}`,
  'user.block': (target) => `Blocked ${target}`,
  'user.unblock': (target) => `Unblocked ${target}`,
  'user.delete': (target) => `Deleted ${target}`,
  'user.remove-second-factor': (target) => `Removed the second factor of ${target}`,
  'user.reset-password': (target) => `Sent a password reset to ${target}`,
  'subscription.give': (target) => `Gave access to ${target}`,
  'subscription.dispute': (target) => `The bank of ${target} objected to a payment, or decided`,
  'subscription.refund': (target) => `Refunded a second subscription of ${target}`,
  'subscription.update': (target) => `Changed the subscription of ${target}`,
  'listing.update': (target) => `Edited the listing ${target}`,
  'listing.revert': (target) => `Undid an edit of the listing ${target}`,
  'listing.hide': (target) => `Hid the listing ${target}`,
  'listing.show': (target) => `Showed the listing ${target} again`,
  'listing.withdraw': (target) => `Withdrew the listing ${target}`,
  'listing.offer': (target) => `Offered the listing ${target} again`,
  'contact.update': (target) => `Changed the contact of ${target}`,
  'contact.import': (target) => `Imported ${target}`,
  'opt-out.set': (target) => `Hid every house of ${target}, which opted out`,
  'opt-out.end': (target) => `Ended the opt-out of ${target}`,
  'duplicate.fold': (target) => `Decided that these are the same house: ${target}`,
  'duplicate.separate': (target) => `Decided that these are different houses: ${target}`,
  'duplicate.reopen': (target) => `Undid the decision about ${target}`,
  'places.import': (target) => `Imported ${target}`,
  'import.upload': (target) => `Uploaded ${target}`,
  'import.check': (target) => `Checked the import of ${target}`,
  'import.apply': (target) => `Started to import ${target}`,
  'import.finish': (target) => `Imported ${target}`,
  'import.fail': (target) => `Could not import ${target}`,
  'import.discard': (target) => `Discarded the import of ${target}`,
  'source.create': (target) => `Scheduled the source ${target}`,
  'source.edit': (target) => `Changed the schedule of ${target}`,
  'source.delete': (target) => `Deleted the schedule of ${target}`,
  'source.run': (target) => `Started a run of ${target}`,
  'source.pause': (target) => `Paused the schedule of ${target}`,
  'source.resume': (target) => `Resumed the schedule of ${target}`,
}

/**
 * The sentence that the audit log shows for an action. For an unknown action, returns its code and
 * its target.
 */
export function sentenceFor(action: string, target: string) {
  return SENTENCES[action]?.(target) ?? `${action}: ${target}`
}

/**
 * The name of an action in the filter of the audit log. The name is the action's sentence, with
 * dots in place of the target: `Blocked …`.
 */
export function actionLabel(action: string) {
  return SENTENCES[action]?.('…') ?? action
}
