/** How photos move: at once, and without swinging. */
export const SPRING = { type: 'spring', stiffness: 600, damping: 50 } as const
