// Sends documents as PDF, to be shown in the browser or kept under a name.
import type { FastifyReply } from 'fastify'
import { AppError } from '../../app/errors.ts'
import { type Documents, DocumentsBusy, type PrintedDocument, type PrintedLabels } from '../../app/ports/documents.ts'

export async function sendPdf(
  reply: FastifyReply,
  documents: Documents,
  name: string,
  document: PrintedDocument | PrintedLabels,
): Promise<void> {
  const pdf = await documents.pdf(document).catch((error: unknown) => {
    throw error instanceof DocumentsBusy ? busy() : error
  })
  // Names of files are for every system: what is more than letters and figures becomes a line.
  const file = `${name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 80)}.pdf`
  void reply.header('Content-Disposition', `inline; filename="${file}"`).header('X-Content-Type-Options', 'nosniff')
  await reply.type('application/pdf').send(pdf)
}

const busy = (): AppError =>
  new AppError('unavailable', 'DOCUMENTS_BUSY', 'Too many documents are being drawn; try again shortly.', {
    retryAfterSeconds: 5,
  })
