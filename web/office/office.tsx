import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { roleHasPermission, type Permission } from '../../src/domain/users/permissions.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Page } from '../ui/page.tsx'
import { withAllWords, words } from '../words/locale.ts'
import { DayPage } from './day/day-page.tsx'
import { InLanguage, useLanguageOf } from './language.tsx'
import { Live } from './live.tsx'
import { Link } from './link.tsx'
import { navigate, useLocation } from './location.ts'
import { NotFound } from './not-found.tsx'
import { NotOpened } from './not-opened.tsx'
import { permissionAt, screensOf } from './screens.ts'
import { useRoleReasons, useSession, useSessionQuery } from './session.tsx'
import { SessionProvider } from './session-provider.tsx'
import { Shell } from './shell.tsx'
import { CompanyPage, ConfirmedPage } from './sign-in/company-page.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import style from './shell.module.css'

const AccountPage = lazy(withAllWords(() => import('./account/account-page.tsx')))
const ActivityPage = lazy(withAllWords(() => import('./activity/activity-page.tsx')))
const BuildsPage = lazy(withAllWords(() => import('./builds/builds-page.tsx')))
const FleetPage = lazy(withAllWords(() => import('./fleet/fleet-page.tsx')))
const ForgotPage = lazy(withAllWords(async () => ({ default: (await import('./sign-in/forgot-page.tsx')).ForgotPage })))
const ImportPage = lazy(withAllWords(() => import('./import/import-page.tsx')))
const IntegrationsPage = lazy(withAllWords(() => import('./integrations/integrations-page.tsx')))
const LoadsPage = lazy(withAllWords(() => import('./loads/loads-page.tsx')))
const OrdersPage = lazy(withAllWords(() => import('./orders/orders-page.tsx')))
const PartsPage = lazy(withAllWords(() => import('./parts/parts-page.tsx')))
const PlaybackPage = lazy(withAllWords(() => import('./playback/playback-page.tsx')))
const RecurringPage = lazy(withAllWords(() => import('./recurring/recurring-page.tsx')))
const RepliesPage = lazy(withAllWords(() => import('./replies/replies-page.tsx')))
const ReportsPage = lazy(withAllWords(() => import('./reports/reports-page.tsx')))
const RequiredSecondFactor = lazy(
  withAllWords(async () => ({
    default: (await import('./account/required-second-factor.tsx')).RequiredSecondFactor,
  })),
)
const SettingsPage = lazy(withAllWords(() => import('./settings/settings-page.tsx')))
const SetUpPage = lazy(withAllWords(async () => ({ default: (await import('./sign-in/set-up-page.tsx')).SetUpPage })))
const TeamPage = lazy(withAllWords(() => import('./set-up/team-page.tsx')))
const WelcomePage = lazy(
  withAllWords(async () => ({ default: (await import('./sign-in/welcome-page.tsx')).WelcomePage })),
)
const ZonesPage = lazy(withAllWords(() => import('./zones/zones-page.tsx')))

export function Office() {
  const session = useSessionQuery()
  return (
    <InLanguage language={useLanguageOf(session.data ?? null)}>
      <Pages session={session} />
    </InLanguage>
  )
}

function Pages({ session }: { session: ReturnType<typeof useSessionQuery> }) {
  const { pathname } = useLocation()
  const [, setUpToken] = /^\/set-up\/([\w-]+)$/.exec(pathname) ?? []
  if (session.isPending) return <p className={style.waiting}>{words.common.loading}</p>
  if (session.isError)
    return (
      <main className={style.waiting}>
        <h1>{words.common.cannotLoad}</h1>
        <p>{session.error.message}</p>
        <Button onClick={() => void session.refetch()}>{words.common.tryAgain}</Button>
      </main>
    )
  const [, welcomeToken] = /^\/welcome\/([\w-]+)$/.exec(pathname) ?? []
  if (welcomeToken) return withLoading(<WelcomePage token={welcomeToken} />)
  if (setUpToken && !session.data) return withLoading(<SetUpPage token={setUpToken} />)
  if (pathname === '/account/confirmed') return <ConfirmedPage />
  const isSigningIn = !session.data || (session.data.other_businesses !== null && ADDS_BUSINESS.test(pathname))
  if (isSigningIn && pathname === '/sign-in/company') return <CompanyPage />
  if (isSigningIn && pathname === '/forgot-password') return withLoading(<ForgotPage />)
  if (!session.data) return <SignInPage />
  if (isSigningIn) return <SignInPage besides={session.data.business.name} />
  return (
    <SessionProvider session={session.data}>
      <SecondFactorGate>
        <Live>
          <Shell>
            <Screen />
          </Shell>
        </Live>
      </SecondFactorGate>
    </SessionProvider>
  )
}

/** Keeps users without a required second factor on one page until they have added one and continue. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const { must_add_second_factor: mustAdd } = useSession().user
  const [isAdding, setIsAdding] = useState(mustAdd)
  if (mustAdd && !isAdding) setIsAdding(true)
  return isAdding ? withLoading(<RequiredSecondFactor onContinue={() => setIsAdding(false)} />) : children
}

function Screen() {
  const { pathname, search } = useLocation()
  const { role } = useSession().user
  const permission = permissionAt(pathname)
  const isTheirs = permission === null || roleHasPermission(role, permission)
  const [first] = screensOf(role)
  // Users who may not see the day start at their first screen. A link to a day shows them why they can't open it.
  const elsewhere = !isTheirs && pathname === '/' && search === '' ? first?.path : undefined
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere])
  if (elsewhere) return null
  return (
    <ErrorBoundary at={pathname} instead={<NotOpened />}>
      {isTheirs ? screenAt(pathname) : <NotPermitted permission={permission} />}
    </ErrorBoundary>
  )
}

function NotPermitted({ permission }: { permission: Permission }) {
  const reasonOf = useRoleReasons()
  const [first] = screensOf(useSession().user.role)
  return (
    <Page title={words.shell.notYours}>
      <Empty action={first ? <Link href={first.path}>{words.shell.goTo(first.name)}</Link> : null}>
        {reasonOf(permission)} {words.shell.askAnOwner}
      </Empty>
    </Page>
  )
}

function screenAt(path: string): ReactNode {
  if (path === '/account') return withLoading(<AccountPage />)
  if (path === '/builds') return withLoading(<BuildsPage />)
  if (path === '/orders') return <OrdersPage />
  if (path === '/orders/recurring') return withLoading(<RecurringPage />)
  if (path === '/playback') return withLoading(<PlaybackPage />)
  if (path === '/_parts' && isOwnMachine()) return withLoading(<PartsPage />)
  if (path === '/loads') return withLoading(<LoadsPage />)
  if (path === '/import') return <ImportPage />
  if (path === '/fleet') return <FleetPage />
  if (/^\/integrations(\/(deliveries|requests|shops))?$/.test(path))
    return withLoading(<IntegrationsPage part={path.slice('/integrations'.length)} />)
  if (path === '/zones') return withLoading(<ZonesPage />)
  if (path === '/replies') return <RepliesPage />
  if (path === '/settings/activity') return withLoading(<ActivityPage />)
  if (path === '/reports') return withLoading(<ReportsPage />)
  if (path === '/team') return <TeamPage />
  if (/^\/settings(\/|$)/.test(path)) return withLoading(<SettingsPage path={path} />)
  // Pages for signed-out users show the day once the user is signed in.
  if (path === '/' || /^\/(sign-in(\/(another|company))?|forgot-password|set-up\/[\w-]+)$/.test(path))
    return <DayPage />
  return <NotFound />
}

/** Pages on which a signed-in user signs in to another business. */
const ADDS_BUSINESS = /^\/(sign-in\/(another|company)|forgot-password)$/

/** Returns whether the server runs on the user's own machine, as in development. */
const isOwnMachine = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(window.location.hostname)

/** Loads rarely used screens on demand. */
const withLoading = (screen: ReactNode): ReactNode => (
  <Suspense fallback={<p className={style.waiting}>{words.common.opening}</p>}>{screen}</Suspense>
)
