// Receipts of outcomes. They are written with the outcome and later sealed with a position in the chain of their
// business.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Disclosed } from '../../domain/receipts/receipt.ts'
import type { ProofKind } from '../../domain/routes/proof.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { bytes, insertMany, updateMany } from '../bulk-write.ts'
import type { LinkedBusiness } from '../routes/links.ts'

/** Data of a driver's tap that a receipt contains. */
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

/** Other data that a stop's receipt is made from. */
export interface ReceiptBasis {
  /** The driver's tap that caused the outcome. Null if it was not a driver's tap. */
  tap: TapOfOutcome | null
  /** Oldest first. */
  proofs: { kind: ProofKind; sha256: string }[]
  /** ID of the stop's previous receipt. Null if there is none. */
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
  if (!row) throw new Error('the business of a receipt does not exist')
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

/** Writes an unsealed receipt. Pipelined. */
export function insertReceipt(tx: Tx, receipt: NewReceipt): void {
  insertMany(tx, 'receipts', [{ businessId: tx.businessId, ...receipt, linkHash: bytes(receipt.linkHash) }])
}

/** Returns the businesses with unsealed receipts, each as one work item. */
export async function receiptsToSeal(tx: SystemTx, now: Date, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select r.business_uuid, r.business_uuid as item_uuid from receipts r
    where r.sequence is null and ${isNotPutOff('seal-receipts', sql`r.business_uuid`, sql`r.business_uuid`, now)}
    group by 1 order by min(r.receipt_uuid::text) limit ${limit}`.execute(tx)
  return rows
}

export interface ChainEnd {
  sequence: number
  /** Digest of the last receipt. Null if there is none. */
  digest: Buffer | null
  issuedAt: Date | null
}

/** Returns the end of the business's chain, locked. Null if another process is sealing receipts. */
export async function lockChain(tx: Tx): Promise<ChainEnd | null> {
  await sql`
    insert into receipt_chains (business_uuid) values (${tx.businessId}::uuid) on conflict do nothing`.execute(tx)
  const { rows } = await sql<ChainEnd>`
    select sequence, digest, issued_at from receipt_chains where business_uuid = ${tx.businessId}::uuid
    for update skip locked`.execute(tx)
  return rows[0] ?? null
}

/** Returns unsealed receipts, oldest first. */
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

/** Seals the receipts with their positions. The last one becomes the end of the chain. */
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

/** A sealed receipt with its position, and the public key of its signature. */
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
  /** Position after which the page begins. */
  after?: number | undefined
}

/** Returns a page of sealed receipts in the order of the chain. */
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

/** Returns the stop's latest sealed receipt. Null if there is none. */
export async function lastReceiptOfStop(tx: Tx, stopId: string): Promise<ReceiptRead | null> {
  const row = await receiptsOf(tx).where('r.stopId', '=', stopId).orderBy('r.sequence', 'desc').executeTakeFirst()
  return row ? readOf(row) : null
}

/** Returns the ID of the order's latest sealed receipt. Null if there is none. */
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
  if (sequence === null || !signature) throw new Error('a receipt was read without its position in the chain')
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
