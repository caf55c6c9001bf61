// A route as its driver and its loader take it along: stops in driving order, then the load list, last stop first.
import type { Manifest } from '../../app/routes/read-manifest.ts'
import type { PrintedCell, PrintedColumn, PrintedDocument } from '../../app/ports/documents.ts'
import { calendarOf } from '../../app/calendar.ts'
import { TEMPERATURE_CLASSES, type TemperatureClass } from '../../domain/orders/order.ts'
import type { Pause } from '../../domain/routes/pauses.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { stopsOfTrip } from '../../domain/routes/trips.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import { STOP_OUTCOME_WORDS } from './outcome-words.ts'
import { timeInWords, timeOfDayInWords, windowInWords } from '../../domain/time-words.ts'
import { dayInWords } from '../words.ts'

type Stop = Manifest['stops'][number]

const METERS_PER_MILE = 1_609.344

export const TEMPERATURE_WORDS: Record<TemperatureClass, string> = {
  DRY: 'Dry',
  REFRIGERATED: 'Refrigerated',
  FROZEN: 'Frozen',
}

const STOP_COLUMNS: readonly PrintedColumn[] = [
  { title: 'Stop', share: 5, right: true },
  { title: 'Planned', share: 13 },
  { title: 'Deliver to', share: 33 },
  { title: 'Goods', share: 30 },
  { title: 'Received by', share: 19 },
]

const LOAD_COLUMNS: readonly PrintedColumn[] = [
  { title: 'Load', share: 6, right: true },
  { title: 'Stop', share: 6, right: true },
  { title: 'Delivery', share: 30 },
  { title: 'Items', share: 34 },
  { title: 'Temperature', share: 14 },
  { title: 'Pounds', share: 10, right: true },
]

export function manifestDocument({ business, route, stops }: Manifest, now: Date): PrintedDocument {
  const time = (instant: Date) => timeInWords(instant, business.timeZone)
  const { plannedStart, plannedEnd } = route
  const { start, end } = endsOf(route)
  const loaded = stops.filter((stop) => stop.status !== 'SKIPPED').toReversed()
  const loads = [...Map.groupBy(loaded, ({ trip }) => trip)].sort(([a], [b]) => a - b)
  const printed = `${dayInWords(calendarOf(business.timeZone).dayOf(now))} ${time(now)}`
  return {
    title: `Route ${route.name}, ${dayInWords(route.day)}`,
    lead: [
      `${business.name} · vehicle ${route.vehicleName} · driver ${route.driverName ?? 'not assigned'}`,
      [
        stopsIn(stops.length),
        `${(route.distanceMeters / METERS_PER_MILE).toFixed(1)} mi`,
        ...(plannedStart && plannedEnd ? [`${time(plannedStart)} to ${time(plannedEnd)}`] : []),
        `from ${start.name}`,
        ...(end?.name === start.name ? [] : [end ? `to ${end.name}` : 'ends at the last stop']),
      ].join(' · '),
      `Times of ${business.timeZone} · printed ${printed}`,
    ],
    parts: [
      { kind: 'heading', text: 'Stops in driving order' },
      stops.length === 0
        ? { kind: 'text', text: 'No stop is on this route.' }
        : { kind: 'table', columns: STOP_COLUMNS, rows: stopRows(stops, route.pauses, time) },
      { kind: 'signatures', labels: ['Driver', 'Date and time'] },
      { kind: 'heading', text: 'Load list: last stop first, so that the first stop is loaded last', startsPage: true },
      ...(loads.length > 1
        ? loads.flatMap(([trip, load], i): PrintedDocument['parts'] => [
            { kind: 'heading', text: `Load ${i + 1}${loadedAt(route.pauses, trip, time)}: ${weighed(load)}` },
            { kind: 'table', columns: LOAD_COLUMNS, rows: load.map(loadRow) },
          ])
        : [{ kind: 'table' as const, columns: LOAD_COLUMNS, rows: loaded.map(loadRow) }]),
      { kind: 'heading', text: 'In all' },
      { kind: 'facts', facts: totals(loaded) },
      { kind: 'signatures', labels: ['Loaded by', 'Driver', 'Date and time'] },
    ],
  }
}

function stopRows(stops: readonly Stop[], pauses: readonly Pause[], time: (instant: Date) => string): PrintedCell[][] {
  const before = (sequence: number | null) =>
    pauses.filter((pause) => pause.before === sequence).map((pause) => pauseRow(pause, stops, time))
  return [...stops.flatMap((stop) => [...before(stop.sequence), stopRow(stop, time)]), ...before(null)]
}

const pauseRow = (
  { kind, start, end, paid, which, handOver }: Pause,
  stops: readonly Stop[],
  time: (instant: Date) => string,
): PrintedCell[] => [
  null,
  { lines: [time(start)] },
  {
    lines: [
      kind === 'BREAK'
        ? `Break until ${time(end)}${paid ? '' : ', unpaid'}`
        : `${handOver ? takeOver(handOver) : 'Back to the depot: load'} ${stopsIn(stopsOfTrip(stops, which))}, until ${time(end)}`,
    ],
  },
  null,
  null,
]

const takeOver = ({ by, name, lat, lng }: NonNullable<Pause['handOver']>): string =>
  `From ${by}, ${name ?? `${lat.toFixed(5)}, ${lng.toFixed(5)}`}: take over`

const stopsIn = (count: number): string => `${count} ${count === 1 ? 'stop' : 'stops'}`

/** When a load after the first is loaded. */
function loadedAt(pauses: readonly Pause[], trip: number, time: (instant: Date) => string): string {
  const reload = pauses.find(({ kind, which }) => kind === 'RELOAD' && which === trip)
  const from = reload?.handOver ? ` from ${reload.handOver.by}` : ''
  return reload ? `${from} at ${time(reload.start)}` : ''
}

function stopRow(stop: Stop, time: (instant: Date) => string): PrintedCell[] {
  const outcome = STOP_OUTCOME_WORDS[stop.status]
  return [
    { lines: [String(stop.sequence)], bold: true },
    { lines: [time(stop.plannedArrival), windowOf(stop) ?? 'any time'], bold: true },
    {
      lines: [
        stop.address.line1,
        [stop.address.city, stop.address.region, stop.address.postalCode].filter(Boolean).join(', '),
        stop.customerName,
        ...(stop.customerPhone ? [stop.customerPhone] : []),
        ...(stop.instructions ? [stop.instructions] : []),
        ...(stop.customerInstructions ? [`From the customer: ${stop.customerInstructions}`] : []),
        `Reference ${stop.externalRef}`,
      ].filter(Boolean),
      bold: true,
    },
    {
      lines: [
        `${TEMPERATURE_WORDS[stop.temperatureClass]}, ${pounds(stop.loadWeightLbs)}`,
        ...stop.items.map(itemWords),
      ],
      bold: true,
    },
    outcome
      ? {
          lines: [
            stop.itemOutcomes ? 'Delivered in part' : outcome,
            ...(stop.finishedAt ? [time(stop.finishedAt)] : []),
          ],
          bold: true,
        }
      : null,
  ]
}

const windowOf = (stop: Stop): string | null =>
  windowsOf(stop)
    .map(({ start, end }) =>
      start && end ? `${timeOfDayInWords(start)} – ${timeOfDayInWords(end)}` : windowInWords([{ start, end }]),
    )
    .join(' or ') || null

const loadRow = (stop: Stop, i: number): PrintedCell[] => [
  { lines: [String(i + 1)], bold: true },
  { lines: [String(stop.sequence)] },
  { lines: [stop.externalRef, stop.customerName, stop.address.line1], bold: true },
  { lines: stop.items.length > 0 ? stop.items.map(itemWords) : ['Items not listed'] },
  { lines: [TEMPERATURE_WORDS[stop.temperatureClass]] },
  { lines: [stop.loadWeightLbs === null ? 'unknown' : figure(stop.loadWeightLbs)] },
]

const itemWords = ({ quantity, name, sku, temperatureClass }: Stop['items'][number]): string =>
  `${quantity} × ${name}${sku ? ` (${sku})` : ''}${
    temperatureClass && temperatureClass !== 'DRY' ? `, ${TEMPERATURE_WORDS[temperatureClass].toLowerCase()}` : ''
  }`

function totals(stops: readonly Stop[]): [string, string][] {
  const rows = TEMPERATURE_CLASSES.flatMap((temperature): [string, string][] => {
    const of = stops.filter((stop) => stop.temperatureClass === temperature)
    return of.length > 0 ? [[TEMPERATURE_WORDS[temperature], weighed(of)]] : []
  })
  return [...rows, ['Together', weighed(stops)]]
}

function weighed(stops: readonly Stop[]): string {
  const known = stops.filter((stop) => stop.loadWeightLbs !== null)
  const sum = known.reduce((total, stop) => total + (stop.loadWeightLbs ?? 0), 0)
  const unknown = stops.length - known.length
  const of = `${stops.length} ${stops.length === 1 ? 'delivery' : 'deliveries'}, ${pounds(sum)}`
  return unknown > 0 ? `${of}, of which ${unknown} of unknown weight` : of
}

const figure = (value: number): string => Math.round(value).toLocaleString('en-US')
const pounds = (value: number | null): string => (value === null ? 'weight unknown' : `${figure(value)} lb`)
