import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonProps, buttonClass } from './button.tsx'

type AnchorProps = ComponentProps<'a'> & Pick<ButtonProps, 'variant' | 'wide'>

function Anchor({ variant, wide, className, ...props }: AnchorProps) {
  return <a {...props} className={buttonClass({ variant, wide }, className)} />
}

/** A link to a page of the app. The link looks like a button. */
export const ButtonLink = createLink(Anchor)
