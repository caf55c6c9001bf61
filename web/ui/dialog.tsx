// The browser's own modal dialog: it keeps the focus, and Escape closes it.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import style from './dialog.module.css'

interface Props {
  title: string
  onClose: () => void
  /** What Escape does, where it does not just close. */
  onEscape?: () => void
  /** For more than a form. */
  wide?: boolean
  children: ReactNode
}

export function Dialog({ title, onClose, onEscape = onClose, wide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={wide ? `${style.dialog} ${style.wide}` : style.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onEscape()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={style.actions}>{children}</div>
