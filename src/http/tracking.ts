// The customer's tracking page behind /t/{token}. It says all without scripts; with them it keeps itself up to date.
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { invalid } from '../app/errors.ts'
import { openTrackingLink } from '../app/open-link.ts'
import { changeWishes } from '../app/tracking/change-wishes.ts'
import { endedTexts } from '../app/tracking/ended-texts.ts'
import { readTracking } from '../app/tracking/read-tracking.ts'
import { text } from '../contract/fields.ts'
import { MAX_LINK_BODY_BYTES } from '../contract/limits.ts'
import { takes } from './bodies.ts'
import { callersBy } from './callers.ts'
import { answerWithPages, sendPage, tokenOf, visitOf } from './link-pages.ts'
import { accentStyle, MAX_INSTRUCTIONS, trackingNow, trackingPage } from './tracking-page.ts'
import type { Web } from './web.ts'

export async function trackingPages(server: FastifyInstance, app: App, web: Web): Promise<void> {
  answerWithPages(server, app)
  server.get('/t/:token', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request, 'tracking_reads'))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    const title = `Your delivery from ${tracking.business.name}`
    const page = trackingPage(tracking, await endedTexts(ctx, tracking), ctx.now)
    void reply.header('X-Robots-Tag', 'noindex, nofollow')
    const held = { title, head: accentStyle(tracking.business.accent), content: page.html }
    return (await web.sendHolding(request, reply, 'tracking', held)) ?? sendPage(reply, 200, title, page)
  })
  server.get('/t/:token/now', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request, 'tracking_reads'))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    return reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
      .send({ data: trackingNow(tracking, ctx.now), message: 'OK' })
  })
  const customers = callersBy((request) => openTrackingLink(app, visitOf(request, 'tracking_changes')))
  server.route({
    method: 'POST',
    url: '/t/:token',
    ...takes('form', MAX_LINK_BODY_BYTES),
    onRequest: customers.onRequest,
    handler: async (request, reply) => {
      const { ctx, orderId } = customers.of(request)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const instructions = text(0, MAX_INSTRUCTIONS).safeParse(form.get('instructions')?.trim() ?? '')
      if (!instructions.success || instructions.data.includes('\0'))
        throw invalid('instructions', `must have at most ${MAX_INSTRUCTIONS} characters`)
      const asked = form.getAll('asked')
      await changeWishes(ctx, orderId, {
        instructions: instructions.data || null,
        texts: asked.includes('texts') ? form.has('texts') : null,
        mails: asked.includes('mails') ? form.has('mails') : null,
      })
      return reply.redirect(`/t/${tokenOf(request)}`, 303)
    },
  })
}
