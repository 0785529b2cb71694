import { createFileRoute } from '@tanstack/react-router'
import type { Shared } from '#client/features/sharing/shared-link.ts'
import { SharedPage } from '#client/features/sharing/shared-page.tsx'

/**
 * Receives the data that people share from other apps. The manifest names this route as
 * `share_target`.
 */
export const Route = createFileRoute('/shared')({
  // Return all three keys, even with undefined values. If the result lacked a key, the router would
  // keep the unchecked value from the URL.
  validateSearch: ({ title, text, url }): Shared => ({
    title: textOf(title),
    text: textOf(text),
    url: textOf(url),
  }),
  component: () => <SharedPage shared={Route.useSearch()} />,
})

function textOf(value: unknown) {
  return typeof value === 'string' ? value : undefined
}
