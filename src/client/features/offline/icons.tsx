import { icon } from '#client/ui/icons.tsx'

export const SaveIcon = icon(
  <>
    <path d="M12 3.5v11m-4.5-4.5 4.5 4.5 4.5-4.5" />
    <path d="M4 15.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3.5" />
  </>,
)

export const WaitIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
