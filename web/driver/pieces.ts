// What is scanned: the pieces of stops, which of them the driver has found, and what isn't as ordered. The phone remembers it
// until it is sent, and after, for an undo.
import type { Elsewhere, Run, RunStop, TapInput } from '../../src/contract/driver.ts'
import { type Piece, piecesOf, tidyCode } from '../../src/domain/orders/pieces.ts'
import { type Scanning, unscanned } from '../../src/domain/routes/scanning.ts'
import { isOpen } from './apply.ts'
import { type For, recall, remember } from './remembered.ts'
import { loadsBefore } from './words.ts'

/** A route that an older page kept says nothing of it. */
const isOn = (rule: Scanning | undefined): boolean => rule === 'OFFERED' || rule === 'REQUIRED'

export interface StopPiece extends Piece {
  stop: RunStop
  /** Of the stop's, from 1. */
  number: number
}

export const piecesAt = (stop: RunStop): StopPiece[] =>
  piecesOf({
    orderId: stop.order_uuid,
    items: stop.items.map(({ unit_weight_lbs, temperature_class, ...item }) => ({
      ...item,
      unitWeightLbs: unit_weight_lbs,
      temperatureClass: temperature_class,
    })),
    rules: { loadPieces: stop.load_pieces },
  }).map((piece, i) => ({ ...piece, stop, number: i + 1 }))

/** The load to be checked now: the first before the start, another when the vehicle is back for it; null is none. */
export function loadToCheck(run: Run, stop: RunStop): number | null {
  if (!isOn(run.business.scan_loading)) return null
  if (run.route.status === 'DISPATCHED') return Math.min(...run.stops.filter(isOpen).map(({ trip }) => trip))
  return stop.status !== 'ARRIVED' && loadsBefore(run, stop.sequence) ? stop.trip : null
}

/** With all that is loaded for it by now: the office may have added to it after. */
export function isChecked(run: Run, load: number): boolean {
  const check = run.route.load_checks?.find(({ trip }) => trip === load)
  return check !== undefined && stopsOfLoad(run, load).every(({ order_uuid }) => check.order_uuids.includes(order_uuid))
}

const stopsOfLoad = ({ stops }: Run, load: number): RunStop[] =>
  stops.filter((stop) => stop.trip === load && isOpen(stop) && stop.goods_from === undefined)

/** What is loaded at the depot for it, last stop first, as it is loaded. */
export const piecesOfLoad = (run: Run, load: number): StopPiece[] => stopsOfLoad(run, load).reverse().flatMap(piecesAt)

/** A shop's own code may be on pieces of several stops. */
export const keyOf = ({ stop, code }: StopPiece): string => `${stop.stop_uuid} ${code}`

export type Found =
  | { kind: 'FOUND' | 'AGAIN'; piece: StopPiece }
  | { kind: 'ELSEWHERE'; route: string | null }
  | { kind: 'UNKNOWN'; code: string }

/** Whose a code is; of two pieces with the same, one not found yet. */
export function whoseIs(
  code: string,
  pieces: readonly StopPiece[],
  isFound: (piece: StopPiece) => boolean,
  elsewhere: Elsewhere,
): Found {
  const tidy = tidyCode(code)
  const own = pieces.filter((piece) => tidyCode(piece.code) === tidy)
  const piece = own.find((one) => !isFound(one))
  if (piece) return { kind: 'FOUND', piece }
  if (own[0]) return { kind: 'AGAIN', piece: own[0] }
  const delivery = tidy.replace(/-\d+$/, '')
  const other = elsewhere.find(({ codes }) => codes.some((one) => [tidy, delivery].includes(tidyCode(one))))
  return other ? { kind: 'ELSEWHERE', route: other.route } : { kind: 'UNKNOWN', code: code.trim() }
}

function draftOf<Draft>(span: For, key: string, empty: Draft): Draft {
  const kept = recall(span, key)
  return kept === null ? empty : (JSON.parse(kept) as Draft)
}

/** The pieces that were found of a load, by `keyOf`, and how. */
export interface LoadDraft {
  scanned: string[]
  byHand: string[]
}

/** A long loading outlives the tab. Of one load: another one, or another route's, takes its place. */
const LOAD_KEY = 'load'
const nameOf = ({ route }: Run, load: number): string => `${route.route_uuid} ${load}`

export function loadDraft(run: Run, load: number): LoadDraft {
  const kept = draftOf<{ of: string } & LoadDraft>('phone', LOAD_KEY, { of: '', scanned: [], byHand: [] })
  return kept.of === nameOf(run, load) ? kept : { scanned: [], byHand: [] }
}
export const keepLoadDraft = (run: Run, load: number, draft: LoadDraft): void =>
  remember('phone', LOAD_KEY, JSON.stringify({ ...draft, of: nameOf(run, load) }))

/** What was scanned at a door, and why not all. */
export interface DoorDraft {
  codes: string[]
  reason: string | null
}

const doorKey = ({ stop_uuid }: RunStop): string => `scanned ${stop_uuid}`
export const doorDraft = (stop: RunStop): DoorDraft => draftOf('tab', doorKey(stop), { codes: [], reason: null })
export const keepDoorDraft = (stop: RunStop, draft: DoorDraft): void =>
  remember('tab', doorKey(stop), JSON.stringify(draft))

/** How far scanning is at a door; null where the business has none scan there. */
export function doorProgress({ business }: Run, stops: readonly RunStop[]) {
  if (!isOn(business.scan_door)) return null
  const all = stops.flatMap((stop) => piecesAt(stop).map(() => stop)).length
  const open = stops.map((stop) => ({ draft: doorDraft(stop), left: leftAt(stop) }))
  const left = open.reduce((sum, one) => sum + one.left, 0)
  const needed = business.scan_door === 'REQUIRED' && open.some((one) => one.left > 0 && one.draft.reason === null)
  return { of: all, done: all - left, left, needed }
}

const leftAt = (stop: RunStop): number => unscanned(piecesAt(stop), doorDraft(stop).codes).length

type Difference = NonNullable<TapInput['items']>[number]
/** By `itemKey`: what the office changes of the delivery meanwhile puts no count at another item. */
export type PartsDraft = Record<string, { short: number; damaged: number; returned: number; reason: string }>

/** Of several lines of the same, which. */
export function itemKey({ items }: RunStop, place: number): string {
  const same = items
    .slice(0, place + 1)
    .filter(({ name, sku }) => name === items[place]?.name && sku === items[place]?.sku)
  return JSON.stringify([same[0]?.name, same[0]?.sku, same.length])
}

const partsKey = ({ stop_uuid }: RunStop): string => `parts ${stop_uuid}`
export const partsDraft = (stop: RunStop): PartsDraft => draftOf<PartsDraft>('tab', partsKey(stop), {})
export const keepPartsDraft = (stop: RunStop, draft: PartsDraft): void =>
  remember('tab', partsKey(stop), JSON.stringify(draft))

/** What the outcome says of items and of scanning. */
export function saidOfGoods(run: Run, stop: RunStop): Pick<TapInput, 'items' | 'scanned' | 'not_scanned'> {
  const parts = partsDraft(stop)
  const items = stop.items.flatMap(({ name, sku }, i): Difference[] => {
    const { reason = '', ...counts } = parts[itemKey(stop, i)] ?? { short: 0, damaged: 0, returned: 0 }
    return counts.short + counts.damaged + counts.returned > 0
      ? [{ name, sku, ...counts, reason: reason.trim() || null }]
      : []
  })
  const { codes, reason } = doorDraft(stop)
  return {
    // Only where something is said: while a server is updated, one of before may take it.
    ...(items.length > 0 && { items }),
    ...(doorProgress(run, [stop]) && {
      scanned: codes,
      not_scanned: leftAt(stop) > 0 ? reason : null,
    }),
  }
}
