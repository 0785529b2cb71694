import { useState } from 'react'

/**
 * What the answer in sight was asked with: while the next one is on its way and the one before it
 * stands in, still that of the one before. Without it, old rows would stand under new numbers.
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
