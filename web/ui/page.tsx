// Frame of a screen: a toolbar with the title and the actions, at the same position on every screen, and the content below.
// Lists use the full width, and all other screens a readable width.
import type { ReactNode } from 'react'
import style from './page.module.css'

interface Props {
  title: string
  /** State or choices next to the title. */
  beside?: ReactNode
  /** Actions at the right of the title. At most one action is primary, the last one. */
  actions?: ReactNode
  lead?: ReactNode
  /** Full width, for tables and figures. */
  wide?: boolean
  /** The content fills the screen from edge to edge, and scrolls on its own. */
  fills?: boolean
  children: ReactNode
}

export function Page({ title, beside, actions, lead, wide = false, fills = false, children }: Props) {
  return (
    <div className={style.screen}>
      <header className={style.toolbar}>
        <h1>{title}</h1>
        {beside ? <div className={style.beside}>{beside}</div> : null}
        {actions}
      </header>
      {fills ? (
        <div className={style.fills}>{children}</div>
      ) : (
        <div className={style.scroller}>
          <div className={wide ? `${style.page} ${style.wide}` : style.page}>
            {lead ? <p className={style.soft}>{lead}</p> : null}
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
