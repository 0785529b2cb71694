export const PUSH_DENIED =
  'This browser blocks notifications from Engawa. Allow them in the settings of this site, beside the address.'

export const PUSH_NEEDS_HOME_SCREEN =
  'On an iPhone or iPad, notifications need Engawa on the home screen. In the Share menu, choose Add to Home Screen, then open Engawa from there.'
