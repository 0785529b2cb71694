import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOnWifi } from '#client/browser/metered.ts'
import { photoSpaceQuery } from '#client/data/own-photos.ts'
import { formatMegabytes, formatSize } from '#client/format/sizes.ts'
import { photoQueue } from '#client/notes/own-photos/photo-queue.ts'
import { wifiOnly } from '#client/notes/own-photos/wifi-only.ts'
import notes from '../notes.module.css'
import { bytesOf, describeWaiting } from './describe-waiting.ts'
import styles from './own-photos.module.css'

/**
 * If the photos take more than this share of the account's quota, a warning says how much space
 * they take.
 */
const NEARLY_FULL = 0.8

/** The name of the partner who sees the photos of a house. Null if only the person sees them. */
export type SharedWith = string | null

interface UploadStateProps {
  /** The record with the notes of the house. */
  record: string
  hasPhotos: boolean
  sharedWith: SharedWith
}

/** Says how many photos are not sent yet, and warns when the photos nearly fill the quota. */
export function UploadState({ record, hasPhotos, sharedWith }: UploadStateProps) {
  const queue = useSyncExternalStore(photoQueue.watch, photoQueue.get)
  const { isRead, waiting, sent, pause, refusal } = queue
  const { data: space } = useQuery({ ...photoSpaceQuery, enabled: hasPhotos })
  const left = bytesOf(waiting)
  const used = (space?.used_bytes ?? 0) + left
  const whoSees = sharedWith ? `${sharedWith} sees your photos.` : 'Only you see your photos.'
  const isNearlyFull = space !== undefined && used > NEARLY_FULL * space.quota_bytes
  return (
    <>
      <p className="caption">
        {/* Screen readers announce only the upload progress, not who sees the photos. */}
        <span role="status">{sayProgress()}</span> <span>{waiting.length === 0 && whoSees}</span>
      </p>
      {refusal && waiting.length > 0 && (
        <p className={notes.warning} role="alert">
          {refusal}
        </p>
      )}
      {isNearlyFull && (
        <p
          className={notes.warning}
        >{`Your photos take ${formatMegabytes(used)} of the ${formatMegabytes(space.quota_bytes)} that your account can keep.`}</p>
      )}
      {hasPhotos && <WifiOnly />}
    </>
  )

  function sayProgress() {
    if (waiting.length === 0) return isRead && hasPhotos && 'All photos are sent.'
    const saved = describeWaiting(waiting, record)
    if (pause === 'offline') return `${saved} Sending starts when you’re back online.`
    if (pause === 'wifi') return `${saved} Sending starts when you’re on Wi-Fi.`
    if (pause === 'full') return saved
    return `${sent} of ${sent + waiting.length} sent, ${formatSize(left)} left`
  }
}

/** The setting to send photos on Wi-Fi only. Each device has its own setting. */
function WifiOnly() {
  const isOn = useSyncExternalStore(wifiOnly.watch, wifiOnly.get)
  if (isOnWifi() === undefined) {
    return (
      <p className="caption">
        This browser doesn’t say whether you’re on Wi-Fi, so photos are sent on any network.
      </p>
    )
  }
  return (
    <label className={styles.setting}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => wifiOnly.set(target.checked)}
      />
      Send photos on Wi-Fi only
    </label>
  )
}
