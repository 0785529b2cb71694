import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'

/**
 * A form whose fields the browser holds and whose values `schema` reads. A field's
 * error stands until the field is edited.
 */
export function useForm<S extends z.ZodMiniObject>(schema: S) {
  type Name = Extract<keyof z.output<S>, string>
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const setError = (name: Name, error: string | undefined) =>
    setErrors((all) => ({ ...all, [name]: error }))

  return {
    setError,

    /** What connects a field to the form. */
    field: (name: Name) => ({
      name,
      error: errors[name],
      onChange: () => {
        if (errors[name]) setError(name, undefined)
      },
    }),

    /** Calls `send` with the values when all are right; else shows what is wrong and goes to the first. */
    onSubmit: (send: (values: z.output<S>) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      const result = schema.safeParse(Object.fromEntries(new FormData(form)))
      if (result.success) return send(result.data)

      const wrong: Partial<Record<string, string>> = {}
      for (const { path, message } of result.error.issues) wrong[String(path[0])] ??= message
      setErrors(wrong as Partial<Record<Name, string>>)
      const first = [...form.elements].find(
        (control) => wrong[control.getAttribute('name') ?? ''] !== undefined,
      )
      if (first instanceof HTMLElement) first.focus()
    },
  }
}
