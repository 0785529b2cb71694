import { OutsideIcon } from '#client/features/listings/icons.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'
import { AKIYA_BANK, searchLinks, type TownHall } from './letter/town-hall.ts'
import styles from './whom-to-ask.module.css'

/** Finds the municipality's register of vacant houses, also if no contact is known. */
export function TownHallSearch({ townHall }: { townHall: TownHall }) {
  const { english, japanese, searchWords } = townHall
  return (
    <div className={styles.search}>
      <h4 className={styles.name}>Find the register of vacant houses</h4>
      <p>
        <span>Ask the town hall</span>{' '}
        {japanese && (
          <Bilingual>
            {english === japanese ? `of ${japanese} ` : `of ${english} (${japanese}) `}
          </Bilingual>
        )}
        <span>for its register of vacant houses, the</span>{' '}
        <span lang="ja" translate="no">
          {AKIYA_BANK}
        </span>{' '}
        <span>(akiya bank).</span>
      </p>
      <ul className={styles.links}>
        {searchLinks(searchWords).map(({ name, href }) => (
          <li key={name}>
            <a className={styles.outside} href={href} target="_blank" rel="noopener noreferrer">
              <span>{name}</span>
              <OutsideIcon />
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.words} lang="ja" translate="no">
        {searchWords}
      </p>
      <Button variant="secondary" onClick={() => void copy(searchWords)}>
        Copy the Japanese name
      </Button>
    </div>
  )
}

async function copy(words: string) {
  try {
    await navigator.clipboard.writeText(words)
    showToast({ type: 'success', title: 'Copied', description: words })
  } catch {
    showToast({
      type: 'error',
      title: 'Failed to copy the name',
      description: 'Please select the Japanese name and copy it.',
    })
  }
}
