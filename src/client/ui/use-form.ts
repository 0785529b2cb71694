import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

/** How many milliseconds a submission waits for a lazy schema. */
const SCHEMA_TIMEOUT_MS = 2_000

/**
 * An uncontrolled form. `schema` parses the values, and `compare` finds errors between fields. A
 * field's error stays until the field is edited. A lazy schema loads when the form mounts.
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

    /** Connects a field to the form. */
    field: (name: Name<S>) => ({
      name,
      error: errors[name],
      onChange: () => {
        if (errors[name]) setError(name, undefined)
      },
    }),

    /**
     * Calls `forget`, which removes the message of the previous attempt. If all values are valid,
     * calls `send` with the values. If a value is invalid, shows the errors and focuses the first
     * invalid field.
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
        const loaded = await Promise.race([loadSchema(schema), schemaTimeout()])
        isChecking.current = false
        // If the schema fails to load or takes too long, leave the validation to the server.
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

/** Resolves with undefined after `SCHEMA_TIMEOUT_MS`. */
function schemaTimeout() {
  return new Promise<undefined>((resolve) => setTimeout(resolve, SCHEMA_TIMEOUT_MS))
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
  // The cast is safe, because the path of each error begins with the name of a field.
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
