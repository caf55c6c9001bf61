// Proof photos and signatures behind signed links.
import type { FastifyInstance } from 'fastify'
import { openFile } from '../app/proofs/open-file.ts'
import type { App } from '../app/context.ts'

export async function fileRoutes(server: FastifyInstance, app: App): Promise<void> {
  server.get('/files/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const file = await openFile(app, { proofId: id, expires: String(expires), signature: String(signature) })
    return reply
      .headers({
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
      .type(file.contentType)
      .send(file.content)
  })
}
