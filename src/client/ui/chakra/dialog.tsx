import {
  DialogBackdrop,
  DialogCloseTrigger,
  DialogContent,
  DialogHeader,
  DialogPositioner,
  DialogRoot,
  DialogTitle,
} from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'

declare global {
  interface Window {
    CloseWatcher?: new () => { onclose: () => void; destroy(): void }
  }
}

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /**
   * The element that takes the focus when the dialog closes. By default, the element that had the
   * focus before the dialog opened.
   */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/**
 * A modal dialog. On a phone, it is a sheet at the bottom of the screen. Pages that load without
 * Chakra use `Sheet` instead.
 */
export function Dialog({ title, isOpen, onClose, finalFocus, children }: DialogProps) {
  useCloseWatcher(isOpen, onClose)
  return (
    <DialogRoot
      open={isOpen}
      finalFocusEl={finalFocus}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <DialogBackdrop />
        <DialogPositioner>
          <DialogContent>
            <DialogHeader>
              <DialogTitle>
                <Bilingual>{title}</Bilingual>
              </DialogTitle>
              <DialogCloseTrigger aria-label="Close">
                <CloseIcon />
              </DialogCloseTrigger>
            </DialogHeader>
            {children}
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}

/**
 * Android's Back button closes the dialog, as with native dialogs. Otherwise the button would leave
 * the page.
 */
function useCloseWatcher(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || !window.CloseWatcher) return
    const watcher = new window.CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [isOpen])
}
