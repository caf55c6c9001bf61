// A button that stays focusable while it is disabled, and shows the reason. A view has at most one primary button.
import type { ButtonHTMLAttributes } from 'react'
import style from './button.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Small size, for lists and for the actions of one item. */
  small?: boolean
  /** The content is an icon. `aria-label` names the button. */
  icon?: boolean
  /** Why the button is disabled. Null if it is enabled. */
  reason?: string | null
  busy?: boolean
}

export function Button({
  kind = 'plain',
  small = false,
  icon = false,
  reason = null,
  busy = false,
  onClick,
  className,
  ...rest
}: Props) {
  const off = reason !== null || busy
  return (
    <button
      type="button"
      {...rest}
      className={[style.button, style[kind], small && style.small, icon && style.icon, className]
        .filter(Boolean)
        .join(' ')}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      title={reason ?? rest.title}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
