import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { sendingForm } from '#client/api/send-file.ts'
import type { User } from '#contract/account.ts'
import * as profile from '#contract/profile.ts'
import { accountQuery } from './account.ts'
import { removeOtherSessions } from './sessions.ts'

export const changeName = mutationOptions({
  mutationFn: async (name: string, { client }) =>
    showUser(client, await call(profile.updateAccount, { name })),
})

export const changeEmail = mutationOptions({
  mutationFn: async (input: { email: string; password: string }, { client }) =>
    showUser(client, await call(profile.updateAccount, input)),
})

/** Changes the currency and the area unit in which the person sees prices and areas. */
export const changeDisplay = mutationOptions({
  mutationFn: async (input: z.input<typeof profile.updateDisplay.input>, { client }) => {
    const display = await call(profile.updateDisplay, input)
    await client.cancelQueries(accountQuery)
    client.setQueryData(accountQuery.queryKey, (known) => known && { ...known, display })
  },
})

/** Changes the password. The server then ends every other session of the account. */
export const changePassword = mutationOptions({
  mutationFn: async (input: z.input<typeof profile.changePassword.input>, { client }) => {
    await call(profile.changePassword, input)
    await removeOtherSessions(client)
  },
})

export const changeProfilePicture = mutationOptions({
  mutationFn: async (file: File, { client }) =>
    showUser(client, await call(profile.changeProfilePicture, {}, undefined, sendingForm(file))),
})

async function showUser(client: QueryClient, user: User) {
  // Cancel a running request, because its response may contain the user as it was before the
  // change.
  await client.cancelQueries(accountQuery)
  client.setQueryData(accountQuery.queryKey, (known) =>
    known?.user.id === user.id ? { ...known, user } : known,
  )
}
