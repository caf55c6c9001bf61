// The tracking page in words: when does it come? One question answered, then instructions and what to be told.
import { calendarOf } from '../app/calendar.ts'
import type { EndedTexts } from '../app/tracking/ended-texts.ts'
import { type Tracking, TRACKING_STEPS } from '../app/tracking/read-tracking.ts'
import { MAX_COMMENT, MAX_INSTRUCTIONS, type TrackingNow } from '../contract/tracking.ts'
import { straightLineMeters } from '../domain/geo/geo.ts'
import { MAX_STARS } from '../domain/orders/rating.ts'
import { type Html, html } from '../domain/html.ts'
import { timeInWords, windowInWords } from '../domain/time-words.ts'
import { dayInWords } from './words.ts'

const METERS_A_MILE = 1_609.344

export const trackingPage = (
  tracking: Tracking,
  ended: EndedTexts | null,
  now: Date,
  token: string,
): Html => html`<main>
${brand(tracking.business)}
<div id="now" data-step="${tracking.step}" aria-live="polite">${standing(tracking, now)}</div>
<div id="map"></div>
${tracking.arrival ? html`<p class="by-hand"><a href="">Check again</a></p>` : null}
<section class="card">
<h2>Address</h2>
<p>${tracking.address}</p>
${tracking.instructions && !tracking.wishes ? html`<h2>Instructions for the driver</h2><p>${tracking.instructions}</p>` : null}
</section>
${tracking.proof ? proof(tracking.proof) : null}
${tracking.rating ? rating(tracking.rating, token) : null}
${contact(tracking.business)}
${tracking.wishes ? wishes(tracking.instructions, tracking.wishes, ended) : null}
${ended ? noTexts(ended) : null}
</main>`

export const trackingNow = (tracking: Tracking, now: Date): TrackingNow => ({
  step: tracking.step,
  html: standing(tracking, now).html,
  map:
    tracking.driverAt && tracking.destination
      ? { driver: pointOf(tracking.driverAt), destination: pointOf(tracking.destination) }
      : null,
  again_seconds: tracking.step === 'DONE' ? null : tracking.next ? 15 : 60,
})

const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

/** The business's own color in place of ours, wherever the page's styles stand. */
export const accentStyle = (accent: Tracking['business']['accent']): string =>
  accent
    ? `<style>html:root{--accent:${accent.light.accent};--on-accent:${accent.light.onAccent}}@media (prefers-color-scheme:dark){html:root{--accent:${accent.dark.accent};--on-accent:${accent.dark.onAccent}}}</style>`
    : ''

const brand = ({ name, logoPath }: Tracking['business']): Html => html`<header class="brand">
${logoPath ? html`<img src="${logoPath}" alt="">` : null}
<p>Your delivery from <strong>${name}</strong></p>
</header>`

const standing = (tracking: Tracking, now: Date): Html => html`<h1>${headline(tracking, now)}</h1>
<p>${detail(tracking)}</p>
${tracking.status === 'CANCELLED' ? null : steps(tracking)}`

function headline(tracking: Tracking, now: Date): string {
  const { status, arrival, business, finishedAt, day } = tracking
  const at = (instant: Date) => timeInWords(instant, business.timeZone)
  const today = dayOf(now, business.timeZone)
  if (status === 'CANCELLED') return 'This delivery was cancelled'
  if (finishedAt) {
    const on = dayOf(finishedAt, business.timeZone)
    const when = on === today ? at(finishedAt) : `${at(finishedAt)} on ${dayInWords(on)}`
    return status === 'DELIVERED' ? `Delivered at ${when}` : `We could not deliver at ${when}`
  }
  if (tracking.step === 'OUT_FOR_DELIVERY' && !arrival) return 'The driver is at your address'
  if (arrival) {
    const on = dayOf(arrival.from, business.timeZone)
    const date = on === today ? 'today' : `on ${dayInWords(on)}`
    return `Arriving ${date} between ${at(arrival.from)} and ${at(arrival.to)}`
  }
  if (tracking.postponed) return 'Your delivery won’t come as planned'
  return day < today ? 'A new day for your delivery is being arranged' : `Planned for ${dayInWords(day)}`
}

function detail(tracking: Tracking): string {
  const { status, step, next, reason, windows } = tracking
  const window = windowInWords(windows)
  if (status === 'CANCELLED') return 'No delivery will come. Contact us if you didn’t expect this.'
  if (status === 'DELIVERED')
    return tracking.leftWhere ? `Left where: ${tracking.leftWhere}.`.replace('..', '.') : 'Your delivery has arrived.'
  if (status === 'FAILED')
    return `${reason ? `Reason: ${reason}. ` : ''}Contact us to arrange another delivery.`.replace('..', '.')
  if (tracking.postponed) return 'We are arranging a new time. Contact us if you have a question.'
  if (next) return onTheWay(tracking)
  if (step === 'OUT_FOR_DELIVERY')
    return 'Your driver is on the route. The time becomes more exact as the stops before yours are finished.'
  const booked = window ? `Your time window is ${window}.` : ''
  return step === 'SCHEDULED' ? `Scheduled. ${booked}` : `We have your order. ${booked}`
}

/** With how far away, so that nobody needs the map. */
function onTheWay({ driverFirstName, arrival, driverAt, destination, business }: Tracking): string {
  const driver = driverFirstName ?? 'The driver'
  if (!arrival) return `${driver} has arrived.`
  if (!driverAt || !destination) return `${driver} is on the way to you.`
  const miles = straightLineMeters(driverAt, destination) / METERS_A_MILE
  const away = miles < 0.1 ? 'less than 0.1 miles' : `about ${miles.toFixed(1)} miles`
  return `${driver} is on the way to you, ${away} away at ${timeInWords(driverAt.at, business.timeZone)}.`
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
  return html`<ol class="steps${status === 'FAILED' ? ' failed' : ''}">${TRACKING_STEPS.map((name, i) =>
    i === reached
      ? html`<li class="reached" aria-current="step">${words[name]}</li>`
      : html`<li${i < reached ? html` class="reached"` : null}>${words[name]}</li>`,
  )}</ol>`
}

const wishes = (
  instructions: string | null,
  { texts, mails }: NonNullable<Tracking['wishes']>,
  ended: EndedTexts | null,
): Html => html`<form class="card" method="post">
<h2>You can change this until the driver leaves</h2>
<label for="instructions">Instructions for the driver</label>
<textarea id="instructions" name="instructions" rows="3" maxlength="${MAX_INSTRUCTIONS}">${instructions ?? ''}</textarea>
${texts === null || ended ? null : consent('texts', 'Text me about this delivery', texts)}
${mails === null ? null : consent('mails', 'Email me about this delivery', mails)}
<button>Save</button>
</form>`

const consent = (name: 'texts' | 'mails', words: string, given: boolean): Html =>
  html`<input type="hidden" name="asked" value="${name}"><label class="check"><input type="checkbox" name="${name}" value="yes"${given ? html` checked` : null}> ${words}</label>`

function rating({ given, open }: NonNullable<Tracking['rating']>, token: string): Html {
  if (!open)
    return html`<section class="card">
<h2>Your rating</h2>
<p>${starsInWords(given?.stars ?? 0)}</p>
${given?.comment ? html`<p>${given.comment}</p>` : null}
</section>`
  return html`<form class="card" method="post" action="/t/${token}/rating">
<fieldset>
<legend>How was your delivery?</legend>
${STARS.map(
  (stars) =>
    html`<label class="check"><input type="radio" name="stars" value="${stars}" required${given?.stars === stars ? html` checked` : null}> ${starsInWords(stars)}</label>`,
)}
</fieldset>
<label for="comment">Comment (optional)</label>
<textarea id="comment" name="comment" rows="2" maxlength="${MAX_COMMENT}">${given?.comment ?? ''}</textarea>
<button>${given ? 'Change your rating' : 'Send'}</button>
</form>`
}

const STARS = Array.from({ length: MAX_STARS }, (_, i) => MAX_STARS - i)

const starsInWords = (stars: number): Html =>
  html`<span aria-hidden="true">${'★'.repeat(stars)}${'☆'.repeat(MAX_STARS - stars)}</span> ${stars} of ${MAX_STARS}`

const noTexts = ({ lastDigits, startAt }: EndedTexts): Html => html`<section class="card">
<h2>Texts</h2>
<p>No texts are sent to the number that ends in ${lastDigits}, because it answered STOP.</p>
<p>To have texts again, send START from that phone to ${startAt ? html`<a href="sms:${startAt}">${startAt}</a>` : 'the number our texts came from'}.</p>
</section>`

const proof = ({ photo_urls, signature_url }: NonNullable<Tracking['proof']>): Html => html`<section class="card">
<h2>Proof</h2>
${photo_urls.map((url, i) => html`<img src="${url}" alt="Photo ${i + 1} of the delivery">`)}
${signature_url ? html`<img class="drawing" src="${signature_url}" alt="Signature">` : null}
</section>`

const contact = ({ name, phone, email }: Tracking['business']): Html | null =>
  phone || email
    ? html`<section class="card">
<h2>${name}</h2>
${phone ? html`<p><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></p>` : null}
${email ? html`<p><a href="mailto:${email}">${email}</a></p>` : null}
</section>`
    : null

const dayOf = (instant: Date, timeZone: string): string => calendarOf(timeZone).dayOf(instant)
