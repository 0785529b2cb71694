/** The only subscription plan. */
export const PREMIUM_PLAN = {
  name: 'premium',
  price_cents: 2000,
  currency: 'usd',
  interval: 'month',
  benefits: [
    'Access to all listings',
    'High-quality property images',
    'Detailed property information',
    'Cancel anytime',
  ],
} as const
