import type { Subscription } from '#contract/subscription.ts'
import { capitalise } from './format.ts'
import { Tag } from './ui/tag.tsx'

const TONES = { active: 'good', cancelled: 'bad', expired: 'doubtful', inactive: 'plain' } as const

export function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <Tag tone={TONES[status]}>{capitalise(status)}</Tag>
}
