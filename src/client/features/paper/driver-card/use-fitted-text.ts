import { useLayoutEffect, useRef } from 'react'

/** The largest font size, in pixels. Larger text would not be easier to read. */
const LARGEST = 160
/**
 * The smallest font size, in pixels. Smaller text cannot be read at arm's length. If the text does
 * not fit at this size, the person can scroll the box.
 */
const SMALLEST = 24

/**
 * Gives the text in a box the largest font size that fits. Adjusts the font size when the size of
 * the box changes. The size of the box must not depend on its text.
 */
export function useFittedText(text: string) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another size.
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const refit = () => fitText(current)
    refit()
    const observer = new ResizeObserver(refit)
    observer.observe(current)
    return () => observer.disconnect()
  }, [text])
  return box
}

function fitText(box: HTMLElement) {
  let [low, high] = [SMALLEST, LARGEST]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    box.style.fontSize = `${middle}px`
    const isTooLarge = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth
    if (isTooLarge) high = middle - 1
    else low = middle
  }
  box.style.fontSize = `${low}px`
}
