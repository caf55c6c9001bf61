// Appends receipts to the chain of their business and signs them (docs/decisions/033-receipts-are-chained-by-a-job.md).
import { sign } from 'node:crypto'
import type { ReceiptContent, UnsealedContent } from '../../../contract/receipts.ts'
import {
  type ChainEnd,
  lockChain,
  receiptsToSeal,
  type SealedReceipt,
  sealReceipts,
  unsealedReceipts,
} from '../../../store/receipts/receipts.ts'
import { type App, writeTo } from '../../context.ts'
import { runRecordingFailure } from '../../operations/health/failed-work.ts'
import { canonical, sha256 } from './receipt-file.ts'
import { ensureReceiptKey, type SigningKey, signingKey } from './receipt-key.ts'

const BUSINESSES = 20
const RECEIPTS = 200

/** Returns true if more receipts may be waiting. */
export async function sealDue(app: App): Promise<boolean> {
  const due = await app.db.asSystem((tx) => receiptsToSeal(tx, app.clock(), BUSINESSES))
  if (due.length === 0) return false
  await ensureReceiptKey(app)
  let more = due.length === BUSINESSES
  for (const item of due)
    await runRecordingFailure(app, 'seal-receipts', item, async () => {
      if ((await sealReceiptsOf(app, item.businessId)) === RECEIPTS) more = true
    })
  return more
}

/** Returns the number of sealed receipts. */
const sealReceiptsOf = (app: App, businessId: string): Promise<number> =>
  writeTo(app, businessId, async (tx) => {
    const end = await lockChain(tx)
    if (!end) return 0
    const waiting = await unsealedReceipts(tx, RECEIPTS)
    const key = await signingKey(app, tx)
    // Times in the chain never decrease, even if the clock was set back since the previous receipt.
    const issuedAt = new Date(Math.max(app.clock().getTime(), end.issuedAt?.getTime() ?? 0))
    const sealed: SealedReceipt[] = []
    for (const { receiptId, content } of waiting) {
      const before: Pick<ChainEnd, 'sequence' | 'digest'> = sealed.at(-1) ?? end
      const place = { issuer: app.publicUrl, issuedAt, before, key }
      sealed.push({ receiptId, ...sealReceipt(JSON.parse(content) as UnsealedContent, place) })
    }
    await sealReceipts(tx, sealed, issuedAt)
    return sealed.length
  })

interface ChainPlace {
  issuer: string
  issuedAt: Date
  before: Pick<ChainEnd, 'sequence' | 'digest'>
  key: SigningKey
}

function sealReceipt(
  content: UnsealedContent,
  { issuer, issuedAt, before, key }: ChainPlace,
): Omit<SealedReceipt, 'receiptId'> {
  const sequence = before.sequence + 1
  const signed: ReceiptContent = {
    ...content,
    issuer,
    kid: key.kid,
    sequence,
    previous: before.digest?.toString('hex') ?? null,
    issued_at: issuedAt.toISOString(),
  }
  const text = canonical(signed)
  return {
    sequence,
    content: text,
    digest: sha256(text),
    signature: sign(null, Buffer.from(text), key.privateKey),
    kid: key.kid,
  }
}
