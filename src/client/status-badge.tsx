import type { Subscription } from '#contract/subscription.ts'
import { capitalise } from './format.ts'
import { Tag } from './ui/tag.tsx'

/** Every other status has a plain badge. */
const TONES = new Map<string, 'good' | 'bad' | 'doubtful'>([
  ['active', 'good'],
  ['cancelled', 'bad'],
  ['expired', 'doubtful'],
])

export function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <Tag tone={TONES.get(status) ?? 'plain'}>{capitalise(status)}</Tag>
}
