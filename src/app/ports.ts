// What is truly outside, as the use cases see it. adapters/ implements, test/helpers/ fakes.
import type { Readable } from 'node:stream'
import type { ImportFault } from '../contract/office/imports.ts'
import type { Costing } from '../domain/planning/costing.ts'
import type { DistanceSource, EstimateReason } from '../domain/planning/distance-source.ts'
import type { ColumnMapping } from '../domain/imports/import-columns.ts'
import type { DateOrder, DatesRead } from '../domain/imports/import-dates.ts'
import type { SendResult } from '../domain/messages/message.ts'
import type { Address, Point } from '../domain/orders/order.ts'
import type { ReadArea } from '../domain/zones/zone.ts'
import type { PlanFigures } from '../engine/figures.ts'
import type { Problem } from '../engine/problem.ts'
import type { Solution } from '../engine/solution.ts'

export type Clock = () => Date

/** PLACED: the very address. APPROXIMATE: only its street, postal code or city. */
export type GeocodeAnswer =
  | { found: true; point: Point; precision: 'PLACED' | 'APPROXIMATE'; label: string }
  | { found: false }

export interface Geocoder {
  /** As named in the configuration; `none` when there is none. */
  readonly name: string
  /** Places an address, or a free text one. Throws when the service is down, slow or answers nonsense. */
  find(address: Address | string, signal: AbortSignal): Promise<GeocodeAnswer>
}

/** As many as every provider takes in one request for a way. */
export const MAX_CHAIN_POINTS = 20

/** Driving seconds and meters between points, row-major; Infinity where there is no way. */
export interface DistanceTable {
  durations: Float64Array
  distances: Float64Array
  /** What was used: `osrm`, …, or `straight_line`. */
  source: DistanceSource
  estimated: boolean
  estimateReason: EstimateReason | null
  /** Whether the provider was asked for it just now. */
  asked: boolean
  /** From each point to the nearest road, where the provider has just said so. */
  roadMeters?: readonly (number | null)[]
}

export interface RoadDistances {
  readonly name: Exclude<DistanceSource, 'straight_line'>
  /** Whether trucks have tables and ways of their own; else they are given the cars'. */
  readonly knowsTrucks?: boolean
  /** Of roads on this machine, which cost nothing to ask: nothing of what they say is kept. */
  readonly own?: OwnRoadsAnswers
  /**
   * The table among at most `MAX_TABLE_POINTS` points (`own.mostPoints` where there is that), for a car unless said.
   * Throws when the service is down, slow or answers nonsense.
   */
  table(
    points: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances' | 'roadMeters'>>
  /** The way along the roads of each leg of a chain of at most `MAX_CHAIN_POINTS`; null for a leg that has none. */
  ways(chain: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<(Point[] | null)[]>
}

export interface OwnRoadsAnswers {
  /** Of one table. */
  readonly mostPoints: number
  /** Each leg of a chain of any length; null for one that has no way. */
  legs(
    chain: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<({ seconds: number; meters: number } | null)[]>
}

export type ProviderName = 'geocoder' | 'distances' | 'map_tiles' | 'disk'

export interface ProviderCheck {
  status: 'ok' | 'down' | 'not_configured'
  latencyMs?: number
  checkedAt: Date
  /** A short sentence; never an address or a key. */
  detail?: string
}

export interface ProviderWatch {
  /** How the provider was when last looked at; at once, but for the very first time. */
  check(name: ProviderName): Promise<ProviderCheck>
}

/** More solves wait than the solver takes. */
export class SolverBusy extends Error {
  override name = 'SolverBusy'
}

/** How a search stands: seconds since it began, steps tried, and the best plan so far. */
export interface SolveProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

export interface Solver {
  /** Solves off the event loop; `owner` shares the pool fairly with the others. Rejects with `SolverBusy` when full. */
  solve(
    owner: string,
    problem: Problem,
    options: {
      seconds?: number
      iterations?: number
      seed?: number
      signal?: AbortSignal
      onProgress?: (progress: SolveProgress) => void
    },
  ): Promise<Solution>
}

/** What a zone's area is known by: another version, another area. */
export interface AreaVersion {
  zoneId: string
  version: number
}

/** An area that can be asked quickly however many corners it has. */
export interface PreparedArea {
  /** Holes are outside; an edge is inside. */
  holds(point: Point): boolean
  /** From a point outside to the nearest edge: right to a percent within some hundred miles. */
  metersToEdge(point: Point): number
  /** Of points as latitude, longitude, latitude and so on. Others are answered in between. */
  count(points: Float64Array): Promise<number>
}

export interface AreasInBody {
  areas: ReadArea[]
  /** The body without them, as JSON. */
  rest: string
}

export interface Areas {
  /**
   * Reads the GeoJSON in that member of a JSON body. Detailed areas are simplified. Null for a body that is no JSON
   * object. Rejects with `AreaTooIntricate`, or with `AreasBusy` when too many wait.
   */
  read(body: Uint8Array, member: string): Promise<AreasInBody | null>
  /** The zones' areas; `load` is asked for those that are not remembered. A zone that is gone has none. */
  prepared(
    zones: readonly AreaVersion[],
    load: (zoneIds: string[]) => Promise<ReadonlyMap<string, { version: number; geometry: string }>>,
  ): Promise<Map<string, PreparedArea>>
}

/** An area that is not read within reasonable time or memory. */
export class AreaTooIntricate extends Error {
  override name = 'AreaTooIntricate'
}

/** More areas wait to be read than are read in good time. */
export class AreasBusy extends Error {
  override name = 'AreasBusy'
}

export interface WebhookMessage {
  url: string
  headers: Record<string, string>
  /** Sent as it is: the signature is over these bytes. */
  body: Buffer
}

export interface PostResult {
  statusCode: number | null
  /** Why there was no whole answer in time; null when there was one. */
  error: string | null
  /** The beginning of the answer's body. */
  excerpt: string | null
  durationMs: number
}

/** Names that are the same for every business, and values that tell nothing of one. */
export type SpanAttributes = Record<string, string | number>

/** What takes how long, and by whose call: spans, on their way to a collector where one is configured. */
export interface Tracing {
  /** Begins the span of a call that came in, under its caller's where it names one, and goes on inside it. */
  incoming(
    headers: Record<string, unknown>,
    proceed: () => void,
  ): { end(name: string, attributes: SpanAttributes): void }
  /** Does the work in a span. */
  within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** As `within`, where it is part of a span; else just the work. */
  inside<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** The headers by which whoever is called goes on with the span. */
  outgoing(): Record<string, string>
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

export interface WebhookPost {
  /** Why an endpoint may not have this URL, reading on from its name ("must use https"), or null. Resolves the host. */
  urlFault(url: string): Promise<string | null>
  /** Posts once, to a public address only, following no redirect. Never throws. */
  post(message: WebhookMessage): Promise<PostResult>
}

/** The store of files can't be reached, or did not do what it was asked. */
export class FilesUnreachable extends Error {
  override name = 'FilesUnreachable'
}

/** Where photos and signatures are kept; names are given once and never reused. */
export interface Files {
  /** Keeps what is in the file at `from` now. */
  put(name: string, from: string, contentType: string): Promise<void>
  /** Null when there is none of that name. */
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

/** Where files are that only pass through. */
export interface Scratch {
  /** Does the work with a folder of its own, which is gone afterwards. */
  within<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes folders last written to before that, which a crash has left. */
  sweep(before: Date): Promise<void>
}

export interface CleanImage {
  path: string
  contentType: 'image/jpeg' | 'image/png'
  sha256: Buffer
}
/** What is wrong with it, reading on from its name ("is damaged"). */
export interface ImageFault {
  fault: string
}

export interface Images {
  /**
   * Writes the picture in one file anew into another: upright, without metadata, no side longer than that many pixels;
   * off the event loop. Rejects with `ImagesBusy` where memory or time runs out.
   */
  clean(from: string, to: string, longestSide?: number): Promise<CleanImage | ImageFault>
}

/** There is no memory or no time for a picture now. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy'
}

export interface Sms {
  readonly name: 'log' | 'twilio'
  /** What texts come from, to which replies go; null without a provider. */
  readonly from: string | null
  /** Never throws. */
  send(message: { to: string; text: string }): Promise<SendResult>
  /** Whether a request to us was signed by the provider. */
  verifies(url: string, fields: Record<string, string>, signature: string): boolean
}

export interface Email {
  readonly name: 'log' | 'smtp'
  /** Never throws. */
  send(message: { to: string; subject: string; text: string }): Promise<SendResult>
}

/** Everything that needs the application's secret. */
export interface Secrets {
  /** 43 base64url characters (256 bits) that only the holder of the secret can derive. */
  linkToken(purpose: 'driver' | 'tracking', id: string, nonce: string): string
  /** What is stored of a token or key, for looking it up. */
  hash(token: string): Buffer
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
  /** The same sealed under the secret in use; null when it is already. */
  reseal(sealed: Buffer): Buffer | null
  randomToken(): string
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** A file of rows and columns, as text. */
export interface Sheet {
  headers: string[]
  /** With each row's number as a spreadsheet shows it; the header is 1, blank rows are left out. */
  rows: { line: number; cells: string[] }[]
  delimiter: string
  encoding: string
}

/** What a file is, before it is said which column is what. */
export interface SheetHead {
  headers: string[]
  rowCount: number
  delimiter: string
  encoding: string
  /** The cells of its first rows. */
  sample: string[][]
}

/** How a file is to be read as orders. */
export interface SheetReading {
  mapping: ColumnMapping
  /** MM/dd/yyyy, for rows that give no date. */
  defaultDate: string | null
  /** As somebody chose; null lets the file tell. */
  dateOrder: DateOrder | null
  /** As the last file with these columns was read. */
  rememberedDateOrder: DateOrder | null
  /** yyyy-MM-dd. */
  today: string
}

export interface SheetPreview {
  good: number
  bad: number
  leftOut: number
  /** Good ones whose day is over. */
  past: number
  dates: DatesRead | null
  /** The first of them. */
  faults: ImportFault[]
  /** The first good orders. */
  sample: Record<string, unknown>[]
}

export interface SheetOrders {
  dates: DatesRead | null
  count: number
  /** The rows that the store keeps, some hundred at a time as JSON. */
  portions: string[]
}

/** What is wrong with a file as a whole, as a sentence for the user. */
export interface SheetFault {
  fault: string
}

/** Reads files of any delimiter and encoding in use, off the event loop; rejects with `SheetsBusy` when too many wait. */
export interface Sheets {
  open(content: Uint8Array): Promise<SheetHead | SheetFault>
  preview(content: Uint8Array, reading: SheetReading): Promise<SheetPreview | SheetFault>
  orders(content: Uint8Array, reading: SheetReading): Promise<SheetOrders | SheetFault>
}

/** More files wait than are read in good time. */
export class SheetsBusy extends Error {
  override name = 'SheetsBusy'
}

/** A document to print or keep: its parts one below the other, in any script that the font has. */
export interface PrintedDocument {
  title: string
  /** Below the title, softly. */
  lead: readonly string[]
  parts: readonly PrintedPart[]
}

export type PrintedPart =
  | { kind: 'heading'; text: string; startsPage?: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'table'; columns: readonly PrintedColumn[]; rows: readonly (readonly PrintedCell[])[] }
  | { kind: 'picture'; content: Uint8Array; caption: string; height: number }
  /** Lines to sign on, side by side. */
  | { kind: 'signatures'; labels: readonly string[] }

export interface PrintedColumn {
  title: string
  /** Of the width, in relation to the other columns. */
  share: number
  right?: boolean
}

/** Lines of text; the first of a cell may be bold. Null leaves room to sign. */
export type PrintedCell = { lines: readonly string[]; bold?: boolean } | null

export interface Documents {
  /** The PDF, drawn off the event loop; rejects with `DocumentsBusy` when too many wait. */
  pdf(document: PrintedDocument): Promise<Readable>
}

/** More documents wait than are drawn in good time. */
export class DocumentsBusy extends Error {
  override name = 'DocumentsBusy'
}
