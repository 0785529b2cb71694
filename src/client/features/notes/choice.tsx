import styles from './notes.module.css'

interface ChoiceProps<Id extends string | number> {
  label: string
  options: readonly { id: Id; label: string; spoken?: string }[]
  chosen: Id | '' | undefined
  /** Called with null when the person clears the choice by pressing the chosen option again. */
  onChoose: (id: Id | null) => void
}

/** Buttons of which at most one is chosen. They are large enough to press with gloves. */
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
