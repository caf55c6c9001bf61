// API keys and webhook endpoints. The logs of webhooks and API requests are separate tabs.
import { useState } from 'react'
import { useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import page from '../../ui/page.module.css'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import type { RunAction, Secret } from './act.ts'
import { DeliveriesPage } from './deliveries-page.tsx'
import { Endpoints } from './endpoints.tsx'
import { Keys } from './keys.tsx'
import { RequestsPage } from './requests-page.tsx'
import { IntegrationsFrame } from './tabs.tsx'

/** Shows one tab. `part` is the path after /integrations. */
const IntegrationsPage = ({ part }: { part: string }) => (
  <IntegrationsFrame>
    {part === '/deliveries' ? <DeliveriesPage /> : part === '/requests' ? <RequestsPage /> : <KeysAndEndpoints />}
  </IntegrationsFrame>
)

function KeysAndEndpoints() {
  const again = useInvalidate()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [said, setSaid] = useState('')
  const refresh = () => again('GET /keys', 'GET /webhooks/subscriptions')
  const act: RunAction = async (work, done) => {
    setSaid(await resultMessage(work, done))
    await refresh()
  }
  const show = (made: Secret): void => {
    setSecret(made)
    void refresh()
  }
  return (
    <>
      <p role="status" className={page.said}>
        {said}
      </p>
      <Keys act={act} onSecret={show} />
      <Endpoints act={act} onSecret={show} />
      {secret ? <SecretDialog {...secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}

export default IntegrationsPage
