// Simple rule for expected arrivals, as the baseline of the comparison. It chains planned times from the driver's last tap, and
// shows a range of fixed width around each.
import { scheduleFrom } from '../../src/domain/planning/timing.ts'
import type { Range } from '../../src/domain/forecast/range.ts'
import type { Known } from './known.ts'
import { freeSeconds } from './truth.ts'

const MINUTE = 60
const GRAIN = 5 * MINUTE

/** Expected arrivals, as of the last event that the server received. */
export class FormerRule {
  readonly etas: number[]
  private readonly known: Known
  constructor(known: Known) {
    this.known = known
    this.etas = [...known.day.plannedArrival]
  }

  /** Updates the expected arrivals after a tap or position of the driver. */
  hear(now: number): void {
    const { known } = this
    const { day } = known
    if (known.startedAt === null) return
    const last = known.lastKnown()
    const rest = [...day.stops.keys()].filter((stop) => known.finished[stop] === null && stop !== last?.stop)
    const service = last ? (day.stops[last.stop]?.serviceSeconds ?? 0) : 0
    let leaves = last ? (last.isThere ? last.at + service : last.at) : now
    let from = last ? (day.stops[last.stop]?.address.pin ?? day.business.depot) : day.business.depot
    const { position } = known
    if (position && !last?.isThere && position.at > (last?.at ?? 0)) [from, leaves] = [position.place, position.at]
    const factor = (stop: number) =>
      day.business.factors[Math.floor((this.etas[stop] as number) / 3_600) % 24] as number
    const stops = rest.map((stop) => {
      const { address, reload, serviceSeconds, window } = day.stops[stop] as (typeof day.stops)[number]
      const by = reload && freeSeconds(from, reload.place)
      const free = reload ? (by ?? 0) + freeSeconds(reload.place, address.pin) : freeSeconds(from, address.pin)
      from = address.pin
      return {
        drive: free * factor(stop),
        service: serviceSeconds,
        windows: window ? [window] : [],
        ...(reload && { reload: { drive: (by ?? 0) * factor(stop), seconds: reload.seconds } }),
      }
    })
    const due = day.breaks
      .filter(({ plannedStart, seconds }) => plannedStart + seconds > leaves)
      .map((one, which) => ({ ...one, which }))
    const timing = scheduleFrom(leaves, stops, 0, due)
    for (const [i, stop] of rest.entries()) this.etas[stop] = timing.stops[i]?.arrival as number
  }

  range(stop: number, now: number): Range & { median: number } {
    const { known } = this
    const before = known.finished.slice(0, stop).filter((at) => at === null).length
    const either = Math.min(60, 10 + 3 * before + (known.startedAt === null ? 20 : 0)) * MINUTE
    const earliest = Math.max(now, known.day.stops[stop]?.window?.start ?? now)
    const center = Math.max(this.etas[stop] as number, earliest)
    return {
      from: Math.floor(Math.max(center - either, earliest) / GRAIN) * GRAIN,
      to: Math.ceil((center + either) / GRAIN) * GRAIN,
      median: center,
    }
  }
}
