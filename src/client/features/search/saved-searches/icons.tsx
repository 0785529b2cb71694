import { icon } from '#client/ui/icons.tsx'

export const DeleteIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.75 13h9.5l.75-13M10 10.5v6m4-6v6" />,
)
