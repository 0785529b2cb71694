import { icon } from '#client/ui/icons.tsx'

export const BlockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m6 6 12 12" />
  </>,
)

export const UnblockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.25 2.75 2.75L16 9.5" />
  </>,
)

export const MailIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="m3.5 7 8.5 6.5L20.5 7" />
  </>,
)

export const BinIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.25 10.5v5.5M13.75 10.5v5.5" />,
)
