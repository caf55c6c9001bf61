// The office during the drive. Removes stops from the route, sends the link again, cancels the route, plans the
// remaining stops again, and resolves late data of the phone.
import { type App, type Context, makeContext } from '../../../src/app/context.ts'
import { readExceptions } from '../../../src/app/routes/day/read-exceptions.ts'
import { dismissRefused } from '../../../src/app/driving/dismiss-refused.ts'
import { recordLateOutcome } from '../../../src/app/driving/record-late-outcome.ts'
import { showDriverLink } from '../../../src/app/driving/show-driver-link.ts'
import { AppError } from '../../../src/app/errors.ts'
import { moveStops } from '../../../src/app/routes/manual/move-stops.ts'
import { versionOf } from '../../../src/app/routes/manual/version.ts'
import { cancelRoute } from '../../../src/app/routes/cancel-route.ts'
import { resendLink } from '../../../src/app/routes/resend-link.ts'
import { dayFromWire } from '../../../src/contract/fields.ts'
import { readRoute } from '../../../src/store/routes/routes.ts'
import { readStops } from '../../../src/store/routes/stops.ts'
import type { Caller } from '../caller.ts'
import { isOutcome, type IntendedState } from './meaning.ts'

export interface Office {
  /** Removes the order's stop from the route. Returns false if the driver has arrived or finished there. */
  takeOff(orderId: string): Promise<boolean>
  /** Sends the driver a new link of the route, and returns its path. Null if the route has ended. */
  resend(): Promise<string | null>
  /** Cancels the route. Returns false if it has ended. */
  cancel(): Promise<boolean>
  /** Plans and sends a route of the day's open deliveries. Returns the path of its link, or null if none is open. */
  planAgain(): Promise<string | null>
  /**
   * Records every outcome that the driver meant, with one click each, and dismisses the other late data. Returns the
   * refusals.
   */
  answerLate(meaning: IntendedState): Promise<string[]>
}

export function newOffice(app: App, shop: Caller, day: { date: string; routeId: string }): Office {
  const { routeId } = day
  const isoDay = dayFromWire(day.date) ?? ''
  const actor = { kind: 'SYSTEM', id: null } as const
  const { businessId } = shop
  /** Each change has its own context. */
  const ctx = (): Context =>
    makeContext(app, { businessId, timeZone: 'America/New_York', actor, requestId: null, idempotency: null })
  const isDone = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }
  const linkOf = async (id: string) => new URL((await showDriverLink(app, id)).url).pathname
  return {
    takeOff: async (orderId) => {
      const version = await ctx().read(async (tx) => {
        const route = await readRoute(tx, routeId)
        return route ? versionOf(route, await readStops(tx, [routeId])) : ''
      })
      const moves = [{ order_uuids: [orderId], to: null }]
      return isDone(moveStops(ctx(), { moves, versions: { [routeId]: version }, preview: false }))
    },
    resend: async () => ((await isDone(resendLink(ctx(), routeId))) ? linkOf(routeId) : null),
    cancel: () => isDone(cancelRoute(ctx(), routeId)),
    planAgain: async () => {
      const { open } = await ctx().read(async (tx) => ({
        open: await tx.selectFrom('orders').select('orderId').where('status', '=', 'OPEN').execute(),
      }))
      if (open.length === 0) return null
      const built = await shop.write('/routes/build', { date: day.date }, 201)
      const [route] = built.data.routes as { route_uuid: string }[]
      if (!route) return null
      await shop.write(`/routes/${route.route_uuid}/dispatch`, undefined, 200)
      return linkOf(route.route_uuid)
    },
    answerLate: async ({ stops }) => {
      const faults: string[] = []
      const { late_taps: late } = await readExceptions(ctx(), isoDay)
      for (const { route_uuid, stop_uuid, reported, line1 } of late) {
        const meant = stops.find(({ stopId }) => stopId === stop_uuid)
        if (!stop_uuid || !reported || !meant || !isOutcome(meant)) await dismissRefused(ctx(), route_uuid, stop_uuid)
        else {
          await recordLateOutcome(ctx(), { routeId: route_uuid, stopId: stop_uuid }).catch((error: Error) =>
            faults.push(`${line1}, ${meant.state}, could not be recorded: ${error.message}`),
          )
          meant.isOff = false
        }
      }
      const left = (await readExceptions(ctx(), isoDay)).late_taps
      if (left.length > 0) faults.push(`${left.length} stops with late taps were left`)
      return faults
    },
  }
}
