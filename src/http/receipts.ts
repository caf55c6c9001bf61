// The page of a receipt at /r/{token}, its file, and the public keys for verification.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { openReceiptLink } from '../app/resolve-link.ts'
import { publicReceiptKeys } from '../app/customers/receipts/receipt-key.ts'
import { readShownReceipt, type ShownReceipt } from '../app/customers/receipts/shown-receipt.ts'
import { takeOrThrow } from '../app/people/users/rate-limits.ts'
import { RECEIPT_KEYS_PATH } from '../contract/receipts.ts'
import { acceptedLanguage, type Language } from '../domain/customer-words/language.ts'
import { customerWords } from '../domain/customer-words/of-language.ts'
import { answerWithPages, sendPage, tokenOf, visitOf } from './link-pages.ts'
import { networkOf } from './network.ts'
import { receiptPage } from './receipt-page.ts'
import { faultWords } from './tracking.ts'

export async function receiptPages(server: FastifyInstance, app: App): Promise<void> {
  answerWithPages(server, app, faultWords)
  const open = async (request: FastifyRequest): Promise<ShownReceipt> => {
    const { ctx, receiptId } = await openReceiptLink(app, visitOf(request, 'receipt_reads'))
    return readShownReceipt(ctx, receiptId)
  }
  server.get('/r/:token', async (request, reply) => {
    const receipt = await open(request)
    const language = languageFor(request, receipt)
    const words = customerWords(language, receipt.business)
    const page = receiptPage(receipt, tokenOf(request), words)
    return sendPage(reply, 200, words.receipt.title(receipt.business.name), page, language)
  })
  server.get('/r/:token/receipt.json', async (request, reply) => {
    const { line, signed } = await open(request)
    return reply
      .headers({
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
        'Content-Disposition': `attachment; filename="receipt-${signed.receipt_uuid}.json"`,
      })
      .type('application/json; charset=utf-8')
      .send(`${line}\n`)
  })
}

/** Public, because people who verify a receipt may have no other relation to this server. */
export async function receiptKeysRoute(server: FastifyInstance, app: App): Promise<void> {
  server.get(RECEIPT_KEYS_PATH, async (request, reply) => {
    await takeOrThrow(app, ['receipt_keys_of_network', networkOf(request.ip)])
    return reply.header('Cache-Control', 'public, max-age=300').send(await publicReceiptKeys(app))
  })
}

/** Language of the browser, otherwise of the business. */
const languageFor = (request: FastifyRequest, { business }: ShownReceipt): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? business.language
