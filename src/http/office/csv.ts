// Sends a file of comma separated values to be kept.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** `name` without its ending, of letters, figures and lines. */
export async function sendCsv(reply: FastifyReply, name: string, csv: string | Readable): Promise<void> {
  void reply.header('Content-Disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8')
  await reply.send(csv)
}
