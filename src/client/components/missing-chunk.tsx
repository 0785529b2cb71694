import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureMessage, NetworkError } from '#client/api/failures.ts'
import { isChunkError, retryChunks } from '#client/browser/chunk-errors.ts'
import { Button } from '#client/ui/button.tsx'
import panel from '#client/ui/panel.module.css'
import styles from './missing-chunk.module.css'
import { reloadForChunk, reloadOrRetry } from './reload-for-chunk.ts'

/**
 * Reloads the page when `error` says that a chunk is missing and a reload may help. Returns true
 * while the page may still reload. The caller renders nothing meanwhile.
 */
export function useChunkReload(error: unknown) {
  const [settled, setSettled] = useState<unknown>()
  useEffect(() => {
    if (isChunkError(error)) void reloadForChunk(error).then(() => setSettled(error))
  }, [error])
  return isChunkError(error) && settled !== error
}

export interface MissingChunkProps {
  error: unknown
  onRetry: () => void
  /**
   * Closes the message. With `onClose`, the message floats over the page and has a close button.
   * Without `onClose`, the message replaces the missing part of the page and cannot be closed.
   */
  onClose?: () => void
}

/** Shown when a lazy chunk failed to load. Retries the load when the network returns. */
export function MissingChunk({ error, onRetry, onClose }: MissingChunkProps) {
  const mayReload = useChunkReload(error)
  useEffect(
    () => onlineManager.subscribe((isOnline) => void (isOnline && retryChunks(onRetry))),
    [onRetry],
  )

  if (!isChunkError(error)) throw error
  if (mayReload) return null
  return (
    <div className={onClose ? `${panel.panel} ${styles.over}` : panel.panel} role="alert">
      <p>
        {failureMessage(
          onlineManager.isOnline() ? error : new NetworkError(),
          'This part of the page could not be loaded. Please try again.',
        )}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => void reloadOrRetry(onRetry)}>Try Again</Button>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </div>
  )
}
