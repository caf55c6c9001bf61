// Taps and positions of a simulated route that the server has received by a time.
import { observeRoute, type ReportedStop, todaySoFar } from '../../src/domain/forecast/observe-route.ts'
import type { Pace } from '../../src/domain/forecast/pace.ts'
import type { RestOfDay, Traffic, Visit } from '../../src/domain/forecast/rest-of-day.ts'
import { type SimulatedDay, emptyRoadSeconds, type DriverEvent, type Place } from './simulated-days.ts'

/** Traffic factors of four days by the hour, each day with the stored factors of the business. */
const storedTraffic = ({ business }: SimulatedDay): Traffic => ({
  from: 0,
  slotSeconds: 3_600,
  factors: Array.from({ length: 96 }, (_, hour) => business.factors[hour % 24] as number),
})

export class ReceivedEvents {
  startedAt: number | null = null
  readonly arrived: (number | null)[]
  readonly finished: (number | null)[]
  readonly skipped: boolean[]
  readonly reportedLate: boolean[]
  position: { at: number; place: Place } | null = null
  lastTapReceivedAt = 0
  readonly day: SimulatedDay
  readonly traffic: Traffic

  constructor(day: SimulatedDay) {
    this.day = day
    this.arrived = day.stops.map(() => null)
    this.finished = day.stops.map(() => null)
    this.skipped = day.stops.map(() => false)
    this.reportedLate = day.stops.map(() => false)
    this.traffic = storedTraffic(day)
  }

  receive({ kind, at, receivedAt, stop, isSkipped, place }: DriverEvent): void {
    if (kind === 'SEEN') {
      this.position = { at, place: place as Place }
      return
    }
    this.lastTapReceivedAt = receivedAt
    this.startedAt ??= at
    if (kind === 'ARRIVE') this.arrived[stop] = at
    if (kind !== 'OUTCOME') return
    this.finished[stop] = at
    this.skipped[stop] = isSkipped ?? false
    this.reportedLate[stop] = receivedAt - at > 300
  }

  /** Returns the stop that the driver reached last, according to the taps that the server has received. Null if there is none. */
  lastReachedStop(): { stop: number; at: number; isThere: boolean } | null {
    let last: { stop: number; at: number; isThere: boolean } | null = null
    for (const stop of this.day.stops.keys()) {
      const at = this.finished[stop] ?? this.arrived[stop] ?? null
      if (at !== null && !this.skipped[stop] && at >= (last?.at ?? 0))
        last = { stop, at, isThere: this.finished[stop] === null }
    }
    return last
  }

  reportedStops(): ReportedStop[] {
    const { stops, business } = this.day
    return stops.map(({ address, reload, serviceSeconds, hasLearnedTime, window }, i) => ({
      isSkipped: this.skipped[i] as boolean,
      arrivedAt: this.arrived[i] as number | null,
      finishedAt: this.finished[i] as number | null,
      driveSeconds: reload ? null : emptyRoadSeconds(stops[i - 1]?.address.pin ?? business.depot, address.pin),
      serviceSeconds,
      hasLearnedTime,
      opensAt: window?.start ?? null,
      isReportedLate: this.reportedLate[i] as boolean,
    }))
  }

  /** Returns the input of the forecast, and the index of the stop for each visit. The index of a reload is null. */
  forecastInput(now: number, pace: Pace): { day: RestOfDay; stops: (number | null)[] } {
    const { day, traffic } = this
    const last = this.lastReachedStop()
    const open = [...day.stops.keys()].filter((stop) => this.finished[stop] === null && stop !== last?.stop)
    let from = last ? (day.stops[last.stop]?.address.pin as Place) : day.business.depot
    const visits: Visit[] = []
    const stops: (number | null)[] = []
    const visit = (stop: number, isHere: boolean): void => {
      const { address, reload, serviceSeconds, hasLearnedTime, window } = day.stops[
        stop
      ] as SimulatedDay['stops'][number]
      const key = 2 * stop
      if (reload && !isHere) {
        const driveSeconds = emptyRoadSeconds(from, reload.place)
        visits.push({
          key: key + 1,
          driveSeconds,
          serviceSeconds: reload.seconds,
          hasLearnedTime: true,
          windows: [],
          isReload: true,
        })
        stops.push(null)
        from = reload.place
      }
      visits.push({
        key,
        driveSeconds: emptyRoadSeconds(from, address.pin),
        serviceSeconds,
        hasLearnedTime,
        windows: window ? [window] : [],
      })
      stops.push(stop)
      from = address.pin
    }
    if (last?.isThere) visit(last.stop, true)
    for (const stop of open) visit(stop, false)
    const observed = observeRoute(this.reportedStops(), this.startedAt, day.breaks, traffic)
    const leftAt = last?.isThere
      ? Math.max(last.at, day.stops[last.stop]?.window?.start ?? 0)
      : (last?.at ?? this.startedAt)
    const [first] = visits
    const lastPosition =
      this.position && !last?.isThere && this.startedAt !== null && this.position.at > (leftAt ?? 0) && first
        ? {
            at: this.position.at,
            driveSeconds: emptyRoadSeconds(this.position.place, placeOf(day, first, stops[0] ?? null)),
          }
        : null
    return {
      stops,
      day: {
        now,
        lastEvent: {
          kind: last?.isThere ? 'AT' : leftAt === null ? 'PLANNED' : 'LEFT',
          at: leftAt ?? day.plannedStart,
        },
        lastPosition,
        visits,
        driveHomeSeconds: emptyRoadSeconds(from, day.business.depot),
        breaks: observed.breaksLeft.filter(({ end }) => now <= end + 1_800),
        todaySoFar: todaySoFar(observed, pace.parkSeconds),
        traffic,
      },
    }
  }
}

const placeOf = (day: SimulatedDay, first: Visit, stop: number | null): Place => {
  const one = day.stops[stop ?? (first.key - 1) / 2] as SimulatedDay['stops'][number]
  return stop === null ? (one.reload?.place as Place) : one.address.pin
}
