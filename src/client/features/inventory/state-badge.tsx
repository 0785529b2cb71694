import { capitalise } from '#client/format/format.ts'
import { Tag } from '#client/ui/tag.tsx'
import type { InventoryState } from '#contract/inventory.ts'
import styles from './state-badge.module.css'

const TONES = { offered: 'good', withdrawn: 'doubtful', hidden: 'bad' } as const

interface StateBadgeProps {
  state: InventoryState
  isEdited: boolean
}

export function StateBadge({ state, isEdited }: StateBadgeProps) {
  return (
    <span className={styles.badges}>
      <Tag tone={TONES[state]}>{capitalise(state)}</Tag>
      {isEdited && <Tag>Edited</Tag>}
    </span>
  )
}
