// A menu where something was clicked, or below it when it was asked for by keyboard.
import { type ReactNode, useRef } from 'react'
import { Menu, Popover } from 'react-aria-components'
import style from './selection.module.css'

interface Props {
  label: string
  at: { x: number; y: number }
  disabledKeys: readonly string[]
  onAction: (key: string) => void
  onClose: () => void
  children: ReactNode
}

export function MenuAtPoint({ label, at, disabledKeys, onAction, onClose, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className={style.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        triggerRef={anchor}
        placement="bottom start"
        aria-label={label}
        className={style.menu}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Menu
          aria-label={label}
          autoFocus="first"
          disabledKeys={disabledKeys}
          onAction={(key) => {
            onClose()
            onAction(String(key))
          }}
        >
          {children}
        </Menu>
      </Popover>
    </>
  )
}
