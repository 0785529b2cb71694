import { useState } from 'react'

/**
 * Returns the parameters of the data on the screen, such as the page number. While the next page
 * loads, the screen shows the previous page, so this hook returns the previous parameters.
 * Otherwise the old rows would appear with the new page number.
 */
export function useShown<Asked>(
  asked: Asked,
  { isPlaceholderData }: { isPlaceholderData: boolean },
) {
  const [shown, setShown] = useState(asked)
  if (isPlaceholderData || shown === asked) return shown
  setShown(asked)
  return asked
}
