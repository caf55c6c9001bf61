// Sends documents as PDF, to be shown in the browser or kept under a name.
import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { PrintedDocument, PrintedLabels } from '../../app/ports/documents.ts'
import { holderOf, type OfficeContext } from '../operations/operation.ts'

/** Holds its place until all of it is sent, or the browser went away. */
export const sendPdf = (
  reply: FastifyReply,
  ctx: OfficeContext,
  name: string,
  document: PrintedDocument | PrintedLabels,
): Promise<void> =>
  ctx.places.documents.hold(holderOf(ctx), async () => {
    const pdf = await ctx.documents.pdf(document)
    const closed = once(pdf, 'close')
    // Names of files are for every system: what is more than letters and figures becomes a line.
    const file = `${name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, 80)}.pdf`
    void reply.header('Content-Disposition', `inline; filename="${file}"`).header('X-Content-Type-Options', 'nosniff')
    void reply.type('application/pdf').send(pdf)
    await closed.catch(() => {})
  })
