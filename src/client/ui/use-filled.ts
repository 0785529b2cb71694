import { type FormEvent, useState } from 'react'

/** Tells whether every field of a form is filled, so that the form can enable its button. */
export function useFilled(isFilledAtFirst = false) {
  const [isFilled, setFilled] = useState(isFilledAtFirst)

  return {
    isFilled,
    /**
     * The listener for the form element. A change event reaches the form after the changed field.
     */
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const values = [...new FormData(currentTarget).values()]
      setFilled(values.every((value) => String(value).trim() !== ''))
    },
  }
}
