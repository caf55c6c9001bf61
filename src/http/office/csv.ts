// Sends a CSV file for download.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends the file as a download. `name` has no extension and consists of letters, digits and hyphens. */
export async function sendCsv(reply: FastifyReply, name: string, csv: string | Readable): Promise<void> {
  void reply.header('Content-Disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8')
  await reply.send(csv)
}
