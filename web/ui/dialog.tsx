// The browser's own modal dialog: it keeps the focus, and Escape closes it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
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
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || clears(event)) return
        // Left to the browser, one Escape may close this dialog and the ones below it, and two in a row close it unasked.
        event.preventDefault()
        onEscape()
      }}
      onCancel={(event) => {
        // Going back on a phone. What is within cancels for itself: other dialogs, the choice of a file.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onEscape()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

/** In a field for searching, Escape empties it first. */
const clears = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={style.actions}>{children}</div>
