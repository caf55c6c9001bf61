// The customer's tracking page behind /t/{token}: when does it come?
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { openTrackingLink } from '../app/open-link.ts'
import { readTracking, type Tracking, TRACKING_STEPS } from '../app/tracking/read-tracking.ts'
import { calendarOf } from '../app/calendar.ts'
import { type Html, html } from './html.ts'
import { answerWithPages, sendPage, visitOf } from './link-pages.ts'
import { dayInWords, timeInWords, windowInWords } from './words.ts'

export async function trackingPages(server: FastifyInstance, app: App): Promise<void> {
  answerWithPages(server, app)
  server.get('/t/:token', async (request, reply) => {
    const { ctx, orderId } = await openTrackingLink(app, visitOf(request))
    const tracking = await ctx.read((tx) => readTracking(ctx, tx, orderId))
    return sendPage(reply, 200, `Your delivery from ${tracking.business.name}`, trackingPage(tracking, ctx.now))
  })
}

const trackingPage = (tracking: Tracking, now: Date): Html => html`<main>
<p class="soft">Your delivery from ${tracking.business.name}</p>
<h1>${headline(tracking, now)}</h1>
<p>${detail(tracking)}</p>
${tracking.status === 'CANCELLED' ? null : steps(tracking)}
<section class="card">
<h2>Where</h2>
<p>${tracking.address}</p>
${tracking.instructions ? html`<h2>Instructions for the driver</h2><p>${tracking.instructions}</p>` : null}
</section>
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

const contact = ({ business }: Tracking): Html | null =>
  business.phone || business.email
    ? html`<section class="card">
<h2>${business.name}</h2>
${business.phone ? html`<p><a href="tel:${business.phone.replace(/[^\d+]/g, '')}">${business.phone}</a></p>` : null}
${business.email ? html`<p><a href="mailto:${business.email}">${business.email}</a></p>` : null}
</section>`
    : null

const dayOf = (instant: Date, timeZone: string): string => calendarOf(timeZone).dayOf(instant)
