// Receives replies to texts from Twilio. Requests without a valid signature are rejected.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { AppError } from '../app/errors.ts'
import { html } from '../domain/html.ts'
import { takeReply } from '../app/customers/messages/take-reply.ts'
import { bodyOptions } from './bodies.ts'

const PATH = '/sms/inbound'
/** Enough for the longest text with every character encoded, and the other fields. */
const MAX_BYTES = 32 * 1024

export async function inboundTexts(server: FastifyInstance, app: App): Promise<void> {
  server.route({
    method: 'POST',
    url: PATH,
    ...bodyOptions('form', MAX_BYTES),
    onRequest: async (request) => {
      if (signatureOf(request) === '') throw unsignedTextError()
    },
    handler: async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const fields = Object.fromEntries(form)
      if (!app.sms.verifies(`${app.publicUrl}${PATH}`, fields, signatureOf(request))) throw unsignedTextError()
      const answer = await takeReply(app, {
        from: fields.From ?? '',
        text: fields.Body ?? '',
        providerId: fields.MessageSid ?? request.id,
      })
      const page = html`<Response>${answer === null ? null : html`<Message>${answer}</Message>`}</Response>`
      return reply.type('text/xml').send(page.html)
    },
  })
}

const signatureOf = ({ headers }: FastifyRequest): string => String(headers['x-twilio-signature'] ?? '')

const unsignedTextError = (): AppError =>
  new AppError('forbidden', 'SIGNATURE_INVALID', 'The signature is invalid; nothing was changed.')
