// POST /webhooks/subscriptions/{endpoint_uuid}/replay: sends the events of a period to one endpoint
// (docs/spec/webhooks.md#event-log).
import { text } from '../../../texts/text.ts'
import { MAX_REPLAYED_EVENTS } from '../../../contract/limits.ts'
import { audit } from '../../../store/audit/audit.ts'
import { countEvents, replayEvents as replay } from '../../../store/webhooks/events.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

export async function replayEvents(ctx: Context, endpointId: string, time: { from: Date; until: Date }) {
  return ctx.write(async (tx) => {
    const { active } = await lockRequiredEndpoint(tx, endpointId)
    if ((await countEvents(tx, time, MAX_REPLAYED_EVENTS + 1)) > MAX_REPLAYED_EVENTS)
      throw invalid(
        'from',
        text('and until cover more than {most} events; send them in shorter periods', { most: MAX_REPLAYED_EVENTS }),
      )
    const deliveries = await replay(tx, endpointId, time, ctx.now)
    audit(tx, ctx, {
      action: 'webhook_deliveries.replayed',
      entity: 'webhook_endpoint',
      entityId: endpointId,
      detail: { since: time.from.toISOString(), until: time.until.toISOString(), deliveries },
    })
    if (active) ctx.wake('webhooks')
    return { deliveries }
  })
}
