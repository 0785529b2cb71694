import { icon } from '#client/ui/icons.tsx'

export const PhotosIcon = icon(
  <>
    <rect x="3" y="7" width="14" height="12" rx="1.5" />
    <path d="M7 4h12.5a1.5 1.5 0 0 1 1.5 1.5V15M3.5 16.5l4-4 3 3 2.5-2.5 3.5 3.5" />
  </>,
)

export const FiltersIcon = icon(
  <>
    <path d="M4 7h9m5 0h2M4 17h2m5 0h9" />
    <circle cx="15.5" cy="7" r="2.25" />
    <circle cx="8.5" cy="17" r="2.25" />
  </>,
)

export const ListIcon = icon(
  <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5" />,
)

export const LinkIcon = icon(
  <>
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1" />
    <path d="M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />
  </>,
)

export const ShareIcon = icon(
  <>
    <path d="M12 15V4m-4 3.5L12 4l4 3.5" />
    <path d="M7 11H6a1 1 0 0 0-1 1v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7a1 1 0 0 0-1-1h-1" />
  </>,
)

export const OutsideIcon = icon(
  <>
    <path d="M13.5 5H19v5.5M19 5l-8 8" />
    <path d="M10 6.5H6a1 1 0 0 0-1 1V18a1 1 0 0 0 1 1h10.5a1 1 0 0 0 1-1v-4" />
  </>,
)

export const PreviousIcon = icon(<path d="M14.5 5.5 8 12l6.5 6.5" />)

export const NextIcon = icon(<path d="M9.5 5.5 16 12l-6.5 6.5" />)
