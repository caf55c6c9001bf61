// The business's settings, part by part.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/office/settings.ts'
import { read } from '../../api/query.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Link } from '../link.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { CustomerSettings } from './customer-settings.tsx'
import { DriverSettings } from './driver-settings.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { RegionSection } from './region-section.tsx'
import style from './settings.module.css'
import { TrafficSection } from './traffic-section.tsx'

const PARTS: { path: string; name: string; show: (settings: SettingsOut) => ReactNode }[] = [
  { path: '/settings', name: 'Business', show: (settings) => <BusinessSettings settings={settings} /> },
  { path: '/settings/drivers', name: 'Drivers', show: (settings) => <DriverSettings settings={settings} /> },
  { path: '/settings/customers', name: 'Customers', show: (settings) => <CustomerSettings settings={settings} /> },
  { path: '/settings/notices', name: 'Notices', show: (settings) => <NoticeSettings settings={settings} /> },
  { path: '/settings/traffic', name: 'Traffic', show: () => <TrafficSection /> },
  { path: '/settings/region', name: 'Region', show: () => <RegionSection /> },
]

export default function SettingsPage({ path }: { path: string }) {
  const settings = useQuery(read('GET /settings'))
  const part = PARTS.find((one) => one.path === path) ?? PARTS[0]
  return (
    <div className={page.page}>
      <h1>Settings</h1>
      <nav aria-label="Parts of the settings" className={style.parts}>
        {PARTS.map((one) => (
          <Link key={one.path} href={one.path} aria-current={one === part ? 'page' : undefined}>
            {one.name}
          </Link>
        ))}
      </nav>
      <QueryState query={settings} what="the settings">
        {(data) => (
          <section key={part?.path} aria-label={part?.name} className={style.part}>
            {part?.show(data)}
          </section>
        )}
      </QueryState>
    </div>
  )
}
