/**
 * The cookie that says that somebody has signed in with this browser and has not signed out. It
 * contains no person and no right, and the server never reads it. Browsers that delete the storage
 * of a site keep the cookies that its server has set. So the login page can say why everything is
 * gone.
 */
export const SIGNED_IN_COOKIE = 'signed-in'
/** The longest lifetime that browsers accept. */
export const SIGNED_IN_COOKIE_SECONDS = 400 * 86_400
