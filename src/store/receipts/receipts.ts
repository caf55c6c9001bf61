// Receipts of outcomes: written with the outcome, given their place in the chain of their business afterwards.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Disclosed } from '../../domain/receipts/receipt.ts'
import type { ProofKind } from '../../domain/routes/proof.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { bytes, insertMany, updateMany } from '../many.ts'
import type { LinkedBusiness } from '../routes/links.ts'

/** A driver's tap as far as a receipt tells of it. */
export interface TapOfOutcome {
  claimedAt: Date
  receivedAt: Date
  place: { lat: number; lng: number } | null
  accuracyMeters: number | null
}

interface StopOfReceipt {
  routeId: string
  stopId: string
  status: string
  finishedAt: Date | null
}

/** What else a receipt of the stop is made from. */
export interface ReceiptBasis {
  /** The driver's tap that the outcome is of, if it is a driver's. */
  tap: TapOfOutcome | null
  /** Oldest first. */
  proofs: { kind: ProofKind; sha256: string }[]
  /** The stop's receipt before. */
  earlier: string | null
  isTest: boolean
}

export async function receiptBasis(tx: Tx, { routeId, stopId, status, finishedAt }: StopOfReceipt) {
  const ofStop = sql`business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid`
  const { rows } = await sql<ReceiptBasis & TapRow>`
    select t.claimed_at, t.received_at, t.lat, t.lng, t.accuracy_meters, b.test_of is not null as is_test,
      (select receipt_uuid from receipts where ${ofStop} order by sequence desc nulls first, receipt_uuid desc limit 1)
        as earlier,
      (select coalesce(json_agg(json_build_object('kind', kind, 'sha256', encode(sha256, 'hex'))
        order by created_at, proof_uuid), '[]') from proofs where ${ofStop}) as proofs
    from businesses b left join (
      select * from driver_taps
      where ${ofStop} and route_uuid = ${routeId}::uuid and kind = ${status} and counted_at = ${finishedAt}::timestamptz
      order by received_at desc limit 1) t on true
    where b.business_uuid = ${tx.businessId}::uuid`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a receipt of a business that is not there')
  const { claimedAt, receivedAt, lat, lng, accuracyMeters, proofs, earlier, isTest } = row
  const place = lat === null || lng === null ? null : { lat, lng }
  const tap = claimedAt && receivedAt && { claimedAt, receivedAt, place, accuracyMeters }
  return { tap, proofs, earlier, isTest } satisfies ReceiptBasis
}

interface TapRow {
  claimedAt: Date | null
  receivedAt: Date | null
  lat: number | null
  lng: number | null
  accuracyMeters: number | null
}

export interface NewReceipt {
  receiptId: string
  orderId: string
  stopId: string
  content: string
  disclosed: Disclosed
  settledAt: Date
  linkHash: Buffer
}

/** Pipelined. */
export function insertReceipt(tx: Tx, receipt: NewReceipt): void {
  insertMany(tx, 'receipts', [{ businessId: tx.businessId, ...receipt, linkHash: bytes(receipt.linkHash) }])
}

/** Businesses with receipts that have no place yet, each as an item of its own. */
export async function receiptsToSeal(tx: SystemTx, now: Date, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select r.business_uuid, r.business_uuid as item_uuid from receipts r
    where r.sequence is null and ${isNotPutOff('seal-receipts', sql`r.business_uuid`, sql`r.business_uuid`, now)}
    group by 1 order by min(r.receipt_uuid::text) limit ${limit}`.execute(tx)
  return rows
}

export interface ChainEnd {
  sequence: number
  /** Of the last receipt; null while there is none. */
  digest: Buffer | null
  issuedAt: Date | null
}

/** Where the business's chain ends, locked; null while another process gives out places. */
export async function lockChain(tx: Tx): Promise<ChainEnd | null> {
  await sql`
    insert into receipt_chains (business_uuid) values (${tx.businessId}::uuid) on conflict do nothing`.execute(tx)
  const { rows } = await sql<ChainEnd>`
    select sequence, digest, issued_at from receipt_chains where business_uuid = ${tx.businessId}::uuid
    for update skip locked`.execute(tx)
  return rows[0] ?? null
}

/** Those without a place, oldest first. */
export const unsealedReceipts = (tx: Tx, limit: number): Promise<{ receiptId: string; content: string }[]> =>
  selectOwn(tx, 'receipts')
    .select(['receiptId', 'content'])
    .where('sequence', 'is', null)
    .orderBy('receiptId')
    .limit(limit)
    .execute()

export interface SealedReceipt {
  receiptId: string
  sequence: number
  content: string
  digest: Buffer
  signature: Buffer
  kid: string
}

/** Gives the receipts their places, the last of which is the chain's end from now on. */
export async function sealReceipts(tx: Tx, receipts: readonly SealedReceipt[], issuedAt: Date): Promise<void> {
  const end = receipts.at(-1)
  if (!end) return
  const rows = receipts.map(({ digest, signature, ...receipt }) => ({
    businessId: tx.businessId,
    ...receipt,
    digest: bytes(digest),
    signature: bytes(signature),
  }))
  updateMany(tx, 'receipts', ['businessId', 'receiptId'], rows)
  await updateOwn(tx, 'receiptChains').set({ sequence: end.sequence, digest: end.digest, issuedAt }).execute()
}

/** A receipt with its place, and the key that it is signed with. */
export interface ReceiptRead {
  receiptId: string
  sequence: number
  content: string
  disclosed: Disclosed | null
  signature: Buffer
  publicKey: string
}

export interface ReceiptFilter {
  orderId?: string | undefined
  stopId?: string | undefined
  /** Those that come after it. */
  after?: number | undefined
}

/** In the order of the chain. */
export async function receiptPage(
  tx: Tx,
  { orderId, stopId, after }: ReceiptFilter,
  limit: number,
): Promise<ReceiptRead[]> {
  let query = receiptsOf(tx)
  if (orderId) query = query.where('r.orderId', '=', orderId)
  if (stopId) query = query.where('r.stopId', '=', stopId)
  if (after !== undefined) query = query.where('r.sequence', '>', after)
  return (await query.orderBy('r.sequence').limit(limit).execute()).map(readOf)
}

export async function findReceipt(tx: Tx, receiptId: string): Promise<ReceiptRead | null> {
  const row = await receiptsOf(tx).where('r.receiptId', '=', receiptId).executeTakeFirst()
  return row ? readOf(row) : null
}

/** The stop's receipt as it stands. */
export async function lastReceiptOfStop(tx: Tx, stopId: string): Promise<ReceiptRead | null> {
  const row = await receiptsOf(tx).where('r.stopId', '=', stopId).orderBy('r.sequence', 'desc').executeTakeFirst()
  return row ? readOf(row) : null
}

/** The order's receipt as it stands. */
export async function lastReceiptOfOrder(tx: Tx, orderId: string): Promise<string | null> {
  const row = await receiptsOf(tx).where('r.orderId', '=', orderId).orderBy('r.sequence', 'desc').executeTakeFirst()
  return row?.receiptId ?? null
}

const receiptsOf = (tx: Tx) =>
  tx
    .selectFrom('receipts as r')
    .innerJoin('receiptKeys as k', 'k.kid', 'r.kid')
    .select(['r.receiptId', 'r.sequence', 'r.content', 'r.disclosed', 'r.signature', 'k.publicKey'])
    .where('r.businessId', '=', tx.businessId)
    .where('r.sequence', 'is not', null)

function readOf(
  row: Omit<ReceiptRead, 'sequence' | 'signature'> & { sequence: number | null; signature: Buffer | null },
) {
  const { sequence, signature, ...rest } = row
  if (sequence === null || !signature) throw new Error('a receipt without its place was read')
  return { ...rest, sequence, signature }
}

export async function receiptByLink(
  tx: SystemTx,
  hash: Buffer,
): Promise<(LinkedBusiness & { receiptId: string }) | null> {
  const row = await tx
    .selectFrom('receipts as r')
    .innerJoin('businesses as b', 'b.businessId', 'r.businessId')
    .select(['r.businessId', 'b.timeZone', 'r.receiptId'])
    .where((eb) => eb.or([eb('r.linkHash', '=', hash), eb('r.previousLinkHash', '=', hash)]))
    .where('r.sequence', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}
