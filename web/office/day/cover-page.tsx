// A page that covers the day, with its own toolbar. The rest of the day is inert, except the message about the last action.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFocusWhileOpen } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import style from './cover-page.module.css'

interface Props {
  title: string
  /** Next to the title. */
  beside?: ReactNode
  /** Buttons at the right, the primary button last. */
  actions: ReactNode
  className: string | undefined
  onClose: () => void
  children: ReactNode
}

export function CoverPage({ title, beside, actions, className, onClose, children }: Props) {
  const page = useRef<HTMLElement>(null)
  useFocusWhileOpen(page)
  useCover(page)
  return (
    <div className={style.cover}>
      <section
        ref={page}
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        className={style.page}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          onClose()
        }}
      >
        <header className={style.toolbar}>
          <Button kind="quiet" onClick={onClose}>
            <Icon name="back" />
            {words.common.day}
          </Button>
          <h1 title={title}>{title}</h1>
          {beside}
          <span className={style.space} />
          {actions}
        </header>
        <div className={className}>{children}</div>
      </section>
    </div>
  )
}

function useCover(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = page.current?.parentElement
    const others = [...(own?.parentElement?.children ?? [])].filter(
      (other) => other instanceof HTMLElement && other !== own && other.role !== 'status' && !other.inert,
    ) as HTMLElement[]
    for (const other of others) other.inert = true
    return () => {
      for (const other of others) other.inert = false
    }
  }, [page])
}
