// What stands where there is nothing to show: what would be here, and the one thing to do next.
import type { ReactNode } from 'react'
import style from './page.module.css'

export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={style.empty}>
    <p>{children}</p>
    {action}
  </div>
)
