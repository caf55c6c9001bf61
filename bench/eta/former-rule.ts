// Simple rule for expected arrivals, as the baseline of the comparison. It chains planned times from the driver's last tap, and
// shows a range of fixed width around each.
import { scheduleFrom } from '../../src/domain/planning/timing.ts'
import type { ArrivalRange } from '../../src/domain/forecast/arrival-range.ts'
import type { ReceivedEvents } from './received-events.ts'
import { emptyRoadSeconds } from './simulated-days.ts'

const MINUTE_SECONDS = 60
const ROUNDING_SECONDS = 5 * MINUTE_SECONDS

/** Expected arrivals, as of the last event that the server received. */
export class FormerRule {
  readonly etas: number[]
  private readonly received: ReceivedEvents
  constructor(received: ReceivedEvents) {
    this.received = received
    this.etas = received.day.plannedArrivals(null)
  }

  /** Updates the expected arrivals after a tap or position of the driver. */
  receive(now: number): void {
    const { received } = this
    const { day } = received
    if (received.startedAt === null) return
    const last = received.lastTap()
    const isThere = last?.kind === 'AT'
    const remaining = [...day.stops.keys()].filter((stop) => received.finished[stop] === null && stop !== last?.stop)
    const service = last ? (day.stops[last.stop]?.serviceSeconds ?? 0) : 0
    let departure = last ? last.at + (isThere ? service : 0) : now
    let from = last ? (day.stops[last.stop]?.address.pin ?? day.business.depot) : day.business.depot
    const { position } = received
    if (position && !isThere && position.at > (last?.at ?? 0)) [from, departure] = [position.place, position.at]
    const factor = (stop: number) =>
      day.business.factors[Math.floor((this.etas[stop] as number) / 3_600) % 24] as number
    const stops = remaining.map((stop) => {
      const { address, reload, serviceSeconds, window } = day.stops[stop] as (typeof day.stops)[number]
      const driveToReload = reload && emptyRoadSeconds(from, reload.place)
      const free = reload
        ? (driveToReload ?? 0) + emptyRoadSeconds(reload.place, address.pin)
        : emptyRoadSeconds(from, address.pin)
      from = address.pin
      return {
        drive: free * factor(stop),
        service: serviceSeconds,
        windows: window ? [window] : [],
        ...(reload && { reload: { drive: (driveToReload ?? 0) * factor(stop), seconds: reload.seconds } }),
      }
    })
    const due = day.breaks
      .filter(({ plannedStart, seconds }) => plannedStart + seconds > departure)
      .map((one, which) => ({ ...one, which }))
    const timing = scheduleFrom(departure, stops, 0, due)
    for (const [i, stop] of remaining.entries()) this.etas[stop] = timing.stops[i]?.arrival as number
  }

  range(stop: number, now: number): ArrivalRange & { median: number } {
    const { received } = this
    const before = received.finished.slice(0, stop).filter((at) => at === null).length
    const halfWidth = Math.min(60, 10 + 3 * before + (received.startedAt === null ? 20 : 0)) * MINUTE_SECONDS
    const earliest = Math.max(now, received.day.stops[stop]?.window?.start ?? now)
    const center = Math.max(this.etas[stop] as number, earliest)
    return {
      from: Math.floor(Math.max(center - halfWidth, earliest) / ROUNDING_SECONDS) * ROUNDING_SECONDS,
      to: Math.ceil((center + halfWidth) / ROUNDING_SECONDS) * ROUNDING_SECONDS,
      median: center,
    }
  }
}
