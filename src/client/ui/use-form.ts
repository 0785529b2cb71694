import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

/**
 * A form whose fields the browser holds. `schema` reads their values, and `compare` says
 * what is wrong with them together. A field's error stands until the field is edited. A schema
 * that is still to be loaded is loaded once the form is there.
 */
export function useForm<S extends z.ZodMiniObject>(
  schema: S | (() => Promise<S>),
  compare: (values: Record<string, unknown>) => Errors<S> = () => ({}),
) {
  const [errors, setErrors] = useState<Errors<S>>({})
  const isChecking = useRef(false)
  useEffect(() => void loadSchema(schema), [schema])
  const setError = (name: Name<S>, error: string | undefined) =>
    setErrors((all) => ({ ...all, [name]: error }))

  return {
    setError,

    /** What connects a field to the form. */
    field: (name: Name<S>) => ({
      name,
      error: errors[name],
      onChange: () => {
        if (errors[name]) setError(name, undefined)
      },
    }),

    /**
     * Calls `send` with the values when all are right; else shows what is wrong and goes to the first.
     * `forget` takes away what came of an earlier try, which must not stand above newer errors.
     */
    onSubmit:
      (send: (values: z.output<S>) => void, forget = () => {}) =>
      async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (isChecking.current) return
        forget()
        const form = event.currentTarget
        const values = Object.fromEntries(new FormData(form))
        isChecking.current = true
        const loaded = await loadSchema(schema)
        isChecking.current = false
        // Where its code does not come, it is for the server to say what is wrong.
        if (!loaded) return send(values as z.output<S>)
        const result = loaded.safeParse(values)
        const wrong = { ...compare(values), ...firstErrors<S>(result.error) }
        setErrors(wrong)
        const names = Object.keys(wrong)
        if (result.success && names.length === 0) send(result.data)
        else focusFirst(form, names)
      },
  }
}

async function loadSchema<S extends z.ZodMiniObject>(schema: S | (() => Promise<S>)) {
  try {
    return await (typeof schema === 'function' ? schema() : schema)
  } catch {
    return undefined
  }
}

type Name<S extends z.ZodMiniObject> = Extract<keyof z.output<S>, string>
type Errors<S extends z.ZodMiniObject> = Partial<Record<Name<S>, string>>

function firstErrors<S extends z.ZodMiniObject>(error: z.core.$ZodError | undefined) {
  const errors: Partial<Record<string, string>> = {}
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message
  // The issues of an object's schema begin with the names of its fields.
  return errors as Errors<S>
}

function focusFirst(form: HTMLFormElement, names: string[]) {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && names.includes(control.getAttribute('name') ?? '')) {
      control.focus()
      return
    }
  }
}
