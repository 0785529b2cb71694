import { configure, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToast } from '#client/ui/toast.ts'

configure({ asyncUtilTimeout: 10_000 })

test('a new toast replaces the current one', async () => {
  showToast({ type: 'success', title: 'Link copied!', duration: 600_000 })
  await screen.findByText('Link copied!')
  showToast({ type: 'error', title: 'Failed to copy link' })
  await screen.findByText('Failed to copy link')
  await waitFor(() => expect(screen.queryByText('Link copied!')).toBeNull())
})

test('the Japanese text of a toast has the language tag for Japanese', async () => {
  showToast({ type: 'success', title: 'Copied', description: '愛媛県新居浜市' })
  expect((await screen.findByText('愛媛県新居浜市')).lang).toBe('ja')
})
