import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/free-preview')({
  component: () => <h1>Free Preview</h1>,
})
