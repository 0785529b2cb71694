import type { ComponentProps } from 'react'
import styles from './drawings.module.css'

export function AppIcon(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 512 512" aria-hidden="true" focusable="false" {...props}>
      <rect className={styles.ground} width="512" height="512" rx="114" />
      <path
        className={styles.posts}
        d="M70 146h372M134 154v166M378 154v166M70 324h372M104 390h304"
      />
      <circle className={styles.sun} cx="281" cy="236" r="43" />
    </svg>
  )
}

/** Safari's bottom bar on an iPhone, with a ring around the Share button. */
export function ShareButton() {
  return (
    <Drawing>
      <path className={styles.phone} d="M14 0v78a12 12 0 0 0 12 12h68a12 12 0 0 0 12-12V0" />
      <path className={styles.faint} d="M26 8h68M26 18h48M26 28h58" />
      <rect className={styles.bar} x="22" y="40" width="76" height="14" rx="7" />
      <path className={styles.faint} d="m30 66-5 5 5 5M42 66l5 5-5 5M90 66v10M80 66v10" />
      <circle className={styles.ring} cx="61" cy="71" r="14" />
      <path className={styles.glyph} d="M56 68h-2v10h14V68h-2M61 74V62m-4 4 4-4 4 4" />
    </Drawing>
  )
}

/** The Share symbol alone, for browsers that show the button in another place than Safari. */
export function ShareSign() {
  return (
    <Drawing>
      <circle className={styles.ring} cx="60" cy="46" r="24" />
      <path className={styles.line} d="M51 41h-4v19h26V41h-4M60 52V29m-7 7 7-7 7 7" />
    </Drawing>
  )
}

/** The menu of the Share button, with a ring around the item that the person should choose. */
export function AddToHomeScreen() {
  return (
    <Drawing>
      <path className={styles.phone} d="M14 90V20A12 12 0 0 1 26 8h68a12 12 0 0 1 12 12v70" />
      <path className={styles.faint} d="M28 24h44M28 40h36M28 80h40" />
      <path className={styles.faint} d="M86 20h8v8h-8zM86 36h8v8h-8zM86 76h8v8h-8z" />
      <rect className={styles.ring} x="19" y="50" width="82" height="20" rx="6" />
      <path className={styles.line} d="M28 60h44" />
      <path className={styles.glyph} d="M83 53h14v14H83zM90 56.500v7M86.500 60h7" />
    </Drawing>
  )
}

/** A home screen with this app among others. */
export function HomeScreen() {
  return (
    <Drawing>
      <path className={styles.phone} d="M14 90V20A12 12 0 0 1 26 8h68a12 12 0 0 1 12 12v70" />
      <path
        className={styles.apps}
        d="M26 20h16v16H26zM78 20h16v16H78zM26 46h16v16H26zM78 46h16v16H78zM26 72h16v16H26zM52 20h16v16H52zM52 72h16v16H52z"
      />
      <AppIcon x="47" y="41" width="26" height="26" />
    </Drawing>
  )
}

function Drawing(props: ComponentProps<'svg'>) {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 120 92"
      aria-hidden="true"
      focusable="false"
      {...props}
    />
  )
}
