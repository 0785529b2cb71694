import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  words: string
  value: number
  max: number
}

export function ProgressBar({ label, words, value, max }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      aria-label={label}
      aria-valuetext={words}
      value={value}
      max={max}
    />
  )
}
