// GET /events: the log of all events (docs/spec/webhooks.md#event-log).
import { inEnglishOnly } from '../../../texts/text.ts'
import type { EventsQuery } from '../../../contract/event-log.ts'
import { EVENTS_KEPT_DAYS } from '../../../domain/webhooks/event.ts'
import { timeOfId } from '../../../domain/ordered-id.ts'
import { proofsOfStops } from '../../../store/routes/proofs.ts'
import { eventHorizon, eventPage, findEvent, oldestEvent } from '../../../store/webhooks/events.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { hasOutcome, webhookBody } from './render.ts'

const DEFAULT_LIMIT = 50
const DAY_MS = 86_400_000

export async function listEvents(ctx: Context, query: EventsQuery) {
  const { after, since } = query
  if (after) await refuseUnknown(ctx, after)
  const limit = query.limit ?? DEFAULT_LIMIT
  const horizon = await ctx.read((tx) => eventHorizon(tx))
  if (horizon === null) return { items: [], nextCursor: null }
  const { page, proofs, isLast } = await ctx.read(async (tx) => {
    // Read one row more than requested, to learn whether there is a next page.
    const found = await eventPage(tx, { after, since }, horizon, limit + 1)
    const page = found.slice(0, limit)
    const stopIds = page.flatMap(({ event, facts }) => (hasOutcome(event) && facts.stop_uuid ? [facts.stop_uuid] : []))
    return { page, proofs: await proofsOfStops(tx, stopIds), isLast: found.length <= limit }
  })
  return {
    items: page.map(({ eventId, event, facts, at }) => ({
      event_uuid: eventId,
      ...webhookBody(
        { event, facts, firstAttemptAt: at, isTest: ctx.isTest },
        proofs.get(facts.stop_uuid ?? '') ?? [],
        ctx.now,
        ctx,
      ),
    })),
    nextCursor: isLast ? null : (page.at(-1)?.eventId ?? null),
  }
}

/**
 * Throws if the event is unknown. If it has expired, later events may have expired, too. The 410 response then names
 * the oldest stored event.
 */
async function refuseUnknown(ctx: Context, eventId: string): Promise<void> {
  const { known, oldest } = await ctx.read(async (tx) => ({
    known: await findEvent(tx, eventId),
    oldest: await oldestEvent(tx),
  }))
  if (known) return
  const at = timeOfId(eventId)
  if (!at || at > ctx.now || (oldest && at > oldest.at)) throw invalid('after', 'is not an event of this business')
  throw new AppError(
    'gone',
    'EVENTS_GONE',
    inEnglishOnly(
      `Events are kept for ${EVENTS_KEPT_DAYS} days, so later events may have been deleted. Start again without after, at the oldest event, and read the changes that you may have missed from the change feed.`,
    ),
    {
      fields: ['after'],
      details: {
        oldest: oldest && { event_uuid: oldest.eventId, occurred_at: oldest.at.toISOString() },
        kept_since: new Date(ctx.now.getTime() - EVENTS_KEPT_DAYS * DAY_MS).toISOString(),
      },
    },
  )
}
