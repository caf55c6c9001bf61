// Sends PDF documents, for display in the browser or for download.
import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { PrintedDocument, PrintedLabels } from '../../app/ports/documents.ts'
import { workOwnerOf, type OfficeContext } from '../operations/operation.ts'

/** Sends a PDF. Keeps its slot until the PDF is sent completely or the browser disconnects. */
export const sendPdf = (
  reply: FastifyReply,
  ctx: OfficeContext,
  name: string,
  document: PrintedDocument | PrintedLabels,
): Promise<void> =>
  ctx.workLimiters.documents.hold(workOwnerOf(ctx), async () => {
    const pdf = await ctx.documents.pdf(document)
    const closed = once(pdf, 'close')
    // File names must work on every system, so other characters than letters and digits become hyphens.
    const file = `${name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, 80)}.pdf`
    void reply.header('Content-Disposition', `inline; filename="${file}"`).header('X-Content-Type-Options', 'nosniff')
    void reply.type('application/pdf').send(pdf)
    await closed.catch(() => {})
  })
