// Settings of the business.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { endpointQuery } from '../../api/query.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { NotFound } from '../not-found.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { CustomerSettings } from './customer-settings.tsx'
import { DriverSettings } from './driver-settings.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { RegionSection } from './region-section.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SingleSignOnSection } from './single-sign-on-section.tsx'
import style from './settings.module.css'
import { TrafficSection } from './traffic-section.tsx'
import { words } from '../../words/locale.ts'
import { Page } from '../../ui/page.tsx'

const partAt = (path: string): { name: string; show: (settings: SettingsOut) => ReactNode } | undefined =>
  ({
    '/settings': {
      name: words.settings.business,
      show: (settings: SettingsOut) => <BusinessSettings settings={settings} />,
    },
    '/settings/drivers': {
      name: words.settings.drivers,
      show: (settings: SettingsOut) => <DriverSettings settings={settings} />,
    },
    '/settings/customers': {
      name: words.settings.customers,
      show: (settings: SettingsOut) => <CustomerSettings settings={settings} />,
    },
    '/settings/notices': {
      name: words.settings.notices,
      show: (settings: SettingsOut) => <NoticeSettings settings={settings} />,
    },
    '/settings/privacy': {
      name: words.privacy.title,
      show: (settings: SettingsOut) => <PrivacySettings settings={settings} />,
    },
    '/settings/sign-on': { name: words.singleSignOn.title, show: () => <SingleSignOnSection /> },
    '/settings/traffic': { name: words.settings.traffic, show: () => <TrafficSection /> },
    '/settings/region': { name: words.settings.region, show: () => <RegionSection /> },
  })[path]

export default function SettingsPage({ path }: { path: string }) {
  const settings = useQuery(endpointQuery('GET /settings'))
  const part = partAt(path)
  if (!part) return <NotFound />
  return (
    <Page title={words.settings.title} beside={<SettingsNav />}>
      <QueryState query={settings} what={words.settings.theSettings}>
        {(data) => (
          <section key={path} aria-label={part.name} className={style.part}>
            {part.show(data)}
          </section>
        )}
      </QueryState>
    </Page>
  )
}
