import { Fragment } from 'react'
import styles from './japanese-address.module.css'
import { addressUnits } from './where/address-units.ts'

/**
 * An address in Japanese whose lines break between its names and numbers. A name that is longer than
 * the line still breaks inside.
 */
export function JapaneseAddress({ children: address }: { children: string }) {
  return (
    <p className={styles.address} lang="ja" translate="no">
      {addressUnits(address).map((unit, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two units may be equal.
        <Fragment key={at}>
          <span>{unit}</span>
          <wbr />
        </Fragment>
      ))}
    </p>
  )
}
