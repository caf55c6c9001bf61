// Settings of the business.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { endpointQuery } from '../../api/query.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { roleHasPermission } from '../../../src/domain/users/permissions.ts'
import { Link } from '../link.tsx'
import { NotFound } from '../not-found.tsx'
import { permissionAt } from '../screens.ts'
import { useSession } from '../session.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { CustomerSettings } from './customer-settings.tsx'
import { DriverSettings } from './driver-settings.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { RegionSection } from './region-section.tsx'
import { SingleSignOnSection } from './single-sign-on-section.tsx'
import style from './settings.module.css'
import { TrafficSection } from './traffic-section.tsx'
import { words } from '../../words/locale.ts'
import { Page } from '../../ui/page.tsx'

const partsOf = (): { path: string; name: string; show: (settings: SettingsOut) => ReactNode }[] => [
  { path: '/settings', name: words.settings.business, show: (settings) => <BusinessSettings settings={settings} /> },
  {
    path: '/settings/drivers',
    name: words.settings.drivers,
    show: (settings) => <DriverSettings settings={settings} />,
  },
  {
    path: '/settings/customers',
    name: words.settings.customers,
    show: (settings) => <CustomerSettings settings={settings} />,
  },
  {
    path: '/settings/notices',
    name: words.settings.notices,
    show: (settings) => <NoticeSettings settings={settings} />,
  },
  { path: '/settings/privacy', name: words.privacy.title, show: (settings) => <PrivacySettings settings={settings} /> },
  { path: '/settings/sign-on', name: words.singleSignOn.title, show: () => <SingleSignOnSection /> },
  { path: '/settings/traffic', name: words.settings.traffic, show: () => <TrafficSection /> },
  { path: '/settings/region', name: words.settings.region, show: () => <RegionSection /> },
]

export default function SettingsPage({ path }: { path: string }) {
  const settings = useQuery(endpointQuery('GET /settings'))
  const { role } = useSession().user
  const all = partsOf()
  if (!all.some((one) => one.path === path)) return <NotFound />
  const parts = all.filter((one) => {
    const permission = permissionAt(one.path)
    return permission === null || roleHasPermission(role, permission)
  })
  const part = parts.find((one) => one.path === path) ?? parts[0]
  return (
    <Page title={words.settings.title}>
      <nav aria-label={words.settings.parts} className={page.tabs}>
        {parts.map((one) => (
          <Link key={one.path} href={one.path} aria-current={one === part ? 'page' : undefined}>
            {one.name}
          </Link>
        ))}
      </nav>
      <QueryState query={settings} what={words.settings.theSettings}>
        {(data) => (
          <section key={part?.path} aria-label={part?.name} className={style.part}>
            {part?.show(data)}
          </section>
        )}
      </QueryState>
    </Page>
  )
}
