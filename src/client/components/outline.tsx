import styles from './outline.module.css'

/** What screen readers read where a photo is missing. */
export const NO_IMAGE = 'No Image Available'

interface OutlineProps {
  /** The English name of the prefecture. */
  prefecture: string
  /**
   * The position of the dot that marks the place, such as `43.2 51`. If undefined, the outline has
   * no dot.
   */
  spot: string | undefined
  /**
   * The text for screen readers. The default text suits an outline that replaces a missing photo.
   */
  label?: string | undefined
}

export function Outline({ prefecture, spot, label = NO_IMAGE }: OutlineProps) {
  return (
    <svg className={styles.outline} viewBox="-4 -4 108 108" role="img" aria-label={label}>
      <use href={`/outlines.svg#${prefecture}`} />
      {spot && <path className={styles.spot} d={`M${spot}h0`} />}
    </svg>
  )
}
