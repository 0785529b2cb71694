import { useId, useState, useSyncExternalStore } from 'react'
import { iosBrowser } from '#client/browser/ios-browser.ts'
import { withStorage } from '#client/browser/storage.ts'
import { updates } from '#client/sync/updates.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { isInstalled } from '#client/ui/installed.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { AppIcon } from './drawings.tsx'
import { installPrompt } from './install-prompt.ts'
import styles from './offer.module.css'
import { Steps } from './steps.tsx'

const KEY = 'install-answered'

/**
 * Whether the person has answered the offer to install the app. The answer belongs to this device
 * and is not personal data, so it stays after signing out.
 */
const installAnswer = {
  isRecorded: () => withStorage((storage) => storage.getItem(KEY)) !== null,
  record: () => withStorage((storage) => storage.setItem(KEY, 'yes')),
}

/**
 * Offers to install the app in the way that this browser supports. Renders nothing if this browser
 * cannot install the app, or if the person declined.
 */
export default function Offer() {
  const [isOver, setOver] = useState(() => isInstalled() || installAnswer.isRecorded())
  const [isSheetOpen, setSheetOpen] = useState(false)
  const prompt = useSyncExternalStore(installPrompt.watch, installPrompt.current)
  const state = useSyncExternalStore(updates.watch, updates.state)
  const isOnline = useIsOnline()
  const titleId = useId()
  const byHand = iosBrowser(navigator)

  function end() {
    installAnswer.record()
    setOver(true)
    focusPage()
  }

  async function install() {
    if (!(await installPrompt.show())) end()
  }

  // Hide the install offer while an update message is shown in the same place. Also hide the offer
  // while the device is offline, because installing needs a network. If the installation steps are
  // open, keep them open.
  const isFree = isSheetOpen || (state === 'none' && isOnline)
  if (isOver || !isFree || !(prompt || byHand)) return null
  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <AppIcon className={styles.icon} />
      <div>
        <h2 className={styles.title} id={titleId}>
          Keep your favorites at hand
        </h2>
        <p className={styles.text}>
          From your home screen, your favorites open even without a signal.
        </p>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={end}>
          Not now
        </Button>
        {prompt ? (
          <Button onClick={() => void install()}>Install</Button>
        ) : (
          <Button onClick={() => setSheetOpen(true)}>Show me how</Button>
        )}
      </div>
      {/*
        The install offer also ends when the person closes the installation steps, because the
        person has then seen how to install the app.
      */}
      <div aria-live="off">
        <Sheet title="Add Engawa to your home screen" isOpen={isSheetOpen} onClose={end}>
          {byHand && <Steps browser={byHand} />}
        </Sheet>
      </div>
    </section>
  )
}
