// The frame of Settings: the parts at the left in groups, the open part beside them, and a bar at the foot for unsaved
// changes.
import { type ReactNode, useState } from 'react'
import { SaveBarPlace } from '../../ui/save-bar.tsx'
import style from './settings-frame.module.css'
import { SettingsNav } from './settings-nav.tsx'

interface Props {
  title: string
  /** Purpose of the part. */
  lead?: ReactNode
  /** State or actions at the right of the title. At most one action is primary. */
  actions?: ReactNode
  children: ReactNode
}

export function SettingsFrame({ title, lead, actions, children }: Props) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <div className={style.settings}>
      <SettingsNav />
      <div className={style.pane}>
        <div className={style.content}>
          <header className={style.head}>
            <div className={style.title}>
              <h1>{title}</h1>
              {lead ? <p>{lead}</p> : null}
            </div>
            {actions}
          </header>
          <SaveBarPlace value={foot}>{children}</SaveBarPlace>
        </div>
        <div ref={setFoot} className={style.foot} />
      </div>
    </div>
  )
}
