// Frame of a page: title and actions at the same position on every page, its parts as tabs below. Lists use the full width,
// and all other pages a readable width.
import type { ReactNode } from 'react'
import style from './page.module.css'

interface Props {
  title: string
  /** Actions at the right of the title. At most one action is primary. */
  actions?: ReactNode
  lead?: ReactNode
  /** Full width, for tables and figures. */
  wide?: boolean
  /** Sets the height to that of the window. The content scrolls on its own. */
  fills?: boolean
  children: ReactNode
}

export function Page({ title, actions, lead, wide = false, fills = false, children }: Props) {
  return (
    <div className={[style.page, wide && style.wide, fills && style.fills].filter(Boolean).join(' ')}>
      <div className={style.title}>
        <h1>{title}</h1>
        {actions ? <div className={style.actions}>{actions}</div> : null}
        {lead ? <p className={style.soft}>{lead}</p> : null}
      </div>
      {children}
    </div>
  )
}
