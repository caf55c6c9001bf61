// The bar at the foot of a page of fields: it names the unsaved changes, saves or discards them, and shows the result.
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { words } from '../words/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import style from './save-bar.module.css'

/** Foot of the page, where the bar of the form is shown. */
export const SaveBarPlace = createContext<HTMLElement | null>(null)

interface Props {
  /** Identifier of the form, which is elsewhere in the document. */
  form: string
  /** Labels of the changed fields. */
  changes: readonly string[]
  reason: string | null
  busy: boolean
  said: string
  /** A fault that no field shows. */
  fault: string
  onDiscard: () => void
  children?: ReactNode
}

export function SaveBar({ form, changes, reason, busy, said, fault, onDiscard, children }: Props) {
  const place = useContext(SaveBarPlace)
  const changed = changes.length > 0
  const isShown = changed || said || fault || reason || children
  if (!place) return null
  return createPortal(
    <div className={isShown ? style.bar : style.empty}>
      {changed ? <Icon name="changed" className={style.mark} /> : null}
      <div className={style.text}>
        <p role="alert" className={style.fault}>
          {fault}
        </p>
        <p role="status">{[reason, said, changed ? words.common.unsaved(changes) : null].filter(Boolean).join(' ')}</p>
      </div>
      {children}
      {changed ? (
        <Button kind="quiet" onClick={onDiscard}>
          {words.common.discard.yes}
        </Button>
      ) : null}
      {changed || reason ? (
        <Button type="submit" form={form} kind="primary" reason={reason} busy={busy}>
          {words.common.save}
        </Button>
      ) : null}
    </div>,
    place,
  )
}
