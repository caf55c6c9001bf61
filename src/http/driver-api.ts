// What the driver's page asks and sends, under its link: no key, the link is the key.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../app/context.ts'
import { readRun } from '../app/driver/read-run.ts'
import { takePosition } from '../app/driver/take-position.ts'
import { takeProof } from '../app/driver/take-proof.ts'
import { takeTap } from '../app/driver/take-tap.ts'
import { AppError, missing } from '../app/errors.ts'
import { followDriverLink, openDriverLink, visitUnderKey } from '../app/open-link.ts'
import { waysOfRoute } from '../app/routes/ways.ts'
import { Position, Tap } from '../contract/driver.ts'
import { Uuid } from '../contract/fields.ts'
import { type LinkLimit, MAX_LINK_BODY_BYTES, MAX_PROOF_FORM_BYTES } from '../contract/limits.ts'
import { ProofBody } from '../contract/proofs.ts'
import { takes } from './bodies.ts'
import { callersBy } from './callers.ts'
import { validationError } from './errors.ts'
import { formIdentity, readForm } from './form.ts'
import { tokenOf, visitOf } from './link-pages.ts'
import { canonicalJson } from './strict-json.ts'
import { receivingPicture } from './uploads.ts'

export async function driverApi(server: FastifyInstance, app: App): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
  })
  server.get('/d/:token/run', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request, 'driver_reads'))
    return answer(reply, await ctx.read((tx) => readRun(ctx, tx, routeId)))
  })
  server.get('/d/:token/ways', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request, 'driver_reads'))
    return answer(reply, await waysOfRoute(ctx, routeId))
  })
  const drivers = callersBy((request) => openDriverLink(app, visitOf(request, 'driver_positions')))
  server.route({
    method: 'POST',
    url: '/d/:token/position',
    ...takes('json', MAX_LINK_BODY_BYTES),
    onRequest: drivers.onRequest,
    handler: async (request, reply) => {
      const { ctx, routeId } = drivers.of(request)
      await takePosition(ctx, routeId, parsed(Position, request.body))
      return answer(reply, null)
    },
  })
  // Also by a link that has ended: what is sent late is kept for the office.
  const sendersBy = (limit: LinkLimit) =>
    callersBy(async (request) => {
      const key = keyOf(request)
      const visit = await followDriverLink(app, visitOf(request, limit))
      // The link's hash stands for the link: a scope is stored, a token is not.
      const scope = `${request.method} /d/${app.secrets.hash(tokenOf(request)).toString('base64url')}`
      const underKey = (identity: unknown) => {
        const bodyHash = createHash('sha256').update(canonicalJson(identity)).digest()
        return visitUnderKey(app, visit, { scope, key, bodyHash, respond: () => RUN })
      }
      return { underKey, holder: { businessId: visit.ctx.businessId, sender: visit.routeId } }
    })
  const tappers = sendersBy('driver_taps')
  server.route({
    method: 'POST',
    url: '/d/:token/taps',
    ...takes('json', MAX_LINK_BODY_BYTES),
    onRequest: tappers.onRequest,
    handler: async (request, reply) => {
      const visit = tappers.of(request).underKey(request.body ?? null)
      return answer(reply, await takeTap(visit, parsed(Tap, request.body)))
    },
  })
  const provers = sendersBy('driver_proofs')
  server.route({
    method: 'POST',
    url: '/d/:token/stops/:stop/proof',
    ...takes('multipart', MAX_PROOF_FORM_BYTES),
    onRequest: provers.onRequest,
    handler: async (request, reply) => {
      const { underKey, holder } = provers.of(request)
      const stop = Uuid.safeParse((request.params as { stop: string }).stop)
      if (!stop.success) throw missing('stop with that uuid on the route')
      return receivingPicture(app, holder, async (folder) => {
        const form = await readForm(request, folder)
        return answer(reply, await takeProof(underKey(formIdentity(form)), stop.data, parsed(ProofBody, form)))
      })
    },
  })
}

/** Sent again, a tap or proof is answered with the route as it then is: only that it counted is stored. */
const RUN = { status: 200, data: null }

const answer = (reply: FastifyReply, data: unknown): FastifyReply => reply.send({ data, message: 'OK' })

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('invalid', 'IDEMPOTENCY_KEY_MISSING', 'Idempotency-Key must have 1 to 255 printable characters.', {
    fields: ['Idempotency-Key'],
  })
}

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (!result.success) throw validationError(result.error, 'body')
  return result.data
}
