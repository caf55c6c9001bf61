// Replies to our texts, as Twilio posts them: signed, or refused.
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { AppError } from '../app/errors.ts'
import { takeReply } from '../app/messages/take-reply.ts'

const PATH = '/sms/inbound'

export async function inboundTexts(server: FastifyInstance, app: App): Promise<void> {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  server.post(PATH, async (request, reply) => {
    const fields = (request.body ?? {}) as Record<string, string>
    const signature = String(request.headers['x-twilio-signature'] ?? '')
    if (!app.sms.verifies(`${app.publicUrl}${PATH}`, fields, signature))
      throw new AppError('forbidden', 'SIGNATURE_INVALID', 'The signature does not fit; nothing was changed.')
    await takeReply(app, { from: fields.From ?? '', text: fields.Body ?? '' })
    return reply.type('text/xml').send('<Response/>')
  })
}
