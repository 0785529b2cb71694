import type { ComponentProps, ReactNode } from 'react'

/** Decorative line icons in the size of the text. */

type IconProps = ComponentProps<'svg'>

export function Icon({ children, ...props }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...props}
    >
      {children}
    </svg>
  )
}

export function icon(drawing: ReactNode) {
  return (props: IconProps) => <Icon {...props}>{drawing}</Icon>
}

export const HouseIcon = icon(
  <>
    <path d="M2.5 11 12 4l9.5 7" />
    <path d="M5 10.5V20h14v-9.5M9.5 20v-6h5v6" />
  </>,
)

export const HeartIcon = icon(
  <path d="M12 20.25 4.6 12.9a4.9 4.9 0 0 1 6.95-6.9l.45.45.45-.45a4.9 4.9 0 0 1 6.95 6.9Z" />,
)

export const CalendarIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="15" rx="2" />
    <path d="M3.5 10h17M8 3v4M16 3v4M8 14.5h3" />
  </>,
)

export const CardIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="M3 10h18M7 14.5h4" />
  </>,
)

export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.5 20c.9-3.6 3.8-5.5 7.5-5.5s6.6 1.9 7.5 5.5" />
  </>,
)

export const ShieldIcon = icon(
  <>
    <path d="M12 3 4.5 6v5.5c0 4.6 3.2 7.9 7.5 9.5 4.3-1.6 7.5-4.9 7.5-9.5V6Z" />
    <path d="m8.75 12 2.25 2.25 4.25-4.5" />
  </>,
)

export const PencilIcon = icon(
  <>
    <path d="m4.5 19.5 1-4.25L16.25 4.5a1.6 1.6 0 0 1 2.25 0l1 1a1.6 1.6 0 0 1 0 2.25L8.75 18.5Z" />
    <path d="m14 6.75 3.25 3.25" />
  </>,
)

export const LeaveIcon = icon(
  <>
    <path d="M14 4.5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h8" />
    <path d="M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5" />
  </>,
)

export const CheckIcon = icon(<path d="m4.5 12.5 5 5 10-11" />)

export const WarningIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.25v.01" />
  </>,
)

export const ChevronDownIcon = icon(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />)

export const BackIcon = icon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />)

export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)

export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M2.5 19.5c.8-3.2 3.3-4.9 6.5-4.9s5.7 1.7 6.5 4.9M15.5 5.6a3.25 3.25 0 0 1 0 5.8M18 15c1.9.7 3.1 2.2 3.6 4.5" />
  </>,
)

export const MapIcon = icon(
  <path d="M3.5 6.5 9 4.5l6 2 5.5-2v13l-5.5 2-6-2-5.5 2ZM9 4.5v13m6-11v13" />,
)

export const PhotoIcon = icon(<path d="M4 5h16v14H4Zm0 11 4.5-4.5 3.5 3.5 3-3 5 5M15.5 9.5h.01" />)

export const BellIcon = icon(
  <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15Zm4 2a2 2 0 0 0 4 0M12 5V3" />,
)

export const BookmarkIcon = icon(<path d="M6.5 4h11v16.5L12 16l-5.5 4.5Z" />)

export const SaveIcon = icon(
  <>
    <path d="M12 3.5v11m-4.5-4.5 4.5 4.5 4.5-4.5" />
    <path d="M4 15.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3.5" />
  </>,
)
