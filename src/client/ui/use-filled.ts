import { type FormEvent, useState } from 'react'

/** Tells whether every field of a form is filled, so that the form can enable its button. */
export function useFilled(isFilledAtFirst = false) {
  const [isFilled, setFilled] = useState(isFilledAtFirst)

  return {
    isFilled,
    /**
     * The change listener of the form element. The changed field handles the event first, so this
     * listener reads the field's final value.
     */
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const values = [...new FormData(currentTarget).values()]
      setFilled(values.every((value) => String(value).trim() !== ''))
    },
  }
}
