import { capitalise } from '#client/format/format.ts'
import { Tag } from '#client/ui/tag.tsx'
import type { Subscription } from '#contract/subscription.ts'

/** Statuses that are not listed have a plain badge. */
const TONES = new Map<string, 'good' | 'bad' | 'doubtful'>([
  ['active', 'good'],
  ['cancelled', 'bad'],
  ['expired', 'doubtful'],
])

export function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <Tag tone={TONES.get(status) ?? 'plain'}>{capitalise(status)}</Tag>
}
