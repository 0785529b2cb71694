import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useForm } from '#client/ui/use-form.ts'

const Schema = z.object({ email: z.string() })
const hanging = () => new Promise<typeof Schema>(() => {})

test('if the code that validates a form does not load, the form is sent without validation', async () => {
  const send = vi.fn()
  function Form() {
    const { onSubmit } = useForm(hanging)
    return (
      <form onSubmit={onSubmit(send)}>
        <input name="email" defaultValue="ana@example.com" />
        <button type="submit">Send</button>
      </form>
    )
  }
  render(<Form />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ email: 'ana@example.com' }), {
    timeout: 10_000,
  })
})
