// A side sheet: it covers a part of the page, and the rest stays usable. Escape closes it while it has the focus.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import style from './sheet.module.css'
import { words } from '../words/locale.ts'

interface Props {
  /** The state that the sheet reports. It also names the sheet. */
  state: string
  icon: IconName
  tone: 'good' | 'bad'
  /** One sentence. */
  title: string
  onClose: () => void
  /** Figures and buttons that stay at the foot. */
  foot: ReactNode
  children: ReactNode
}

export function Sheet({ state, icon, tone, title, onClose, foot, children }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    sheet.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={sheet}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={style.sheet}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <span id={id}>
          <Badge icon={icon} tone={tone}>
            {state}
          </Badge>
        </span>
        <Button kind="quiet" icon aria-label={words.common.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <div className={style.body}>
        <h2>{title}</h2>
        {children}
      </div>
      <footer>{foot}</footer>
    </section>
  )
}
