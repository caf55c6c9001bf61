// Serves proof photos and signatures behind signed links, and the logos of businesses.
import type { FastifyInstance } from 'fastify'
import { openFile } from '../app/driving/proofs/open-file.ts'
import { openLogo } from '../app/business/settings/branding.ts'
import type { App } from '../app/context.ts'

export async function fileRoutes(server: FastifyInstance, app: App): Promise<void> {
  server.get('/brand/:file', async (request, reply) => {
    const logo = await openLogo(app, (request.params as { file: string }).file)
    return reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
      .type(logo.contentType)
      .send(logo.content)
  })
  server.get('/files/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const file = await openFile(app, { proofId: id, expires: String(expires), signature: String(signature) })
    return reply
      .headers({
        'Cache-Control': 'private, no-store',
        ...(file.state === 'CHANGED' && { 'Roundsman-Picture': 'changed' }),
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
      .type(file.contentType)
      .send(file.content)
  })
}
