import { type FormEvent, useState } from 'react'

/** Whether every field of a form is filled, to enable its button. */
export function useFilled(isFilledAtFirst = false) {
  const [isFilled, setFilled] = useState(isFilledAtFirst)

  return {
    isFilled,
    /** For the form element. Change events reach it after its fields. */
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const values = [...new FormData(currentTarget).values()]
      setFilled(values.every((value) => String(value).trim() !== ''))
    },
  }
}
