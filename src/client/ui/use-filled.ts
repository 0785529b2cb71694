import { type FormEvent, useState } from 'react'

/** Whether every field of a form has something in it, for a button that needs that. */
export function useFilled(isFilledAtFirst = false) {
  const [isFilled, setFilled] = useState(isFilledAtFirst)

  return {
    isFilled,
    /** For the form: it hears the changes of its fields after they do. */
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const values = [...new FormData(currentTarget).values()]
      setFilled(values.every((value) => String(value).trim() !== ''))
    },
  }
}
