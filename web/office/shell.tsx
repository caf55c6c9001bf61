// The frame of every screen: the rail with the screens, replies and the account, then alerts and the screen.
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import icon from '../ui/icon.svg'
import { words } from '../words/locale.ts'
import { AccountMenu } from './account-menu.tsx'
import { FailedWorkBanner } from './failed-work-banner.tsx'
import { NextStep } from './first-steps/first-steps.tsx'
import { Link } from './link.tsx'
import { ServerUnavailable } from './live.tsx'
import { useLocation } from './location.ts'
import { WithPalette } from './palette/palette.tsx'
import { RepliesLink } from './replies/replies-link.tsx'
import { belongsTo, type ScreenLink, screensOf } from './screens.ts'
import { useMay, useSession } from './session.tsx'
import style from './shell.module.css'
import { TestBanner } from './side.tsx'
import { UndoAlert } from './undo-alert.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className={style.shell}>
      <Rail pathname={pathname} />
      <div className={style.screen}>
        <div>
          <TestBanner />
          <ServerUnavailable />
          <FailedWorkBanner />
          <UndoAlert />
          <NextStep pathname={pathname} />
          <WithPalette />
        </div>
        <main id="main" className={style.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Rail({ pathname }: { pathname: string }) {
  const { user } = useSession()
  const screens = screensOf(user.role).filter(({ icon }) => icon !== null)
  const link = ({ path, name, icon }: ScreenLink) => (
    <Link key={path} href={path} aria-current={belongsTo(pathname, path) ? 'page' : undefined}>
      {icon ? <Icon name={icon} className={style.icon} /> : null}
      <span>{name}</span>
    </Link>
  )
  return (
    <header className={style.rail}>
      <a href="#main" className={style.skip}>
        {words.shell.skip}
      </a>
      <img src={icon} alt="Roundsman" width={32} height={32} />
      <nav aria-label={words.shell.screens}>
        {screens.filter(({ path }) => path !== '/settings').map(link)}
        <span className={style.space} />
        {useMay('readOrders') ? <RepliesLink current={pathname === '/replies'} /> : null}
        {screens.filter(({ path }) => path === '/settings').map(link)}
      </nav>
      <AccountMenu />
    </header>
  )
}
