import { AddToHomeScreen, HomeScreen, ShareButton } from './drawings.tsx'
import styles from './steps.module.css'

/** How an app is installed by hand, in Safari on an iPhone or iPad. */
export function Steps() {
  return (
    <ol className={styles.steps}>
      <li>
        <ShareButton />
        <p>
          <strong>Tap the Share button</strong> in the bar of Safari. If it is not there, it is
          behind the three dots.
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
          <strong>Tap “Add”</strong>, and open Engawa from there. Sign in once more, then download
          your favorites.
        </p>
      </li>
    </ol>
  )
}
