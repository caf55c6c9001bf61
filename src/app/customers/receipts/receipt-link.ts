// The link of a receipt's page, derived from the secret like all other links.
import type { App } from '../../context.ts'

export const receiptToken = (receiptId: string, { secrets }: Pick<App, 'secrets'>): string =>
  secrets.linkToken('receipt', receiptId, '')

export const receiptUrl = (receiptId: string, links: Pick<App, 'publicUrl' | 'secrets'>): string =>
  `${links.publicUrl}/r/${receiptToken(receiptId, links)}`
