// The customer's tracking page at /t/{token}. It is complete without scripts, and updates itself if scripts run.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { openTrackingLink } from '../app/resolve-link.ts'
import { changeDelivery } from '../app/customers/tracking/change-delivery.ts'
import { chooseDay, offersFor } from '../app/customers/tracking/choose-day.ts'
import { endedTexts } from '../app/customers/tracking/ended-texts.ts'
import { rateDelivery } from '../app/customers/tracking/rate-delivery.ts'
import { changedPictures } from '../app/driving/proofs/stored-picture.ts'
import { readTracking, type Tracking } from '../app/customers/tracking/read-tracking.ts'
import * as contract from '../contract/tracking.ts'
import { acceptedLanguage, type Language } from '../domain/customer-words/language.ts'
import { CUSTOMER_WORDS, customerWords } from '../domain/customer-words/of-language.ts'
import type { CustomerFault } from '../domain/customer-words/words.ts'
import type { ErrorBody } from './errors.ts'
import { onLinkEntrance } from './link-entrance.ts'
import { answerWithPages, type FaultWords, sendPage, tokenOf, visitOf } from './link-pages.ts'
import { daysPage } from './days-page.ts'
import { accentStyle, sharePreview, trackingNow, trackingPage } from './tracking-page.ts'
import type { Web } from './web.ts'

export async function trackingPages(server: FastifyInstance, app: App, web: Web): Promise<void> {
  answerWithPages(server, app, faultWords)
  const bindLink = onLinkEntrance(server, app, openTrackingLink)

  server.get('/t/:token', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request, 'tracking_reads'))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    const language = languageFor(request, tracking)
    const words = customerWords(language, tracking.business)
    const title = words.page.title(tracking.business.name)
    const more = {
      ended: await endedTexts(ctx, tracking),
      changed: await changedPictures(ctx, tracking.proof?.proofIds ?? []),
    }
    const page = trackingPage(tracking, more, ctx.now, tokenOf(request), words)
    void reply.header('X-Robots-Tag', 'noindex, nofollow')
    const held = {
      title,
      language,
      head: accentStyle(tracking.business.accent) + sharePreview(tracking, app.publicUrl, words),
      content: page.html,
    }
    return (await web.sendHolding(request, reply, 'tracking', held)) ?? sendPage(reply, 200, title, page, language)
  })
  // A link short enough for a text. It leads to the photo if the page shows it, otherwise to the page.
  server.get('/t/:token/photo', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request, 'tracking_reads'))
    const { proof } = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    void reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    return reply.redirect(proof?.photo_urls[0] ?? `/t/${tokenOf(request)}`, 302)
  })
  bindLink(contract.readNow, async ({ ctx, orderId }, _input, { request, reply }) => {
    // A slightly outdated answer is enough here, because the page polls. The page itself needs current data, because it
    // shows what the customer just entered.
    const tracking = await ctx.stale('seconds').read((tx) => readTracking(ctx, tx, orderId))
    void reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    return trackingNow(
      tracking,
      ctx.now,
      tokenOf(request),
      customerWords(languageFor(request, tracking), tracking.business),
    )
  })
  bindLink(contract.sendWishes, async ({ ctx, orderId }, { body }, { request, reply }) => {
    const { instructions, asked, texts, mails } = body
    await changeDelivery(ctx, orderId, {
      instructions: instructions || null,
      texts: asked.includes('texts') ? texts.length > 0 : null,
      mails: asked.includes('mails') ? mails.length > 0 : null,
    })
    reply.redirect(`/t/${tokenOf(request)}`, 303)
  })
  server.get('/t/:token/days', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request, 'tracking_days'))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    const language = languageFor(request, tracking)
    const words = customerWords(language, tracking.business)
    const { offers } = await offersFor(ctx, orderId)
    const page = daysPage(tracking.business, offers, tokenOf(request), words)
    return sendPage(reply, 200, words.page.chooseADay, page, language)
  })
  bindLink(contract.sendDay, async ({ ctx, orderId }, { body }, { request, reply }) => {
    await chooseDay(ctx, orderId, body.day)
    reply.redirect(`/t/${tokenOf(request)}`, 303)
  })
  bindLink(contract.sendRating, async ({ ctx, orderId }, { body }, { request, reply }) => {
    await rateDelivery(ctx, orderId, { stars: body.stars, comment: body.comment || null })
    reply.redirect(`/t/${tokenOf(request)}`, 303)
  })
}

/** Returns the texts of the error page in the browser's language, because the owner of the link may be unknown. */
export function faultWords(
  request: FastifyRequest,
  { statusCode, details }: ErrorBody,
  waitSeconds: number,
): FaultWords {
  const language = acceptedLanguage(request.headers['accept-language']) ?? 'en'
  const { faults, locale } = CUSTOMER_WORDS[language]
  const said = (title: string, text: string): FaultWords => ({ language, title, text })
  if (statusCode === 404) return said(faults.notFound, faults.checkLink)
  if (statusCode === 410) return said(faults.ended, faults.expired)
  if (statusCode === 429) return said(faults.wait, faults.tooMany(durationIn(locale, waitSeconds)))
  if (statusCode >= 500) return said(faults.notNow, faults.wentWrong)
  if (statusCode !== 409) return said(faults.notNow, faults.checkForm)
  return said(
    faults.notNow,
    Object.hasOwn(faults, details.code) ? faults[details.code as CustomerFault] : faults.changed,
  )
}

function durationIn(locale: string, seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count))
}

/** Language of the order, otherwise of the browser, otherwise of the business. */
const languageFor = (request: FastifyRequest, { language, business }: Tracking): Language =>
  language ?? acceptedLanguage(request.headers['accept-language']) ?? business.language
