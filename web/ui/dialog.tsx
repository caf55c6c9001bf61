// The browser's modal dialog. It traps the focus, and Escape closes it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import style from './dialog.module.css'

interface Props {
  title: string
  onClose: () => void
  /** Handler of Escape. Default: closes the dialog. */
  onEscape?: () => void
  /** Wide dialog, for content that is wider than a form. */
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
        if (
          event.key !== 'Escape' ||
          event.defaultPrevented ||
          event.nativeEvent.isComposing ||
          clearsSearchField(event)
        )
          return
        // Prevents the browser's default: one Escape may close stacked dialogs at once, and a second one sends no cancel event.
        event.preventDefault()
        onEscape()
      }}
      onCancel={(event) => {
        // Handles the back gesture of a phone. Cancel events of nested dialogs and file pickers are ignored.
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

/** In a search field, Escape clears the text first. */
const clearsSearchField = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={style.actions}>{children}</div>
