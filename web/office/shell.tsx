// The frame of every screen: navigation, business and account.
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { dropDrafts } from '../ui/drafts.ts'
import { words } from '../words/locale.ts'
import { FailedWorkBanner } from './failed-work-banner.tsx'
import { NextStep } from './first-steps/first-steps.tsx'
import { ServerUnavailable } from './live.tsx'
import { RepliesAlert } from './replies/replies-alert.tsx'
import { Link } from './link.tsx'
import { useLocation } from './location.ts'
import { WithPalette } from './palette/palette.tsx'
import { screensOf } from './screens.ts'
import { useRefreshSession, useSession } from './session.tsx'
import { TestBanner } from './side.tsx'
import icon from '../ui/icon.svg'
import style from './shell.module.css'
import { UndoAlert } from './undo-alert.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { business, user } = useSession()
  const refresh = useRefreshSession()
  const signOut = async (): Promise<void> => {
    await call('POST /sign-out')
    dropDrafts()
    await refresh()
  }
  return (
    <div className={style.shell}>
      <header className={style.header}>
        <a href="#main" className={style.skip}>
          {words.shell.skip}
        </a>
        <span className={style.brand}>
          <img src={icon} alt="" width={24} height={24} />
          Roundsman
        </span>
        <nav aria-label={words.shell.screens} className={style.nav}>
          {screensOf(user.role).map(({ path, name }) => (
            <Link
              key={path}
              href={path}
              aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <span className={style.business}>{business.name}</span>
        <Link href="/account" className={style.self} aria-current={pathname === '/account' ? 'page' : undefined}>
          {user.name}
        </Link>
        <Button kind="quiet" onClick={() => void signOut()}>
          {words.shell.signOut}
        </Button>
      </header>
      <div>
        <TestBanner />
        <ServerUnavailable />
        <FailedWorkBanner />
        <RepliesAlert />
        <UndoAlert />
        <NextStep pathname={pathname} />
        <WithPalette />
      </div>
      <main id="main" className={style.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
