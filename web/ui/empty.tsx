// Placeholder of an empty list: the expected content, and the next action.
import type { ReactNode } from 'react'
import style from './page.module.css'

export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={style.empty}>
    <p>{children}</p>
    {action}
  </div>
)
