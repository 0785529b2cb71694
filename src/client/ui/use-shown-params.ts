import { useState } from 'react'

/**
 * Returns the parameters of the data on the screen, such as the page number. While the next page
 * loads, the screen shows the previous page, so this hook returns the previous parameters.
 * Otherwise the old rows would appear with the new page number.
 */
export function useShownParams<Params>(
  requested: Params,
  { isPlaceholderData }: { isPlaceholderData: boolean },
) {
  const [shown, setShown] = useState(requested)
  if (isPlaceholderData || shown === requested) return shown
  setShown(requested)
  return requested
}
