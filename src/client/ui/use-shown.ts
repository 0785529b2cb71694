import { useState } from 'react'

/**
 * The parameters of the data that is on the screen. While the next page loads, they are those of
 * the previous page. Without this, old rows would have the numbers of the new page.
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
