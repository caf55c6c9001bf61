// A menu next to the clicked point, moved up if needed to be fully visible.
import { type ReactNode, useRef } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import style from './selection.module.css'

interface Props {
  label: string
  at: { x: number; y: number }
  onAction: (key: string) => void
  onClose: () => void
  children: ReactNode
}

export function MenuAtPoint({ label, at, onAction, onClose, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className={style.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        triggerRef={anchor}
        placement="right top"
        aria-label={label}
        className={style.menu}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Menu
          aria-label={label}
          autoFocus="first"
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

interface ChoiceProps {
  id: string
  name: string
  /** Why the choice is disabled. Null if it is enabled. */
  reason?: string | null
  ending?: boolean
}

export const MenuChoice = ({ id, name, reason = null, ending = false }: ChoiceProps) => (
  <MenuItem id={id} textValue={name} isDisabled={reason !== null} className={ending ? style.ending : undefined}>
    {name}
    {reason ? <span className={style.why}>{reason}</span> : null}
  </MenuItem>
)
