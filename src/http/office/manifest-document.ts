// Builds a route's manifest for the driver and the loader: the stops in driving order, then the load list, last stop
// first.
import type { Manifest } from '../../app/routes/read-manifest.ts'
import type { PrintedCell, PrintedColumn, PrintedDocument } from '../../app/ports/documents.ts'
import { CUSTOMER_WORDS } from '../../domain/customer-words/of-language.ts'
import { DOCUMENT_WORDS, type DocumentWords } from '../../domain/document-words/of-language.ts'
import { dayInFigures, measureFigure, measureInWords, METERS_A_MILE, symbolOf } from '../../domain/formats.ts'
import { TEMPERATURE_CLASSES } from '../../domain/orders/order.ts'
import type { Pause } from '../../domain/routes/pauses.ts'
import { isOutcome } from '../../domain/routes/stop.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { stopsOfTrip } from '../../domain/routes/trips.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import { timeOfDayInWords, windowInWords } from '../../domain/time-words.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import { momentIn, timeIn, type Written } from '../print-formats.ts'
import { outcomeInWords } from './proof-document.ts'

type Stop = Manifest['stops'][number]

/** Texts, language and formats of the document. */
interface DocumentStyle {
  words: DocumentWords
  language: OfficeLanguage
  written: Written
}

const stopColumns = ({ words: { manifest: words } }: DocumentStyle): readonly PrintedColumn[] => [
  { title: words.stop, share: 5, right: true },
  { title: words.planned, share: 13 },
  { title: words.deliverTo, share: 33 },
  { title: words.goods, share: 30 },
  { title: words.receivedBy, share: 19 },
]

const loadColumns = ({ words: { manifest: words }, written }: DocumentStyle): readonly PrintedColumn[] => [
  { title: words.load, share: 6, right: true },
  { title: words.stop, share: 6, right: true },
  { title: words.delivery, share: 30 },
  { title: words.items, share: 34 },
  { title: words.temperature, share: 14 },
  { title: words.weight(symbolOf(written.units, 'weight')), share: 10, right: true },
]

export function manifestDocument(
  { business, route, stops }: Manifest,
  now: Date,
  language: OfficeLanguage,
): PrintedDocument {
  const voice: DocumentStyle = { words: DOCUMENT_WORDS[language], language, written: business }
  const { words } = voice
  const { manifest, locale } = words
  const time = (instant: Date) => timeIn(instant, business, locale)
  const { plannedStart, plannedEnd } = route
  const { start, end } = endsOf(route)
  const loaded = stops.filter((stop) => stop.status !== 'SKIPPED').toReversed()
  const loads = [...Map.groupBy(loaded, ({ trip }) => trip)].sort(([a], [b]) => a - b)
  const columns = loadColumns(voice)
  return {
    language,
    title: manifest.title(route.name, dayInFigures(route.day, business)),
    lead: [
      [business.name, manifest.vehicle(route.vehicleName), manifest.driver(route.driverName)].join(' · '),
      [
        manifest.stopsIn(stops.length),
        measureInWords(business.units, 'distance', route.distanceMeters / METERS_A_MILE, locale),
        ...(plannedStart && plannedEnd ? [manifest.times(time(plannedStart), time(plannedEnd))] : []),
        manifest.from(start.name),
        ...(end?.name === start.name ? [] : [end ? manifest.to(end.name) : manifest.openEnd]),
      ].join(' · '),
      `${words.timesOf(business.timeZone)} · ${manifest.printed(momentIn(now, business, locale))}`,
    ],
    parts: [
      { kind: 'heading', text: manifest.stops },
      stops.length === 0
        ? { kind: 'text', text: manifest.noStops }
        : { kind: 'table', columns: stopColumns(voice), rows: stopRows(stops, route.pauses, voice) },
      { kind: 'signatures', labels: [manifest.signed.driver, manifest.signed.when] },
      { kind: 'heading', text: manifest.loadList, startsPage: true },
      ...(loads.length > 1
        ? loads.flatMap(([trip, load], i): PrintedDocument['parts'] => [
            {
              kind: 'heading',
              text: manifest.loadNumber(i + 1, loadedAt(route.pauses, trip, voice), totalWeight(load, voice)),
            },
            { kind: 'table', columns, rows: load.map(loadRow(voice)) },
          ])
        : [{ kind: 'table' as const, columns, rows: loaded.map(loadRow(voice)) }]),
      { kind: 'heading', text: manifest.inAll },
      { kind: 'facts', facts: totals(loaded, voice) },
      { kind: 'signatures', labels: [manifest.signed.loadedBy, manifest.signed.driver, manifest.signed.when] },
    ],
  }
}

/** The manifests of several routes, each starting on a new page. */
export function manifestsDocument(
  day: string,
  [first, ...more]: readonly Manifest[],
  now: Date,
  language: OfficeLanguage,
): PrintedDocument {
  const document = first && manifestDocument(first, now, language)
  return {
    language,
    title: DOCUMENT_WORDS[language].manifest.all(first ? dayInFigures(day, first.business) : day),
    lead: [],
    parts: document
      ? [
          { kind: 'heading', text: document.title },
          ...document.lead.map((text) => ({ kind: 'text' as const, text })),
          ...document.parts,
          ...more.flatMap((manifest): PrintedDocument['parts'] => {
            const { title: text, lead, parts } = manifestDocument(manifest, now, language)
            return [{ kind: 'title', text, lead }, ...parts]
          }),
        ]
      : [],
  }
}

function stopRows(stops: readonly Stop[], pauses: readonly Pause[], voice: DocumentStyle): PrintedCell[][] {
  const before = (sequence: number | null) =>
    pauses.filter((pause) => pause.before === sequence).map((pause) => pauseRow(pause, stops, voice))
  return [...stops.flatMap((stop) => [...before(stop.sequence), stopRow(stop, voice)]), ...before(null)]
}

function pauseRow(
  { kind, start, end, paid, which, handOver }: Pause,
  stops: readonly Stop[],
  { words: { manifest, locale }, written }: DocumentStyle,
): PrintedCell[] {
  const until = timeIn(end, written, locale)
  const count = stopsOfTrip(stops, which)
  const load = handOver
    ? manifest.takeOver(
        handOver.by,
        handOver.name ?? `${handOver.lat.toFixed(5)}, ${handOver.lng.toFixed(5)}`,
        count,
        until,
      )
    : manifest.reload(count, until)
  return [
    null,
    { lines: [timeIn(start, written, locale)] },
    { lines: [kind === 'BREAK' ? manifest.breakUntil(until, paid) : load] },
    null,
    null,
  ]
}

/** Time and source of a load after the first. */
function loadedAt(
  pauses: readonly Pause[],
  trip: number,
  { words: { manifest, locale }, written }: DocumentStyle,
): string {
  const reload = pauses.find(({ kind, which }) => kind === 'RELOAD' && which === trip)
  if (!reload) return ''
  const from = reload.handOver ? manifest.loadedFrom(reload.handOver.by) : ''
  return from + manifest.loadedAt(timeIn(reload.start, written, locale))
}

function stopRow(stop: Stop, voice: DocumentStyle): PrintedCell[] {
  const { words, written } = voice
  const { manifest } = words
  const time = (instant: Date) => timeIn(instant, written, words.locale)
  return [
    { lines: [String(stop.sequence)], mark: 'STOP' },
    { lines: [time(stop.plannedArrival), windowOf(stop, voice) ?? manifest.anyTime], bold: true },
    {
      lines: [
        stop.address.line1,
        [stop.address.city, stop.address.region, stop.address.postalCode].filter(Boolean).join(', '),
        stop.customerName,
        ...(stop.customerPhone ? [stop.customerPhone] : []),
        ...(stop.instructions ? [stop.instructions] : []),
        ...(stop.customerInstructions ? [manifest.fromCustomer(stop.customerInstructions)] : []),
        manifest.reference(stop.externalRef),
      ].filter(Boolean),
      bold: true,
    },
    {
      lines: [
        `${words.temperature[stop.temperatureClass]}, ${weightOf(stop.loadWeightLbs, voice)}`,
        ...stop.items.map(itemWords(words)),
      ],
      bold: true,
    },
    isOutcome(stop.status)
      ? {
          lines: [outcomeInWords(stop, words), ...(stop.finishedAt ? [time(stop.finishedAt)] : [])],
          bold: true,
          mark: stop.status,
        }
      : null,
  ]
}

function windowOf(
  stop: Stop,
  { words: { locale, manifest }, language, written: formats }: DocumentStyle,
): string | null {
  const time = (of: string) => timeOfDayInWords(of, { locale, formats })
  const each = windowsOf(stop).map(({ start, end }) =>
    start && end
      ? `${time(start)} – ${time(end)}`
      : windowInWords([{ start, end }], { ...CUSTOMER_WORDS[language], formats }),
  )
  return each.join(` ${manifest.or} `) || null
}

const loadRow =
  ({ words, written: { units } }: DocumentStyle) =>
  (stop: Stop, i: number): PrintedCell[] => [
    { lines: [String(i + 1)], bold: true },
    { lines: [String(stop.sequence)], mark: 'STOP' },
    { lines: [stop.externalRef, stop.customerName, stop.address.line1], bold: true },
    { lines: stop.items.length > 0 ? stop.items.map(itemWords(words)) : [words.manifest.noItems] },
    { lines: [words.temperature[stop.temperatureClass]] },
    {
      lines: [
        stop.loadWeightLbs === null
          ? words.manifest.unknown
          : measureFigure(units, 'weight', stop.loadWeightLbs, words.locale),
      ],
    },
  ]

const itemWords =
  ({ temperature }: DocumentWords) =>
  ({ quantity, name, sku, temperatureClass }: Stop['items'][number]): string =>
    `${quantity} × ${name}${sku ? ` (${sku})` : ''}${
      temperatureClass && temperatureClass !== 'DRY' ? `, ${temperature[temperatureClass].toLowerCase()}` : ''
    }`

function totals(stops: readonly Stop[], voice: DocumentStyle): [string, string][] {
  const { temperature, manifest } = voice.words
  const rows = TEMPERATURE_CLASSES.flatMap((each): [string, string][] => {
    const of = stops.filter((stop) => stop.temperatureClass === each)
    return of.length > 0 ? [[temperature[each], totalWeight(of, voice)]] : []
  })
  return [...rows, [manifest.together, totalWeight(stops, voice)]]
}

function totalWeight(stops: readonly Stop[], voice: DocumentStyle): string {
  const { manifest } = voice.words
  const known = stops.filter((stop) => stop.loadWeightLbs !== null)
  const sum = known.reduce((total, stop) => total + (stop.loadWeightLbs ?? 0), 0)
  const unknown = stops.length - known.length
  const of = manifest.deliveries(stops.length, weightOf(sum, voice))
  return unknown > 0 ? `${of}, ${manifest.unweighed(unknown)}` : of
}

const weightOf = (pounds: number | null, { words: { manifest, locale }, written: { units } }: DocumentStyle): string =>
  pounds === null ? manifest.weightUnknown : measureInWords(units, 'weight', pounds, locale)
