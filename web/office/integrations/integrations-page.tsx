// API keys, webhooks with their log, connected shops, and API calls, each on a tab.
import { useState } from 'react'
import { type Route } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import page from '../../ui/page.module.css'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import type { RunAction, Secret } from './act.ts'
import { DeliveriesPage } from './deliveries-page.tsx'
import { Endpoints } from './endpoints.tsx'
import { Keys } from './keys.tsx'
import { Shops } from './shops.tsx'
import { RequestsPage } from './requests-page.tsx'
import { IntegrationsFrame } from './tabs.tsx'

/** Shows one tab. `part` is the path after /integrations. */
export default function IntegrationsPage({ part }: { part: string }) {
  return (
    <IntegrationsFrame>
      {part === '/requests' ? (
        <RequestsPage />
      ) : part === '/deliveries' ? (
        <>
          <WithSecret list="GET /webhooks/subscriptions" content={Endpoints} />
          <DeliveriesPage />
        </>
      ) : part === '/shops' ? (
        <WithSecret list="GET /connectors" content={Shops} />
      ) : (
        <WithSecret list="GET /keys" content={Keys} />
      )}
    </IntegrationsFrame>
  )
}

interface SecretProps {
  /** List that every action changes. */
  list: Route
  content: typeof Keys | typeof Endpoints | typeof Shops
}

/** Shows the result of each action, and new secrets. */
function WithSecret({ list, content: Content }: SecretProps) {
  const again = useInvalidate()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [said, setSaid] = useState('')
  const act: RunAction = async (work, done) => {
    setSaid(await resultMessage(work, done))
    await again(list)
  }
  const show = (made: Secret): void => {
    setSecret(made)
    void again(list)
  }
  return (
    <>
      <p role="status" className={page.said}>
        {said}
      </p>
      <Content act={act} onSecret={show} />
      {secret ? <SecretDialog {...secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}
