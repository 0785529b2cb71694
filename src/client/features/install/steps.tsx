import type { IosBrowser } from '#client/browser/ios-browser.ts'
import { AddToHomeScreen, HomeScreen, ShareButton, ShareSign } from './drawings.tsx'
import styles from './steps.module.css'

/** The steps to install the app by hand on an iPhone or iPad. */
export function Steps({ browser }: { browser: IosBrowser }) {
  return (
    <ol className={styles.steps}>
      <li>
        {browser === 'Safari' ? <ShareButton /> : <ShareSign />}
        <p>
          <WayToShare browser={browser} />
        </p>
      </li>
      <li>
        <AddToHomeScreen />
        <p>
          <strong>Choose “Add to Home Screen”</strong>, further down in the list.
        </p>
      </li>
      <li>
        <HomeScreen />
        <p>
          <strong>Tap “Add”</strong>, and open Engawa from your home screen. Sign in once more, then
          save your favorites for offline.
        </p>
      </li>
    </ol>
  )
}

function WayToShare({ browser }: { browser: IosBrowser }) {
  switch (browser) {
    case 'Safari':
      return (
        <>
          <strong>Tap the Share button</strong>{' '}
          <span>in the bar of Safari. If you do not see it, tap the three dots first.</span>
        </>
      )
    case 'Chrome':
      return (
        <>
          <strong>Tap the Share button</strong>{' '}
          <span>beside the address. If you do not see it, tap the three dots first.</span>
        </>
      )
    case 'Firefox':
    case 'Edge':
      return (
        <>
          <strong>{`Open the menu of ${browser}`}</strong>
          <span>, behind three lines or three dots, and tap “Share”.</span>
        </>
      )
  }
}
