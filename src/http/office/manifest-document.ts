// A route as its driver and its loader take it along: stops in driving order, then the load list, last stop first.
import type { Manifest } from '../../app/routes/read-manifest.ts'
import type { PrintedCell, PrintedColumn, PrintedDocument } from '../../app/ports/documents.ts'
import { en } from '../../domain/customer-words/en.ts'
import {
  dayInFigures,
  type Formats,
  measureFigure,
  measureInWords,
  METERS_A_MILE,
  symbolOf,
  timeOfDay,
} from '../../domain/formats.ts'
import { TEMPERATURE_CLASSES, type TemperatureClass } from '../../domain/orders/order.ts'
import type { Pause } from '../../domain/routes/pauses.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { stopsOfTrip } from '../../domain/routes/trips.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import { STOP_OUTCOME_WORDS } from './outcome-words.ts'
import { windowInWords } from '../../domain/time-words.ts'
import { momentIn, timeIn, type Written } from '../words.ts'

type Stop = Manifest['stops'][number]

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

const loadColumns = ({ units }: Formats): readonly PrintedColumn[] => [
  { title: 'Load', share: 6, right: true },
  { title: 'Stop', share: 6, right: true },
  { title: 'Delivery', share: 30 },
  { title: 'Items', share: 34 },
  { title: 'Temperature', share: 14 },
  { title: `Weight (${symbolOf(units, 'weight')})`, share: 10, right: true },
]

export function manifestDocument({ business, route, stops }: Manifest, now: Date): PrintedDocument {
  const time = (instant: Date) => timeIn(instant, business)
  const { plannedStart, plannedEnd } = route
  const { start, end } = endsOf(route)
  const loaded = stops.filter((stop) => stop.status !== 'SKIPPED').toReversed()
  const loads = [...Map.groupBy(loaded, ({ trip }) => trip)].sort(([a], [b]) => a - b)
  const printed = momentIn(now, business)
  return {
    title: `Route ${route.name}, ${dayInFigures(route.day, business)}`,
    lead: [
      `${business.name} · vehicle ${route.vehicleName} · driver ${route.driverName ?? 'not assigned'}`,
      [
        stopsIn(stops.length),
        measureInWords(business.units, 'distance', route.distanceMeters / METERS_A_MILE),
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
        : { kind: 'table', columns: STOP_COLUMNS, rows: stopRows(stops, route.pauses, business) },
      { kind: 'signatures', labels: ['Driver', 'Date and time'] },
      { kind: 'heading', text: 'Load list: last stop first, so that the first stop is loaded last', startsPage: true },
      ...(loads.length > 1
        ? loads.flatMap(([trip, load], i): PrintedDocument['parts'] => [
            { kind: 'heading', text: `Load ${i + 1}${loadedAt(route.pauses, trip, time)}: ${weighed(load, business)}` },
            { kind: 'table', columns: loadColumns(business), rows: load.map(loadRow(business)) },
          ])
        : [{ kind: 'table' as const, columns: loadColumns(business), rows: loaded.map(loadRow(business)) }]),
      { kind: 'heading', text: 'In all' },
      { kind: 'facts', facts: totals(loaded, business) },
      { kind: 'signatures', labels: ['Loaded by', 'Driver', 'Date and time'] },
    ],
  }
}

/** Those of several routes, each beginning on a page of its own. */
export function manifestsDocument(title: string, [first, ...more]: readonly Manifest[], now: Date): PrintedDocument {
  const document = first && manifestDocument(first, now)
  return {
    title,
    lead: [],
    parts: document
      ? [
          { kind: 'heading', text: document.title },
          ...document.lead.map((text) => ({ kind: 'text' as const, text })),
          ...document.parts,
          ...more.flatMap((manifest): PrintedDocument['parts'] => {
            const { title: text, lead, parts } = manifestDocument(manifest, now)
            return [{ kind: 'title', text, lead }, ...parts]
          }),
        ]
      : [],
  }
}

function stopRows(stops: readonly Stop[], pauses: readonly Pause[], written: Written): PrintedCell[][] {
  const time = (instant: Date) => timeIn(instant, written)
  const before = (sequence: number | null) =>
    pauses.filter((pause) => pause.before === sequence).map((pause) => pauseRow(pause, stops, time))
  return [...stops.flatMap((stop) => [...before(stop.sequence), stopRow(stop, written)]), ...before(null)]
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

function stopRow(stop: Stop, written: Written): PrintedCell[] {
  const time = (instant: Date) => timeIn(instant, written)
  const outcome = STOP_OUTCOME_WORDS[stop.status]
  return [
    { lines: [String(stop.sequence)], bold: true },
    { lines: [time(stop.plannedArrival), windowOf(stop, written) ?? 'any time'], bold: true },
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
        `${TEMPERATURE_WORDS[stop.temperatureClass]}, ${weightOf(stop.loadWeightLbs, written)}`,
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

const windowOf = (stop: Stop, formats: Formats): string | null =>
  windowsOf(stop)
    .map(({ start, end }) =>
      start && end
        ? `${timeOfDay(start, formats)} – ${timeOfDay(end, formats)}`
        : windowInWords([{ start, end }], { ...en, formats }),
    )
    .join(' or ') || null

const loadRow =
  ({ units }: Formats) =>
  (stop: Stop, i: number): PrintedCell[] => [
    { lines: [String(i + 1)], bold: true },
    { lines: [String(stop.sequence)] },
    { lines: [stop.externalRef, stop.customerName, stop.address.line1], bold: true },
    { lines: stop.items.length > 0 ? stop.items.map(itemWords) : ['Items not listed'] },
    { lines: [TEMPERATURE_WORDS[stop.temperatureClass]] },
    { lines: [stop.loadWeightLbs === null ? 'unknown' : measureFigure(units, 'weight', stop.loadWeightLbs)] },
  ]

const itemWords = ({ quantity, name, sku, temperatureClass }: Stop['items'][number]): string =>
  `${quantity} × ${name}${sku ? ` (${sku})` : ''}${
    temperatureClass && temperatureClass !== 'DRY' ? `, ${TEMPERATURE_WORDS[temperatureClass].toLowerCase()}` : ''
  }`

function totals(stops: readonly Stop[], formats: Formats): [string, string][] {
  const rows = TEMPERATURE_CLASSES.flatMap((temperature): [string, string][] => {
    const of = stops.filter((stop) => stop.temperatureClass === temperature)
    return of.length > 0 ? [[TEMPERATURE_WORDS[temperature], weighed(of, formats)]] : []
  })
  return [...rows, ['Together', weighed(stops, formats)]]
}

function weighed(stops: readonly Stop[], formats: Formats): string {
  const known = stops.filter((stop) => stop.loadWeightLbs !== null)
  const sum = known.reduce((total, stop) => total + (stop.loadWeightLbs ?? 0), 0)
  const unknown = stops.length - known.length
  const of = `${stops.length} ${stops.length === 1 ? 'delivery' : 'deliveries'}, ${weightOf(sum, formats)}`
  return unknown > 0 ? `${of}, of which ${unknown} of unknown weight` : of
}

const weightOf = (pounds: number | null, { units }: Formats): string =>
  pounds === null ? 'weight unknown' : measureInWords(units, 'weight', pounds)
