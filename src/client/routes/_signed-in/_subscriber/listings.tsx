import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_subscriber/listings')({
  component: () => <h1>All Listings</h1>,
})
