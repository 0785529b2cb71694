/**
 * Whether this is Safari on an iPhone or iPad, where an app is installed by hand and the steps
 * are known. Other browsers there put a name of their own between these.
 */
export function isMobileSafari({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>) {
  // An iPad calls itself a Mac.
  const isMobile = /iPhone|iPad/.test(userAgent) || maxTouchPoints > 1
  return isMobile && /Mac OS X[^)]*\) .*Version\/\S+ (Mobile\/\S+ )?Safari\/\S+$/.test(userAgent)
}
