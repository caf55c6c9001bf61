// All receipts of a business as one file, in their order, for whoever checks the chain. Nothing in it names anyone.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { receiptPage } from '../../store/receipts/receipts.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { type App, writeTo } from '../context.ts'
import { missing } from '../errors.ts'
import { receiptLine } from './read-receipts.ts'

const PAGE = 1_000

/** How many. */
export async function exportChain(app: App, businessId: string, file: string): Promise<number> {
  const read = <T>(work: Parameters<typeof writeTo<T>>[2]): Promise<T> => writeTo(app, businessId, work)
  if (!(await read((tx) => findBusiness(tx)))) throw missing('business')
  let written = 0
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const page = await read((tx) => receiptPage(tx, { after: written }, PAGE))
      for (const receipt of page) yield `${receiptLine(receipt, {})}\n`
      written += page.length
      if (page.length < PAGE) return
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx' }))
  return written
}
