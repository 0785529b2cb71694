import { createFileRoute } from '@tanstack/react-router'
import type { Shared } from '#client/features/sharing/shared-link.ts'
import { SharedPage } from '#client/features/sharing/shared-page.tsx'

/** Where the device brings what other apps share with ours: the `share_target` of the manifest. */
export const Route = createFileRoute('/shared')({
  // A key that is left out would come back as it was written.
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
