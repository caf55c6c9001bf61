// A business of the proof of erasure.
import { operatorContext } from '../../src/app/business/audited-change.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { readReport } from '../../src/app/business/reports/read-report.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { sealReceiptsJob } from '../../src/jobs/seal-receipts.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { REASON } from './erase-person.ts'
import type { InProcess } from './in-process.ts'
import { tomorrow } from './mixed-load.ts'
import { addVan } from './shops.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

export async function openShop({ app, api }: InProcess) {
  const { origin } = new URL(api)
  const { businessId } = await createBusiness(app, { name: 'Proof business', timeZone: 'America/New_York' })
  await changeSettings(app, businessId, {
    undoWindowSeconds: 0,
    smsConsentDefault: true,
    quietHours: null,
    notifyScheduled: true,
    notifyOnTheWay: true,
    notifyOutcome: true,
  })
  await createDepot(app, businessId, { name: 'Proof depot', address: null, lat: 38.9, lng: -77.03 })
  await addVan(app, businessId)
  const { apiKey } = await createKey(app, { businessId, name: 'proof' })
  const user = { email: `proof-${businessId}@office.test`, password: 'a password for proofs' }
  const { userId } = await createUser(app, businessId, { ...user, name: 'Proof', role: 'OWNER' })
  const ctx = { ...(await operatorContext(app, businessId)), actor: { kind: 'OFFICE' as const, id: userId } }
  let keys = 0
  const send = async (url: string, body: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${api}${url}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': `${url}-${++keys}`,
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: Record<string, unknown>; message: string }
    if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${answer.message}`)
    return answer.data
  }
  return {
    app,
    ctx,
    origin,
    businessId,
    apiKey,
    user,
    post: send,
    settle: async () => {
      for (const job of [settleOutcomesJob, sealReceiptsJob, sendMessagesJob, sendWebhooksJob])
        while (await job.run(app, undefined));
      await app.callLog.flush()
    },
    figures: async () => {
      const day = tomorrow()
      const [month = '', date = '', year = ''] = day.split('/')
      const at = `${year}-${month}-${date}`
      // Erasure replaces a reason that a driver typed. The same replacement here makes the reports comparable.
      return JSON.stringify(await readReport(ctx, { from: at, to: at })).replaceAll(REASON, 'Erased')
    },
  }
}
