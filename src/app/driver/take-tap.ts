// One tap of the driver: counted once under its key, at the phone's time as far as that can be true.
import type { Run, Tap } from '../../contract/driver.ts'
import { type Reply, ok } from '../../contract/endpoint.ts'
import { keepTap } from '../../store/routes/driver-taps.ts'
import { plausibleTime } from '../../domain/routes/stop.ts'
import { storedReply } from '../../store/keys/idempotency.ts'
import { readRoute } from '../../store/routes/routes.ts'
import { AlreadyAnswered, type Context, type WriteTx } from '../context.ts'
import { AppError, missing } from '../errors.ts'
import { type DriverVisit, linkEnded } from '../open-link.ts'
import { arriveAtStop } from '../routes/arrive-at-stop.ts'
import { endRoute } from '../routes/end-route.ts'
import { learnSettled } from '../routes/learn-visit.ts'
import { headToStop } from '../routes/head-to-stop.ts'
import { recordOutcome } from '../routes/record-outcome.ts'
import { reorderStops } from '../routes/reorder-stops.ts'
import { startRoute } from '../routes/start-route.ts'
import { undoOutcome } from '../routes/undo-outcome.ts'
import { keepRefused } from './keep-refused.ts'
import { readRun } from './read-run.ts'

/** The route as it then is. Sent again under its key, a tap changes nothing more. */
export async function takeTap({ ctx, routeId, ended }: DriverVisit, tap: Tap): Promise<Reply<Run>> {
  const { idempotency } = ctx
  const { dispatchedAt, kept } = await ctx.read(async (tx) => ({
    dispatchedAt: (await readRoute(tx, routeId))?.dispatchedAt ?? ctx.now,
    kept: idempotency && (await storedReply(tx, idempotency)),
  }))
  if (kept && idempotency && !kept.bodyHash.equals(idempotency.bodyHash))
    throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'This tap was sent with other contents before.')
  const at = plausibleTime(tap.at, dispatchedAt, ctx.now)
  const record = {
    routeId,
    key: idempotency?.key ?? ctx.newId(),
    kind: tap.status ?? tap.kind,
    stopId: tap.stop_uuid,
    claimedAt: tap.at,
    countedAt: at,
    receivedAt: ctx.now,
    place: tap.lat === null || tap.lng === null ? null : { lat: tap.lat, lng: tap.lng },
    accuracyMeters: tap.accuracy_meters,
    reason: tap.reason,
    notes: tap.driver_notes,
  }
  // The tap stands in the same commit as its effect.
  const recording: Context = {
    ...ctx,
    commit: <T>(work: (tx: WriteTx) => Promise<Reply<T>>) =>
      ctx.commit<T>(async (tx) => {
        const reply = await work(tx)
        await keepTap(tx, { ...record, refused: null })
        // Without an undo window it settled before its place was kept.
        if (tap.status === 'DELIVERED') await learnSettled(ctx, tx, record)
        return reply
      }),
  }
  if (kept && ended) throw linkEnded(true)
  if (!kept) {
    try {
      if (ended) throw linkEnded()
      await act(recording, routeId, tap, at)
    } catch (error) {
      // A twin that was faster has had the effect.
      if (!(error instanceof AlreadyAnswered)) {
        await keepRefused(ctx, record, error)
        throw error
      }
    }
  }
  return ok(await ctx.read((tx) => readRun(ctx, tx, routeId)))
}

function act(ctx: Context, routeId: string, tap: Tap, at: Date): Promise<unknown> {
  const route = { route_uuid: routeId, occurredAt: at }
  if (tap.kind === 'START') return startRoute(ctx, route)
  if (tap.kind === 'END') return endRoute(ctx, route)
  if (tap.kind === 'REORDER') return reorderStops(ctx, { ...route, stop_uuids: tap.stop_uuids ?? [] })
  if (!tap.stop_uuid) throw missing('stop with that uuid on the route')
  const stop = { ...route, stop_uuid: tap.stop_uuid }
  if (tap.kind === 'HEAD') return headToStop(ctx, stop)
  if (tap.kind === 'ARRIVE') return arriveAtStop(ctx, stop)
  if (tap.kind === 'UNDO') return undoOutcome(ctx, { params: stop, query: undefined, body: undefined })
  if (!tap.status) throw new AppError('invalid', 'INVALID', 'status is required.', { fields: ['status'] })
  return recordOutcome(ctx, {
    params: stop,
    query: undefined,
    body: {
      status: tap.status,
      reason: tap.reason,
      driver_notes: tap.driver_notes,
      occurred_at: at,
      arrived_at: null,
    },
  })
}
