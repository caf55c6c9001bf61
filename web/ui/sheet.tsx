// A side sheet: it covers a part of the page, and the rest stays usable. Escape closes it while it has the focus.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import style from './sheet.module.css'
import { words } from '../words/locale.ts'

interface Props {
  /** Head of the sheet. The element with the given ID names the sheet, unless there is a `title`. */
  head: (id: string) => ReactNode
  /** First line of the content. */
  title?: string
  /** Buttons before the close button. */
  actions?: ReactNode
  /** Covers the right part of the page. Absent if the page places the sheet. */
  over?: true
  onClose: () => void
  /** Name of the close button, if closing only hides the sheet. */
  closeName?: string
  /** Figures and buttons that stay at the foot. */
  foot?: ReactNode
  children: ReactNode
}

export function Sheet({ head, title, actions, over, onClose, closeName, foot, children }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const id = useId()
  useFocusWhileOpen(sheet)
  return (
    <section
      ref={sheet}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={over ? `${style.sheet} ${style.over}` : style.sheet}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        {head(title ? '' : id)}
        <span className={style.space} />
        {actions}
        <Button kind="quiet" icon aria-label={closeName ?? words.common.close} title={closeName} onClick={onClose}>
          <Icon name={closeName ? 'minus' : 'close'} />
        </Button>
      </header>
      <div className={style.body}>
        {title ? <h2 id={id}>{title}</h2> : null}
        {children}
      </div>
      {foot ? <footer>{foot}</footer> : null}
    </section>
  )
}

/** Focuses the element. When it closes, the focus returns to the control that opened it. */
export function useFocusWhileOpen(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    element.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [element])
}
