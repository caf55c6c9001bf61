// A button of the driver page that doesn't submit a form.
import type { ButtonHTMLAttributes } from 'react'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  /** CSS classes. */
  kind?: string
}

export const Button = ({ kind, ...button }: Props) => <button type="button" className={kind} {...button} />
