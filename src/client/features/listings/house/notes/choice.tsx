import styles from './notes.module.css'

interface ChoiceProps<Id extends string | number> {
  label: string
  options: readonly { id: Id; label: string; spoken?: string }[]
  chosen: Id | '' | undefined
  /** Null takes the choice back. */
  onChoose: (id: Id | null) => void
}

/** A choice of one or none, as buttons that a gloved thumb hits. */
export function Choice<Id extends string | number>(props: ChoiceProps<Id>) {
  const { label, options, chosen, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its buttons
    <div className={styles.choice} role="group" aria-label={label}>
      {options.map(({ id, label, spoken }) => (
        <button
          key={id}
          className={styles.option}
          type="button"
          aria-pressed={id === chosen}
          aria-label={spoken}
          onClick={() => onChoose(id === chosen ? null : id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
