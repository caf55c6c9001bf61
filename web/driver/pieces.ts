// Pieces of stops, scanned pieces, and item differences. The phone stores them until they are sent, and keeps them for an undo.
import type { OtherVehiclePieces, DriverRoute, RunStop, TapInput } from '../../src/contract/driver.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { type Piece, piecesOf, normalizeCode } from '../../src/domain/orders/pieces.ts'
import { type Scanning, unscannedPieces } from '../../src/domain/routes/scanning.ts'
import { isOpen } from './apply.ts'
import { type StorageSpan, readStored, writeStored } from '../ui/browser-storage.ts'
import { reloadLocationBefore } from './route-text.ts'

/** Returns true if drivers can or must scan. `rule` is undefined if an older page stored the route. */
const isOn = (rule: Scanning | undefined): boolean => rule === 'OFFERED' || rule === 'REQUIRED'

export interface StopPiece extends Piece {
  stop: RunStop
  /** Number within the stop, from 1. */
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

/**
 * Returns the load to check now: the first load before the start, or the next one when the vehicle reloads. Null if there is
 * none.
 */
export function loadToCheck(run: DriverRoute, stop: RunStop): number | null {
  if (!isOn(run.business.scan_loading)) return null
  if (run.route.status === 'DISPATCHED') return Math.min(...run.stops.filter(isOpen).map(({ trip }) => trip))
  return stop.status !== 'ARRIVED' && reloadLocationBefore(run, stop.sequence) ? stop.trip : null
}

/** Returns true if the load check covers all current stops of the load. The office may have added stops since. */
export function isChecked(run: DriverRoute, load: number): boolean {
  const check = run.route.load_checks?.find(({ trip }) => trip === load)
  return check !== undefined && stopsOfLoad(run, load).every(({ order_uuid }) => check.order_uuids.includes(order_uuid))
}

const stopsOfLoad = ({ stops }: DriverRoute, load: number): RunStop[] =>
  stops.filter((stop) => stop.trip === load && isOpen(stop) && stop.goods_from === undefined)

/** Pieces of a load that are loaded at the depot, in loading order: last stop first. */
export const piecesOfLoad = (run: DriverRoute, load: number): StopPiece[] =>
  stopsOfLoad(run, load).reverse().flatMap(piecesAt)

/** Key of a piece. Includes the stop, because pieces of several stops may have the same shop code. */
export const keyOf = ({ stop, code }: StopPiece): string => `${stop.stop_uuid} ${code}`

export type Found =
  | { kind: 'FOUND' | 'AGAIN'; piece: StopPiece }
  | { kind: 'ELSEWHERE'; route: string | null }
  | { kind: 'UNKNOWN'; code: string }

/** Finds the piece of a code. If several pieces have the same code, prefers a piece that is not found yet. */
export function findPieceByCode(
  code: string,
  pieces: readonly StopPiece[],
  isFound: (piece: StopPiece) => boolean,
  elsewhere: OtherVehiclePieces,
): Found {
  const tidy = normalizeCode(code)
  const own = pieces.filter((piece) => normalizeCode(piece.code) === tidy)
  const piece = own.find((one) => !isFound(one))
  if (piece) return { kind: 'FOUND', piece }
  if (own[0]) return { kind: 'AGAIN', piece: own[0] }
  const delivery = tidy.replace(/-\d+$/, '')
  const other = elsewhere.find(({ codes }) => codes.some((one) => [tidy, delivery].includes(normalizeCode(one))))
  return other ? { kind: 'ELSEWHERE', route: other.route } : { kind: 'UNKNOWN', code: code.trim() }
}

/** Finds a package of the route by the order reference on its label, or by its code. */
export function findPackage({ stops }: DriverRoute, text: string, elsewhere: OtherVehiclePieces): Found {
  const tidy = normalizeCode(text)
  const [piece] = stops.filter((stop) => normalizeCode(stop.external_ref) === tidy).flatMap(piecesAt)
  if (piece) return { kind: 'FOUND', piece }
  return findPieceByCode(text, stops.flatMap(piecesAt), () => false, elsewhere)
}

function readDraft<Draft>(span: StorageSpan, key: string, empty: Draft): Draft {
  const kept = readStored(span, key)
  return kept === null ? empty : (JSON.parse(kept) as Draft)
}

/** Pieces of a load that were found, by `keyOf`, scanned or ticked by hand. */
export interface LoadDraft {
  scanned: string[]
  byHand: string[]
}

/** Storage key of the load check. It is stored on the phone, because loading may outlast the tab. The next check replaces it. */
const LOAD_KEY = 'load'
const nameOf = ({ route }: DriverRoute, load: number): string => `${route.route_uuid} ${load}`

export function loadDraft(run: DriverRoute, load: number): LoadDraft {
  const kept = readDraft<{ of: string } & LoadDraft>('browser', LOAD_KEY, { of: '', scanned: [], byHand: [] })
  return kept.of === nameOf(run, load) ? kept : { scanned: [], byHand: [] }
}
export const storeLoadDraft = (run: DriverRoute, load: number, draft: LoadDraft): void =>
  writeStored('browser', LOAD_KEY, JSON.stringify({ ...draft, of: nameOf(run, load) }))

/** Codes scanned at a door, and the reason for missing ones. */
export interface DoorDraft {
  codes: string[]
  reason: string | null
}

const doorDraftKey = ({ stop_uuid }: RunStop): string => `scanned ${stop_uuid}`
export const doorDraft = (stop: RunStop): DoorDraft => readDraft('tab', doorDraftKey(stop), { codes: [], reason: null })
export const storeDoorDraft = (stop: RunStop, draft: DoorDraft): void =>
  writeStored('tab', doorDraftKey(stop), JSON.stringify(draft))

/** Scan progress at a door. Null if the business doesn't scan there. */
export function doorProgress({ business }: DriverRoute, stops: readonly RunStop[]) {
  if (!isOn(business.scan_door)) return null
  const all = stops.flatMap((stop) => piecesAt(stop).map(() => stop)).length
  const open = stops.map((stop) => ({ draft: doorDraft(stop), left: leftAt(stop) }))
  const left = open.reduce((sum, one) => sum + one.left, 0)
  const needed = business.scan_door === 'REQUIRED' && open.some((one) => one.left > 0 && one.draft.reason === null)
  return { of: all, done: all - left, left, needed }
}

/** The order reference and its number of packages, or, once some are scanned at the door, how many of them. */
export function packagesText(words: DriverWords, run: DriverRoute, stop: RunStop): string {
  const isKnown = stop.items.length > 0 || stop.load_pieces !== undefined
  const scans = doorProgress(run, [stop])
  const count =
    scans && scans.done > 0
      ? words.scan.counted(scans.done, scans.of)
      : isKnown && words.day.find.packages(piecesAt(stop).length)
  return [words.order(stop.external_ref), count].filter(Boolean).join(' · ')
}

const leftAt = (stop: RunStop): number => unscannedPieces(piecesAt(stop), doorDraft(stop).codes).length

type ItemDifference = NonNullable<TapInput['items']>[number]
/** Differences per item. Keyed by `itemKey`, so that a change by the office doesn't shift the counts to another item. */
export type PartsDraft = Record<string, { short: number; damaged: number; returned: number; reason: string }>

/** Key of an item, with a counter for lines of the same item. */
export function itemKey({ items }: RunStop, place: number): string {
  const same = items
    .slice(0, place + 1)
    .filter(({ name, sku }) => name === items[place]?.name && sku === items[place]?.sku)
  return JSON.stringify([same[0]?.name, same[0]?.sku, same.length])
}

const partsDraftKey = ({ stop_uuid }: RunStop): string => `parts ${stop_uuid}`
export const partsDraft = (stop: RunStop): PartsDraft => readDraft<PartsDraft>('tab', partsDraftKey(stop), {})
export const storePartsDraft = (stop: RunStop, draft: PartsDraft): void =>
  writeStored('tab', partsDraftKey(stop), JSON.stringify(draft))

/** Members of the tap for the outcome: the item differences, the scanned codes, and the reason for missing ones. */
export function scanPayload(run: DriverRoute, stop: RunStop): Pick<TapInput, 'items' | 'scanned' | 'not_scanned'> {
  const parts = partsDraft(stop)
  const items = stop.items.flatMap(({ name, sku }, i): ItemDifference[] => {
    const { reason = '', ...counts } = parts[itemKey(stop, i)] ?? { short: 0, damaged: 0, returned: 0 }
    return counts.short + counts.damaged + counts.returned > 0
      ? [{ name, sku, ...counts, reason: reason.trim() || null }]
      : []
  })
  const { codes, reason } = doorDraft(stop)
  return {
    // Absent if empty, because an older server, which may receive the tap during an update, doesn't accept this member.
    ...(items.length > 0 && { items }),
    ...(doorProgress(run, [stop]) && {
      scanned: codes,
      not_scanned: leftAt(stop) > 0 ? reason : null,
    }),
  }
}
