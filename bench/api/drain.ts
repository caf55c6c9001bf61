// Measures the rate at which webhooks are sent.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { loadDeliveries } from './bulk.ts'
import { startChild } from './child.ts'
import type { BenchedBusiness } from './service.ts'

/** Queues many deliveries for a paused endpoint, resumes it, and lets the receiver time them. */
export async function drainWebhooks(
  by: BenchedBusiness,
  db: pg.Client,
  count: number,
): Promise<{ perSecond: number; cpuMs: number }> {
  const receiver = startChild<{ url: string } & { perSecond: number; cpuMs: number }>('receiver.ts', {
    expected: count,
  })
  const { url } = await receiver.answer()
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${by.api}/webhooks/subscriptions${path}`, {
      method,
      headers: {
        authorization: `Bearer ${by.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { data: { endpoint_uuid: string } }).data.endpoint_uuid
  }
  const endpointId = await send('POST', '', { url })
  await send('PATCH', `/${endpointId}`, { active: false })
  await loadDeliveries(db, by.businessId, endpointId, count)
  await send('PATCH', `/${endpointId}`, { active: true })
  const { perSecond, cpuMs } = await receiver.answer()
  await receiver.end()
  return { perSecond, cpuMs }
}
