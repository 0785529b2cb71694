import styles from './veranda.module.css'

/**
 * The vertical positions of the edges between the boards. The distances shrink towards the
 * horizon.
 */
const BOARDS = [702, 722, 750, 788, 838, 902, 982]

/**
 * Hills and a low sun, seen from a veranda past a sliding screen. In a narrow container, the left
 * and right sides of the picture are cropped.
 */
export function Veranda({ className }: { className?: string }) {
  return (
    <svg
      className={`${styles.view} ${className ?? ''}`}
      viewBox="0 0 800 1060"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Landscape />
      <House />
    </svg>
  )
}

function Landscape() {
  return (
    <>
      <linearGradient id="veranda-sky" x2="0" y2="1">
        <stop stopColor="var(--accent)" stopOpacity="0.5" />
        <stop offset="0.5" stopColor="var(--accent)" stopOpacity="0" />
      </linearGradient>
      <linearGradient id="veranda-mist" x2="0" y2="1">
        <stop offset="0.35" stopColor="var(--paper)" stopOpacity="0" />
        <stop offset="1" stopColor="var(--paper)" stopOpacity="0.85" />
      </linearGradient>
      <rect width="800" height="720" fill="url(#veranda-sky)" />
      <circle cx="506" cy="440" r="56" fill="var(--highlight)" />
      <path
        d="M0 566c70-40 130-66 206-58 64 7 92-52 168-74 66-19 116 34 176 58 60 25 120-8 250 40v190H0Z"
        fill="var(--far)"
      />
      <path d="M0 480h800v190H0Z" fill="url(#veranda-mist)" />
      <path
        d="M0 640c96-44 160-32 244-54 96-25 150-34 236 8 84 40 190 4 320 34v110H0Z"
        fill="var(--middle)"
      />
      <path d="M0 580h800v120H0Z" fill="url(#veranda-mist)" />
      <path
        d="M0 690c40-10 66-40 96-34 28 6 40 18 70 14 40-6 48-34 84-30 30 3 36 24 64 26 60 4 90 12 150 2 70-12 100-44 156-34 34 6 46 28 84 24 40-4 56-24 96-18v80H0Z"
        fill="var(--near)"
      />
    </>
  )
}

function House() {
  return (
    <>
      <rect y="702" width="800" height="358" fill="var(--wood)" />
      <g fill="none" stroke="var(--grain)" strokeLinecap="round">
        {BOARDS.map((y, index) => (
          <path key={y} d={`M0 ${y}h800`} strokeWidth={1 + index * 0.6} />
        ))}
        <path d="M150 768h210M470 771h150M90 812h160M330 818h330M520 868h220M60 872h300M180 940h420M40 1020h300M450 1016h290" />
      </g>
      <Screen />
      <g fill="var(--timber)">
        <rect y="150" width="800" height="26" />
        <rect y="192" width="800" height="9" />
        <rect x="666" y="150" width="30" height="560" />
        <rect x="658" y="702" width="46" height="16" rx="3" />
      </g>
      <Cup />
    </>
  )
}

function Screen() {
  return (
    <>
      <rect x="-20" y="201" width="246" height="512" fill="var(--screen)" opacity="0.94" />
      <path
        d="M60 201v512M143 201v512M-20 286h246M-20 371h246M-20 456h246M-20 541h246"
        fill="none"
        stroke="var(--timber)"
        strokeWidth="3.5"
      />
      <path d="M-20 628h246v85H-20Z" fill="var(--wood)" stroke="var(--timber)" strokeWidth="3.5" />
      <rect x="222" y="201" width="13" height="518" fill="var(--timber)" />
      <rect x="206" y="430" width="9" height="40" rx="4.5" fill="var(--timber)" />
    </>
  )
}

function Cup() {
  return (
    <g transform="translate(0 56)">
      <ellipse cx="452" cy="812" rx="62" ry="11" fill="var(--timber)" opacity="0.25" />
      <path d="M414 752h72c2 34-10 58-24 58h-24c-14 0-26-24-24-58Z" fill="var(--accent)" />
      <ellipse cx="450" cy="752" rx="36" ry="8" fill="var(--good-wash)" />
      <path
        d="M440 732c-10-16 10-22 0-40m20 38c-8-13 8-18 0-32"
        fill="none"
        stroke="var(--on-veil)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.75"
      />
    </g>
  )
}
