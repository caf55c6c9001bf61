// The customer's tracking page behind /t/{token}: when does it come?
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { openTrackingLink } from '../app/open-link.ts'
import { readTracking, type Tracking, TRACKING_STEPS } from '../app/tracking/read-tracking.ts'
import { calendarOf } from '../app/calendar.ts'
import { changeWishes } from '../app/tracking/change-wishes.ts'
import { AppError, invalid } from '../app/errors.ts'
import { text } from '../contract/fields.ts'
import { type Html, html } from './html.ts'
import { answerWithPages, sendPage, visitOf } from './link-pages.ts'
import { dayInWords, timeInWords, windowInWords } from './words.ts'

const MAX_INSTRUCTIONS = 2_000

export async function trackingPages(server: FastifyInstance, app: App): Promise<void> {
  answerWithPages(server, app)
  server.get('/t/:token', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    const page = trackingPage(tracking, ctx.now)
    return sendPage(reply, 200, `Your delivery from ${tracking.business.name}`, page)
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  server.post('/t/:token', async (request, reply) => {
    const visit = visitOf(request)
    const { ctx, orderId } = await openTrackingLink(app, visit)
    const form = request.body
    if (!(form instanceof URLSearchParams))
      throw new AppError('unsupported', 'UNSUPPORTED_MEDIA_TYPE', 'Send what the form on the page sends.')
    const instructions = text(0, MAX_INSTRUCTIONS).safeParse(form.get('instructions')?.trim() ?? '')
    if (!instructions.success || instructions.data.includes('\0'))
      throw invalid('instructions', `must have at most ${MAX_INSTRUCTIONS} characters`)
    await changeWishes(ctx, orderId, {
      instructions: instructions.data || null,
      smsConsent: form.has('asked') ? form.has('texts') : null,
    })
    return reply.redirect(`/t/${visit.token}`, 303)
  })
}

const trackingPage = (tracking: Tracking, now: Date): Html => html`<main>
<p class="soft">Your delivery from ${tracking.business.name}</p>
<h1>${headline(tracking, now)}</h1>
<p>${detail(tracking)}</p>
${tracking.arrival ? html`<p><a href="">Check again</a></p>` : null}
${tracking.status === 'CANCELLED' ? null : steps(tracking)}
<section class="card">
<h2>Where</h2>
<p>${tracking.address}</p>
${tracking.instructions && !tracking.wishes ? html`<h2>Instructions for the driver</h2><p>${tracking.instructions}</p>` : null}
</section>
${tracking.wishes ? wishes(tracking.instructions, tracking.wishes) : null}
${tracking.proof ? proof(tracking.proof) : null}
${contact(tracking)}
</main>`

function headline(tracking: Tracking, now: Date): string {
  const { status, arrival, business, finishedAt, day } = tracking
  const at = (instant: Date) => timeInWords(instant, business.timeZone)
  if (status === 'CANCELLED') return 'This delivery was cancelled'
  if (finishedAt) {
    const on = dayOf(finishedAt, business.timeZone)
    const when = on === dayOf(now, business.timeZone) ? at(finishedAt) : `${at(finishedAt)} on ${dayInWords(on)}`
    return status === 'DELIVERED' ? `Delivered at ${when}` : `We could not deliver at ${when}`
  }
  if (tracking.step === 'OUT_FOR_DELIVERY' && !arrival) return 'The driver is at your address'
  if (arrival) {
    const on = dayOf(arrival.from, business.timeZone)
    const date = on === dayOf(now, business.timeZone) ? 'today' : `on ${dayInWords(on)}`
    return `Arriving ${date} between ${at(arrival.from)} and ${at(arrival.to)}`
  }
  return `Planned for ${dayInWords(day)}`
}

function detail({ status, step, next, driverFirstName, reason, windowStart, windowEnd }: Tracking): string {
  const window = windowInWords(windowStart, windowEnd)
  if (status === 'CANCELLED') return 'Nothing will be brought. Contact us if that is not what you expect.'
  if (status === 'DELIVERED') return 'Your delivery has arrived.'
  if (status === 'FAILED') return reason ? `Reason: ${reason}` : 'Contact us to arrange another delivery.'
  if (next) return `${driverFirstName ?? 'The driver'} is on the way to you.`
  if (step === 'OUT_FOR_DELIVERY') return 'The driver is out; the time gets closer as the stops before yours are done.'
  const booked = window ? `Your time window is ${window}.` : ''
  return step === 'SCHEDULED' ? `Scheduled. ${booked}` : `We have your order. ${booked}`
}

const STEP_WORDS = {
  RECEIVED: 'Order received',
  SCHEDULED: 'Scheduled',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DONE: 'Delivered',
} as const satisfies Record<Tracking['step'], string>

function steps({ step, status }: Tracking): Html {
  const reached = TRACKING_STEPS.indexOf(step)
  const words = { ...STEP_WORDS, ...(status === 'FAILED' && { DONE: 'Not delivered' }) }
  return html`<ol class="steps">${TRACKING_STEPS.map((name, i) =>
    i === reached
      ? html`<li class="reached" aria-current="step">${words[name]}</li>`
      : html`<li${i < reached ? html` class="reached"` : null}>${words[name]}</li>`,
  )}</ol>`
}

const wishes = (instructions: string | null, { smsConsent, phone }: NonNullable<Tracking['wishes']>): Html => html`
<form class="card" method="post">
<label for="instructions">Instructions for the driver</label>
<textarea id="instructions" name="instructions" rows="3" maxlength="${MAX_INSTRUCTIONS}">${instructions ?? ''}</textarea>
${
  phone
    ? html`<input type="hidden" name="asked" value="texts"><label class="check"><input type="checkbox" name="texts" value="yes"${smsConsent ? html` checked` : null}> Text me about this delivery</label>`
    : null
}
<button>Save</button>
</form>`

const proof = ({ photo_urls, signature_url }: NonNullable<Tracking['proof']>): Html => html`<section class="card">
<h2>Proof of delivery</h2>
${photo_urls.map((url, i) => html`<img src="${url}" alt="Photo ${i + 1} of the delivery">`)}
${signature_url ? html`<img src="${signature_url}" alt="Signature">` : null}
</section>`

const contact = ({ business }: Tracking): Html | null =>
  business.phone || business.email
    ? html`<section class="card">
<h2>${business.name}</h2>
${business.phone ? html`<p><a href="tel:${business.phone.replace(/[^\d+]/g, '')}">${business.phone}</a></p>` : null}
${business.email ? html`<p><a href="mailto:${business.email}">${business.email}</a></p>` : null}
</section>`
    : null

const dayOf = (instant: Date, timeZone: string): string => calendarOf(timeZone).dayOf(instant)
