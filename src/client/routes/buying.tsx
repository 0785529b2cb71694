import { createFileRoute } from '@tanstack/react-router'
import { BuyingPage } from '#client/features/buying/buying-page.tsx'

export const Route = createFileRoute('/buying')({ component: BuyingPage })
