import { Choice } from '#client/ui/chakra/choice.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { FORMATS, LINKS_CATEGORIES } from '#contract/imports.ts'
import styles from './import-options.module.css'

/** The import options, the same as on the command line. */
export function ImportOptions({ isOff }: { isOff: boolean }) {
  return (
    <Disclosure title="Options">
      <fieldset className={styles.fields} aria-label="How to read the file" disabled={isOff}>
        <Select label="File format" name="format" defaultValue="auto">
          <option value="auto">Detect automatically</option>
          <option value="spec">The fields of a listing</option>
          <option value="links">Data of the national akiya bank</option>
        </Select>
        <Field
          label="Data as of"
          name="as_of"
          type="date"
          hint="The date of the source's data, shown with every listing. Leave it empty if you do not know the date."
        />
        <Field
          label="Yen per US dollar"
          name="jpy_per_usd"
          inputMode="decimal"
          autoComplete="off"
          hint="For prices in yen. If empty, the server's rate applies."
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Which offers of the akiya bank are imported</legend>
          {LINKS_CATEGORIES.map((category) => (
            <Choice key={category} name="categories" value={category} on={category === 'house'}>
              {CATEGORY_NAMES[category]}
            </Choice>
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Other effects</legend>
          <Choice name="full" value="true">
            The file is complete: withdraw all other listings of the same source
          </Choice>
          <Choice name="rents" value="true">
            Import houses for rent too
          </Choice>
          <Choice name="keep_samples" value="true">
            Keep the sample houses
          </Choice>
        </fieldset>
      </fieldset>
    </Disclosure>
  )
}

export const CATEGORY_NAMES = {
  house: 'Houses',
  land: 'Land',
  commercial: 'Commercial properties',
  'rent-house': 'Houses for rent',
  'rent-land': 'Land for rent',
  'rent-commercial': 'Commercial properties for rent',
}

/** The chosen options, as the API expects them. Empty options are left out. */
export function readOptions(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  const flag = (name: string) => (form.has(name) ? ('true' as const) : undefined)
  return {
    format: FORMATS.find((format) => format === form.get('format')) ?? ('auto' as const),
    source: text('source'),
    as_of: text('as_of'),
    jpy_per_usd: text('jpy_per_usd'),
    categories: form.getAll('categories').join(',') || undefined,
    full: flag('full'),
    keep_samples: flag('keep_samples'),
    rents: flag('rents'),
  }
}
