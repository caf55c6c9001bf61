// Settings of the business.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { endpointQuery } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { NotFound } from '../not-found.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { CustomerSettings } from './customer-settings.tsx'
import { DriverSettings } from './driver-settings.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { RegionSection } from './region-section.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { SingleSignOnSection } from './single-sign-on-section.tsx'
import { providerInWords } from './text-provider.ts'
import { TrafficSection } from './traffic-section.tsx'

interface Part {
  name: string
  lead: ReactNode
  state?: (settings: SettingsOut) => ReactNode
  show: (settings: SettingsOut) => ReactNode
}

const partAt = (path: string): Part | undefined =>
  ({
    '/settings': {
      name: words.settings.business,
      lead: <Elsewhere />,
      show: (settings: SettingsOut) => <BusinessSettings settings={settings} />,
    },
    '/settings/drivers': {
      name: words.settings.drivers,
      lead: words.settings.driversLead,
      show: (settings: SettingsOut) => <DriverSettings settings={settings} />,
    },
    '/settings/customers': {
      name: words.settings.customers,
      lead: words.settings.customersLead,
      show: (settings: SettingsOut) => <CustomerSettings settings={settings} />,
    },
    '/settings/notices': {
      name: words.settings.notices,
      lead: words.settings.noticesLead,
      state: ({ text_provider: provider }: SettingsOut) => (
        <Badge icon={provider ? 'check' : 'warning'} tone={provider ? 'good' : 'warn'}>
          {providerInWords(provider)}
        </Badge>
      ),
      show: (settings: SettingsOut) => <NoticeSettings settings={settings} />,
    },
    '/settings/privacy': {
      name: words.privacy.title,
      lead: words.privacy.lead,
      show: (settings: SettingsOut) => <PrivacySettings settings={settings} />,
    },
    '/settings/sign-on': {
      name: words.singleSignOn.title,
      lead: words.singleSignOn.lead,
      show: () => <SingleSignOnSection />,
    },
    '/settings/traffic': {
      name: words.settings.traffic,
      lead: words.settings.trafficLead,
      show: () => <TrafficSection />,
    },
    '/settings/region': {
      name: words.settings.region,
      lead: words.settings.regionLead,
      show: () => <RegionSection />,
    },
  })[path]

const Elsewhere = () => (
  <RichText
    text={words.settings.elsewhere}
    parts={{
      fleet: (inner) => <Link href="/fleet">{inner}</Link>,
      zones: (inner) => <Link href="/zones">{inner}</Link>,
    }}
  />
)

export default function SettingsPage({ path }: { path: string }) {
  const settings = useQuery(endpointQuery('GET /settings'))
  const part = partAt(path)
  if (!part) return <NotFound />
  return (
    <SettingsFrame
      key={path}
      title={part.name}
      lead={part.lead}
      actions={settings.data ? part.state?.(settings.data) : null}
    >
      <QueryState query={settings} what={words.settings.theSettings}>
        {part.show}
      </QueryState>
    </SettingsFrame>
  )
}
