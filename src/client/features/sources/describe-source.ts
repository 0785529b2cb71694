import { now } from '#client/browser/clock.ts'
import { formatDuration } from '#client/format/duration.ts'
import { formatNumber } from '#client/format/format.ts'
import { formatSavedAt } from '#client/format/saved-time.ts'
import type { ScheduledSource, SourceRun } from '#contract/sources.ts'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

/** When a source runs: `Every Monday at 03:00, Asia/Tokyo`. */
export function describeRhythm({ rhythm, hours, weekday, time, time_zone }: ScheduledSource) {
  switch (rhythm) {
    case 'hours':
      return hours === 1 ? 'Every hour' : `Every ${hours} hours`
    case 'daily':
      return `Every day at ${time}, ${time_zone}`
    case 'weekly':
      return `Every ${WEEKDAYS[weekday - 1]} at ${time}, ${time_zone}`
  }
}

interface State {
  label: string
  tone: 'good' | 'bad' | 'doubtful' | 'plain'
}

export function describeState({
  running_since,
  is_paused,
  failures,
  last_run,
}: ScheduledSource): State {
  if (running_since) return { label: 'Running', tone: 'good' }
  if (is_paused) return { label: 'Paused', tone: 'doubtful' }
  if (failures > 1) return { label: `Failed ${failures} times`, tone: 'bad' }
  if (failures > 0) return { label: 'Failed', tone: 'bad' }
  return last_run ? { label: 'OK', tone: 'good' } : { label: 'Not run yet', tone: 'plain' }
}

export function describeRun({ outcome, counts, failure }: SourceRun) {
  if (outcome === 'failed') return failure ?? 'Failed'
  if (outcome === 'unchanged') return 'No new file'
  if (!counts) return 'Imported'
  const { added, changed, withdrawn } = counts
  const parts = [
    added > 0 && `${formatNumber(added)} added`,
    changed > 0 && `${formatNumber(changed)} changed`,
    withdrawn > 0 && `${formatNumber(withdrawn)} withdrawn`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing changed'
}

export function formatTime(time: string) {
  return formatSavedAt(Date.parse(time), now())
}

export function describeDuration({ started_at, finished_at }: SourceRun) {
  const seconds = Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000)
  return seconds < 60 ? `${seconds} s` : formatDuration(Math.round(seconds / 60))
}
