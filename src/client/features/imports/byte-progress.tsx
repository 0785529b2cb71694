import { ProgressRange, ProgressRoot, ProgressTrack } from '@chakra-ui/react/progress'
import type { ReactNode } from 'react'

interface ByteProgressProps {
  label: string
  words: string
  value: number
  max: number
  /** The text below the progress bar. */
  children: ReactNode
}

/** How many bytes of a file have been sent or read. */
export function ByteProgress({ label, words, value, max, children }: ByteProgressProps) {
  return (
    <ProgressRoot value={value} max={max}>
      <ProgressTrack aria-label={label} aria-valuetext={words}>
        <ProgressRange />
      </ProgressTrack>
      {children}
    </ProgressRoot>
  )
}
