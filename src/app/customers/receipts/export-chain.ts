// Exports all receipts of a business to one file, in chain order, for verification. The file contains no customer data.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { receiptPage } from '../../../store/receipts/receipts.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { notFoundError } from '../../business/audited-change.ts'
import { type App, makeContext } from '../../context.ts'
import { receiptLine } from './read-receipts.ts'

const PAGE = 1_000

/** Returns the number of receipts. */
export async function exportChain(app: App, businessId: string, file: string): Promise<number> {
  const actor = { kind: 'OPERATOR', id: null } as const
  const ctx = makeContext(app, { businessId, timeZone: 'UTC', actor, requestId: null, idempotency: null })
  if (!(await ctx.read((tx) => findBusiness(tx)))) throw notFoundError('business')
  let written = 0
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const page = await ctx.read((tx) => receiptPage(tx, { after: written }, PAGE))
      for (const receipt of page) yield `${receiptLine(receipt, {})}\n`
      written += page.length
      if (page.length < PAGE) return
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx' }))
  return written
}
