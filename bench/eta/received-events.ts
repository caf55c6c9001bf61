// Taps and positions of a simulated route that the server has received by a time.
import { observeRoute, type ReportedStop, todaySoFar } from '../../src/domain/forecast/observe-route.ts'
import { type LastFact, lastFactOf } from '../../src/domain/forecast/last-fact.ts'
import type { Pace } from '../../src/domain/forecast/pace.ts'
import type { RestOfDay, Traffic, Visit } from '../../src/domain/forecast/rest-of-day.ts'
import { type Stay, stayWith } from '../../src/domain/forecast/stays.ts'
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
  readonly stays: (Stay | null)[]
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
    this.stays = day.stops.map(() => null)
    this.traffic = storedTraffic(day)
  }

  receive({ kind, at, receivedAt, stop, isSkipped, place }: DriverEvent): void {
    if (kind === 'SEEN') {
      this.receivePosition(at, place as Place)
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

  private receivePosition(at: number, place: Place): void {
    const before = this.position
    const open = [...this.day.stops.keys()].filter((stop) => this.finished[stop] === null)
    const distances = open.map((stop) => {
      const pin = this.day.stops[stop]?.address.pin as Place
      return {
        stay: this.stays[stop] as Stay | null,
        meters: metersBetween(pin, place),
        metersBefore: before && metersBetween(pin, before.place),
      }
    })
    const stayed = stayWith(distances, { at, accuracyMeters: null, previousAt: before?.at ?? null })
    if (stayed) this.stays[open[stayed.index] as number] = stayed.stay
    this.position = { at, place }
  }

  /** Returns the last certain fact, and the stays that count as visits, keyed by the index of their stop. */
  lastFact(stays = this.stays): { last: LastFact | null; visits: ReadonlyMap<number, Stay> } {
    return lastFactOf(
      stays.map((stay, stop) => {
        const finishedAt = this.finished[stop] as number | null
        // A driver may skip a stop at any location.
        const isSkipped = this.skipped[stop] === true
        return {
          isOpen: finishedAt === null,
          opensAt: this.day.stops[stop]?.window?.start ?? null,
          arrivedAt: isSkipped ? null : (this.arrived[stop] as number | null),
          finishedAt: isSkipped ? null : finishedAt,
          stay,
        }
      }),
      this.position?.at ?? null,
    )
  }

  /** Returns the last certain fact by the taps alone. */
  lastTap(): LastFact | null {
    return this.lastFact(this.stays.map(() => null)).last
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

  /** Returns the arrivals at stops that the vehicle visited, by its stays, but that have no tap yet. */
  arrivals(): { stop: number; at: number }[] {
    return [...this.lastFact().visits]
      .filter(([stop]) => this.arrived[stop] === null)
      .map(([stop, { from }]) => ({ stop, at: from }))
  }

  private opensAt(stop: number): number {
    return this.day.stops[stop]?.window?.start ?? 0
  }

  /** Returns the input of the forecast, and the index of the stop for each visit. The index of a reload is null. */
  forecastInput(now: number, pace: Pace): { day: RestOfDay; stops: (number | null)[] } {
    const { day, traffic } = this
    const { last, visits: visited } = this.lastFact()
    const isThere = last?.kind === 'AT'
    const open = [...day.stops.keys()].filter(
      (stop) => this.finished[stop] === null && stop !== last?.stop && !visited.has(stop),
    )
    const { visits, stops, driveHomeSeconds } = this.remainingVisits(last, open)
    const observed = observeRoute(this.reportedStops(), this.startedAt, day.breaks, traffic)
    const leftAt = last && isThere ? Math.max(last.at, this.opensAt(last.stop)) : (last?.at ?? this.startedAt)
    const [first] = visits
    const lastPosition =
      this.position && !isThere && this.startedAt !== null && this.position.at > (leftAt ?? 0) && first
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
          kind: isThere ? 'AT' : leftAt === null ? 'PLANNED' : 'LEFT',
          at: leftAt ?? day.plannedStart,
        },
        lastPosition,
        visits,
        driveHomeSeconds,
        breaks: observed.breaksLeft.filter(({ end }) => now <= end + 1_800),
        todaySoFar: todaySoFar(observed, pace.parkSeconds),
        traffic,
      },
    }
  }

  /** Returns the visits from the last fact on: the stop where the vehicle is, and the `open` stops with their reloads. */
  private remainingVisits(last: LastFact | null, open: readonly number[]) {
    const { day } = this
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
    if (last?.kind === 'AT') visit(last.stop, true)
    for (const stop of open) visit(stop, false)
    return { visits, stops, driveHomeSeconds: emptyRoadSeconds(from, day.business.depot) }
  }
}

const metersBetween = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

const placeOf = (day: SimulatedDay, first: Visit, stop: number | null): Place => {
  const one = day.stops[stop ?? (first.key - 1) / 2] as SimulatedDay['stops'][number]
  return stop === null ? (one.reload?.place as Place) : one.address.pin
}
