import { useState } from 'react'

/**
 * The parameters of the data on the screen. While the next page loads, these are still the old
 * ones. Without this, old rows would have new page numbers.
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
