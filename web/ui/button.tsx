// A button that stays focusable while it is disabled, and shows the reason.
import type { ButtonHTMLAttributes } from 'react'
import style from './button.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Why the button is disabled. Null if it is enabled. */
  reason?: string | null
  busy?: boolean
}

export function Button({ kind = 'plain', reason = null, busy = false, onClick, className, ...rest }: Props) {
  const off = reason !== null || busy
  return (
    <button
      type="button"
      {...rest}
      className={[style.button, style[kind], className].filter(Boolean).join(' ')}
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
