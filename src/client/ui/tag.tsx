import { Badge } from '@chakra-ui/react/badge'
import type { ReactNode } from 'react'

const PALETTES = { good: 'good', bad: 'danger', doubtful: 'warning', plain: 'gray' }

interface TagProps {
  /**
   * What the label says about its subject: good, bad, doubtful or neutral. The colour follows from
   * it.
   */
  tone?: keyof typeof PALETTES
  children: ReactNode
}

/** A short label that names a state. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <Badge colorPalette={PALETTES[tone]}>{children}</Badge>
}
