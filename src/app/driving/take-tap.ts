// Accepts one tap of the driver, once per idempotency key. The tap counts at the phone's time if that time is
// plausible.
import type { DriverRoute, Tap } from '../../contract/driver.ts'
import { isTapDone, storeTap, type RecordedTap } from '../../store/routes/driver-taps.ts'
import type { Scans } from '../../domain/routes/scanning.ts'
import { onServerClock, plausibleTime } from '../../domain/routes/stop.ts'
import { storedResponse } from '../../store/keys/idempotency.ts'
import { readRoute } from '../../store/routes/routes.ts'
import { DuplicateRequest, type Context } from '../context.ts'
import { AppError, missing } from '../errors.ts'
import { type DriverVisit, linkEndedError } from '../resolve-link.ts'
import { removePhoto } from './proofs/remove-photo.ts'
import { arriveAtStop } from '../routes/arrive-at-stop.ts'
import { endRoute } from '../routes/end-route.ts'
import { recordSettledVisit } from '../routes/record-visit.ts'
import { headToStop } from '../routes/head-to-stop.ts'
import { recordOutcome } from '../routes/record-outcome.ts'
import { endBreak, startBreak } from '../routes/record-break.ts'
import { reportDelay } from '../routes/report-delay.ts'
import { reorderStops } from '../routes/reorder-stops.ts'
import { startRoute } from '../routes/start-route.ts'
import { undoLastReport } from '../routes/undo-outcome.ts'
import type { Texting } from '../customers/messages/text-obstacle.ts'
import { checkLoad } from './check-load.ts'
import { leaveNote } from './leave-note.ts'
import { reportStreet } from './report-street.ts'
import { reportProblem } from './report-problem.ts'
import { textCustomer, textingToStop } from './text-customer.ts'
import { storeRefusedTap } from './store-refused-tap.ts'
import { readDriverRoute } from './read-driver-route.ts'

/** Applies the tap and returns the route. A retry under the same key changes nothing more. */
export async function applyTap({ ctx, routeId, ended }: DriverVisit, tap: Tap): Promise<DriverRoute> {
  const { idempotency } = ctx
  const { dispatchedAt, stored, known } = await ctx.read(async (tx) => ({
    dispatchedAt: (await readRoute(tx, routeId))?.dispatchedAt ?? ctx.now,
    stored: idempotency && (await storedResponse(tx, idempotency)),
    known: idempotency !== null && (await isTapDone(tx, routeId, idempotency.key)),
  }))
  if (stored && idempotency && !stored.bodyHash.equals(idempotency.bodyHash))
    throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'This tap was sent before with different content.')
  const at = plausibleTime(onServerClock(tap.at, tap.clock_skew_ms), dispatchedAt, ctx.now)
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
    reason: tap.text ?? tap.reason,
    notes: tap.driver_notes,
    leftWhere: tap.left_where,
    scans: scansOf(tap),
    checks: tap.checks,
    itemDifferences: tap.items,
  }
  const isDone = stored !== null || known
  if (isDone && ended) throw linkEndedError(ended, true)
  if (!isDone) {
    try {
      if (ended) throw linkEndedError(ended)
      const texting = tap.text && tap.stop_uuid ? await textingToStop(ctx, tap.stop_uuid) : null
      await ctx.write(async (tx) => {
        await applyTapOfKind(ctx.joining(tx), routeId, tap, record, texting)
        await storeTap(tx, { ...record, refused: null })
        // Without an undo window, the outcome settled in `applyTapOfKind`, before the tap's location was stored, so the
        // visit is recorded here.
        if (tap.status === 'DELIVERED') await recordSettledVisit(ctx, tx, record)
      })
    } catch (error) {
      // After `DuplicateRequest`, do nothing: a concurrent copy of the request has applied the tap.
      if (!(error instanceof DuplicateRequest)) {
        // The office can do nothing about a text that was not sent.
        if (tap.kind !== 'TEXT') await storeRefusedTap(ctx, record, error)
        throw error
      }
    }
  }
  return readDriverRoute(ctx, routeId)
}

function applyTapOfKind(
  ctx: Context,
  routeId: string,
  tap: Tap,
  record: Omit<RecordedTap, 'refused'>,
  texting: Texting | null,
): Promise<unknown> {
  const at = record.countedAt
  if (tap.kind === 'START') return startRoute(ctx, routeId, at)
  if (tap.kind === 'END') return endRoute(ctx, routeId, at)
  if (tap.kind === 'LOAD' && tap.load) return checkLoad(ctx, routeId, tap.load, at)
  if (tap.kind === 'DELAY' && tap.minutes !== null) return reportDelay(ctx, routeId, tap.minutes, at)
  if (tap.kind === 'BREAK_START' && tap.minutes !== null) return startBreak(ctx, routeId, tap.minutes, at)
  if (tap.kind === 'BREAK_END') return endBreak(ctx, routeId, at)
  if (tap.kind === 'PROBLEM') return reportProblem(ctx, routeId, tap.reason)
  if (tap.kind === 'NOTE') return leaveNote(ctx, routeId)
  if (tap.kind === 'REORDER') return reorderStops(ctx, routeId, tap.stop_uuids ?? [])
  if (!tap.stop_uuid) throw missing('stop with that uuid on the route')
  const stop = { routeId, stopId: tap.stop_uuid }
  if (tap.kind === 'TEXT' && tap.text && texting) return textCustomer(ctx, stop, tap.text, at, texting)
  if (tap.kind === 'STREET') return reportStreet(ctx, stop, tap.reason)
  if (tap.kind === 'HEAD') return headToStop(ctx, stop, at)
  if (tap.kind === 'ARRIVE') return arriveAtStop(ctx, stop, at)
  if (tap.kind === 'UNDO') return undoLastReport(ctx, stop)
  if (tap.kind === 'REMOVE_PHOTO' && tap.proof_uuid) return removePhoto(ctx, stop, tap.proof_uuid)
  const { status, reason, driver_notes: driverNotes, left_where: leftWhere, items: differences } = tap
  if (!status) throw new AppError('invalid', 'INVALID', 'status is required.', { fields: ['status'] })
  const said = { reason, driverNotes, leftWhere, differences, scans: scansOf(tap), checks: tap.checks }
  return recordOutcome(ctx, stop, { status, ...said, tap: record, occurredAt: at, arrivedAt: null })
}

const scansOf = ({ scanned, not_scanned: reason }: Tap): Scans | null =>
  scanned === null && reason === null ? null : { codes: scanned ?? [], reason }
