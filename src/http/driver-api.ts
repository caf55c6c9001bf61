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
import { type DriverVisit, followDriverLink, openDriverLink } from '../app/open-link.ts'
import { waysOfRoute } from '../app/routes/ways.ts'
import { Position, Tap } from '../contract/driver.ts'
import { Uuid } from '../contract/fields.ts'
import { ProofBody } from '../contract/proofs.ts'
import { validationError } from './errors.ts'
import { formIdentity, readForm } from './form.ts'
import { visitOf } from './link-pages.ts'
import { canonicalJson } from './strict-json.ts'

export async function driverApi(server: FastifyInstance, app: App): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
  })
  server.get('/d/:token/run', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request))
    return answer(reply, await ctx.read((tx) => readRun(ctx, tx, routeId)))
  })
  server.get('/d/:token/ways', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request))
    return answer(reply, await waysOfRoute(ctx, routeId))
  })
  server.post('/d/:token/taps', async (request, reply) => {
    const visit = await openKeyed(app, request, request.body ?? null)
    return answer(reply, (await takeTap(visit, parsed(Tap, request.body))).data)
  })
  server.post('/d/:token/position', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request))
    await takePosition(ctx, routeId, parsed(Position, request.body))
    return answer(reply, null)
  })
  server.post('/d/:token/stops/:stop/proof', async (request, reply) => {
    // Before anything of it is read: a link that leads nowhere costs nothing.
    await followDriverLink(app, visitOf(request))
    const form = await readForm(request)
    const visit = await openKeyed(app, request, await formIdentity(form))
    const stop = Uuid.safeParse((request.params as { stop: string }).stop)
    if (!stop.success) throw missing('stop with that uuid on the route')
    return answer(reply, await takeProof(visit, stop.data, parsed(ProofBody, form)))
  })
}

const answer = (reply: FastifyReply, data: unknown): FastifyReply => reply.send({ data, message: 'OK' })

/** Follows the link for a write that counts once under its Idempotency-Key. */
function openKeyed(app: App, request: FastifyRequest, identity: unknown): Promise<DriverVisit> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new AppError(
      'invalid',
      'IDEMPOTENCY_KEY_MISSING',
      'Idempotency-Key must have 1 to 255 printable characters.',
      {
        fields: ['Idempotency-Key'],
      },
    )
  const visit = visitOf(request)
  const bodyHash = createHash('sha256').update(canonicalJson(identity)).digest()
  // The link's hash stands for the link: a scope is stored, a token is not.
  const scope = `${request.method} /d/${app.secrets.hash(visit.token).toString('base64url')}`
  return followDriverLink(app, { ...visit, idempotency: { scope, key, bodyHash } })
}

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (!result.success) throw validationError(result.error, 'body')
  return result.data
}
