// A button of the driver page. It sends no form.
import type { ButtonHTMLAttributes } from 'react'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  /** Its classes. */
  kind?: string
}

export const Button = ({ kind, ...button }: Props) => <button type="button" className={kind} {...button} />
