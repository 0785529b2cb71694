import { useSyncExternalStore } from 'react'
import { savedPhotos } from '#client/photos/saved-photos.ts'

/** What is saved of the favorites' photos; undefined until the saver has looked. */
export function useSavedPhotos() {
  return useSyncExternalStore(savedPhotos.watch, savedPhotos.current)
}
