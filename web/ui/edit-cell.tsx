// A cell of a table that is edited in place: a button with the value, then its controls. It saves on Enter, when a choice
// is made, and when the focus leaves it. Escape restores the value.
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import style from './edit-cell.module.css'

interface Props {
  /** Names the value, such as "Capacity of Van 1". */
  label: string
  /** The value as text. */
  shown: ReactNode
  /** Why the cell can't be edited. */
  reason: string | null
  /** Saves the values of the controls, by their names. */
  save: (values: FormData) => Promise<unknown>
  /** Controls with their current values. */
  children: ReactNode
}

export function EditCell({ label, shown, reason, save, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (keepsFocus: boolean): void => {
    setOpen(false)
    if (keepsFocus) setTimeout(() => button.current?.focus())
  }
  if (isOpen)
    return (
      <Editor {...{ label, save }} onClose={close}>
        {children}
      </Editor>
    )
  return (
    <button
      ref={button}
      type="button"
      className={style.cell}
      title={reason ?? label}
      aria-disabled={reason !== null || undefined}
      onClick={() => setOpen(reason === null)}
    >
      {shown}
    </button>
  )
}

interface EditorProps extends Pick<Props, 'label' | 'save' | 'children'> {
  onClose: (keepsFocus: boolean) => void
}

function Editor({ label, save, onClose, children }: EditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef('')
  const isSaving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const id = useId()
  useEffect(() => {
    if (!form.current) return
    before.current = textOf(form.current)
    const control = form.current.querySelector<HTMLElement>('input, select')
    control?.focus()
    if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  }, [])
  const commit = async (keepsFocus: boolean): Promise<void> => {
    if (!form.current || isSaving.current) return
    if (textOf(form.current) === before.current) return onClose(keepsFocus)
    isSaving.current = true
    setBusy(true)
    try {
      await save(new FormData(form.current))
      onClose(keepsFocus)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault([...error.faults.values()][0] ?? error.message)
      setBusy(false)
      isSaving.current = false
    }
  }
  const onInput = ({ target }: FormEvent): void => {
    if (target instanceof HTMLSelectElement) void commit(true)
  }
  return (
    <form
      ref={form}
      className={style.editor}
      aria-label={label}
      aria-busy={busy}
      aria-describedby={`${id}-fault`}
      noValidate
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault()
        void commit(true)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void commit(false)
      }}
    >
      {children}
      {/* Enter sends a form with several fields only if it has a submit button. */}
      <button type="submit" hidden />
      <p id={`${id}-fault`} role="alert" className={style.fault}>
        {fault}
      </p>
    </form>
  )
}

const textOf = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)])
