// Menus: below a button, or next to the clicked point, moved if needed to be fully visible.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import style from './menu.module.css'

interface ButtonProps {
  /** Name of the button and of its menu. */
  label: string
  /** Content of the button. Default: the label. */
  icon?: ReactNode
  /** The icon stands before the label, not for it. */
  named?: boolean
  kind?: 'primary' | 'plain' | 'quiet'
  /** For lists, and for the actions of one item. */
  small?: boolean
  className?: string
  placement?: 'bottom end' | 'right bottom'
  onAction: (key: string) => void
  children: ReactNode
}

export function MenuButton(props: ButtonProps) {
  const { label, icon, named = false, kind = 'quiet', small, className, placement = 'bottom end', ...menu } = props
  const button = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <span ref={button} className={style.holder}>
        <Button
          {...{ kind, small, className }}
          icon={icon !== undefined && !named}
          aria-haspopup="menu"
          aria-expanded={open}
          aria-label={icon && !named ? label : undefined}
          title={icon && !named ? label : undefined}
          onClick={() => setOpen(true)}
        >
          {icon}
          {icon && !named ? null : label}
          {icon ? null : <Icon name="chevron" className={style.down} />}
        </Button>
      </span>
      {open ? <OpenMenu {...menu} {...{ label, placement }} trigger={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

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
      <OpenMenu {...{ label, onAction, onClose, children }} trigger={anchor} placement="right top" />
    </>
  )
}

interface OpenProps {
  label: string
  trigger: RefObject<HTMLElement | null>
  placement: 'bottom end' | 'right bottom' | 'right top'
  onAction: (key: string) => void
  onClose: () => void
  children: ReactNode
}

const OpenMenu = ({ label, trigger, placement, onAction, onClose, children }: OpenProps) => (
  <Popover
    isOpen
    triggerRef={trigger}
    placement={placement}
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
)

interface ChoiceProps {
  id: string
  name: string
  /** Why the choice is disabled. Null if it is enabled. */
  reason?: string | null
  ending?: boolean
  /** Key or count at the right. */
  note?: string
  /** A document, which opens in a new tab. */
  href?: string
  /** The document is a file to save. */
  downloads?: true
}

export const MenuChoice = ({ id, name, reason = null, ending = false, note, href, downloads }: ChoiceProps) => (
  <MenuItem
    id={id}
    textValue={name}
    isDisabled={reason !== null}
    className={ending ? style.ending : undefined}
    {...(href && (downloads ? { href, download: true } : { href, target: '_blank', rel: 'noreferrer' }))}
  >
    {name}
    {note ? (
      <span className={style.note} aria-hidden="true">
        {note}
      </span>
    ) : null}
    {reason ? <span className={style.why}>{reason}</span> : null}
  </MenuItem>
)
