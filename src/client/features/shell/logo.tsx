/** The app's logo, a veranda: lintel, two posts and boards, with the sun between them. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--accent)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M3 7.5h26M7.5 8v12.5M24.5 8v12.5" />
        <path d="M3 20.5h26M5.5 25h21" />
      </g>
      <circle cx="17.5" cy="14.5" r="2.9" fill="var(--highlight)" />
    </svg>
  )
}
