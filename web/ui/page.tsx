// The frame of a page: its title and what can be done stand at the same place on every page, its parts below as tabs, and
// its width is one of two: of lists, as wide as there is room; of all else, as wide as one reads.
import type { ReactNode } from 'react'
import style from './page.module.css'

interface Props {
  title: string
  /** At the right of the title: one of them may be primary. */
  actions?: ReactNode
  lead?: ReactNode
  /** For wide tables and figures. */
  wide?: boolean
  /** As high as the window: what it holds scrolls by itself. */
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
