// The tracking page: when the delivery arrives, then instructions and notices.
import { calendarOf } from '../app/calendar.ts'
import type { EndedTexts } from '../app/customers/tracking/ended-texts.ts'
import type { Tracking } from '../app/customers/tracking/read-tracking.ts'
import { MAX_COMMENT, type MapWordsNow, MAX_INSTRUCTIONS, type TrackingNow } from '../contract/tracking.ts'
import { straightLineMeters } from '../domain/geo/geo.ts'
import { inUnits, METERS_A_MILE, symbolOf, US_FORMATS } from '../domain/formats.ts'
import { MAX_STARS } from '../domain/orders/rating.ts'
import { type Html, html } from '../domain/html.ts'
import type { CustomerWords } from '../domain/customer-words/words.ts'
import type { ProofKind } from '../domain/routes/proof.ts'
import { TRACKING_STEPS } from '../domain/routes/tracking-step.ts'
import { dateInWords, shortDate, timeInWords, windowInWords } from '../domain/time-words.ts'

/** `changed` has the kinds of pictures whose bytes differ from the recorded bytes. */
export const trackingPage = (
  tracking: Tracking,
  { ended, changed }: { ended: EndedTexts | null; changed: readonly ProofKind[] },
  now: Date,
  token: string,
  words: CustomerWords,
): Html => html`<main>
${brand(tracking.business, words)}
<div id="now" data-step="${tracking.step}" aria-live="polite">${standing(tracking, now, token, words)}</div>
<div id="map" data-words="${JSON.stringify(mapWords(words))}"></div>
${tracking.arrival ? html`<p class="by-hand"><a href="">${words.page.checkAgain}</a></p>` : null}
<section class="card">
<h2>${words.page.address}</h2>
<p>${tracking.address}</p>
${instructions(tracking, words)}
</section>
${orderCard(tracking, words)}
${tracking.proof ? proof(tracking.proof, changed, words) : null}
${tracking.rating ? rating(tracking.rating, token, words) : null}
${contact(tracking.business)}
${tracking.wishes ? changesForm(tracking, tracking.wishes, ended, words) : null}
${ended ? noTexts(ended, words) : null}
</main>`

export const trackingNow = (tracking: Tracking, now: Date, token: string, words: CustomerWords): TrackingNow => ({
  step: tracking.step,
  html: standing(tracking, now, token, words).html,
  map:
    tracking.driverAt && tracking.destination
      ? { driver: pointOf(tracking.driverAt), destination: pointOf(tracking.destination) }
      : null,
  again_seconds: tracking.step === 'DONE' ? null : tracking.next ? 15 : 60,
})

/** Texts for the script that draws the map. */
const mapWords = ({ page: { map, noMap, theDriver } }: CustomerWords): MapWordsNow => ({
  ...map,
  driver: theDriver,
  wheel: map.wheel('Ctrl'),
  wheelOnMac: map.wheel('⌘'),
  noMap,
})

const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

/** Overrides the accent color of all styles with the color of the business. */
export const accentStyle = (accent: Tracking['business']['accent']): string =>
  accent
    ? `<style>html:root{--accent:${accent.light.accent};--on-accent:${accent.light.onAccent}}@media (prefers-color-scheme:dark){html:root{--accent:${accent.dark.accent};--on-accent:${accent.dark.onAccent}}}</style>`
    : ''

export const brand = (
  { name, logoPath }: Tracking['business'],
  { page }: CustomerWords,
): Html => html`<header class="brand">
${logoPath ? html`<img src="${logoPath}" alt="">` : null}
<p>${page.deliveryFrom} <strong>${name}</strong></p>
</header>`

const standing = (
  tracking: Tracking,
  now: Date,
  token: string,
  words: CustomerWords,
): Html => html`<h1>${headline(tracking, now, words)}</h1>
<p>${detail(tracking, words)}</p>
${tracking.stopsBefore ? html`<p>${words.page.stopsBefore(tracking.stopsBefore)}</p>` : null}
${code(tracking, words)}
${partialItemsSection(tracking, words)}
${tracking.again ? html`<p><a class="button" href="${tracking.again.path}">${words.page.deliveryOn(dateInWords(tracking.again.day, words))}</a></p>` : null}
${tracking.mayChoose ? html`<p><a class="button" href="/t/${token}/days">${words.page.chooseAnotherDay}</a></p>` : null}
${tracking.status === 'CANCELLED' ? null : steps(tracking, words)}`

function headline(tracking: Tracking, now: Date, words: CustomerWords): string {
  const { status, arrival, business, finishedAt, day } = tracking
  const { page } = words
  const at = (instant: Date) => timeInWords(instant, business.timeZone, words)
  const today = dayOf(now, business.timeZone)
  if (status === 'CANCELLED') return page.cancelled
  if (finishedAt) {
    const on = dayOf(finishedAt, business.timeZone)
    const when = on === today ? at(finishedAt) : page.timeOn(at(finishedAt), shortDate(on, words))
    return status === 'DELIVERED' ? page.deliveredAt(when) : page.failedAt(when)
  }
  if (tracking.step === 'OUT_FOR_DELIVERY' && !arrival) return page.atYourAddress
  if (arrival) {
    const on = dayOf(arrival.from, business.timeZone)
    const date = on === today ? page.today : page.on(shortDate(on, words))
    return page.arriving(date, at(arrival.from), at(arrival.to))
  }
  if (tracking.postponed) return page.postponed
  return tracking.passedBy || day < today ? page.beingArranged : page.plannedFor(shortDate(day, words))
}

function detail(tracking: Tracking, words: CustomerWords): string {
  const { status, step, next, reason, windows } = tracking
  const { page } = words
  const window = windowInWords(windows, words)
  if (status === 'CANCELLED') return tracking.again ? page.plannedAgain : page.nothingComes
  if (status === 'DELIVERED') return tracking.leftWhere ? ended(page.leftWhere(tracking.leftWhere)) : page.arrived
  if (status === 'FAILED') return `${reason ? `${ended(page.reason(reason))} ` : ''}${nextStep(tracking, words)}`
  if (tracking.postponed || tracking.passedBy)
    return tracking.postponed && tracking.mayChoose ? page.chooseNewDay : page.arranging
  if (next) return onTheWay(tracking, words)
  if (step === 'OUT_FOR_DELIVERY') return page.onTheRoute
  const booked = window ? page.yourWindow(window) : ''
  return `${step === 'SCHEDULED' ? page.scheduled : page.received} ${booked}`
}

/** The customer's code. Null if the delivery has none. */
const code = ({ doorCode }: Tracking, { page }: CustomerWords): Html | null =>
  doorCode === null
    ? null
    : html`<div class="code"><p>${page.doorCode}: <strong>${doorCode}</strong></p><p class="soft">${page.doorCodeWhy}</p></div>`

const orderCard = ({ externalRef, items }: Tracking, { page }: CustomerWords): Html => html`<section class="card">
<h2>${page.orderNumber(externalRef)}</h2>
${
  items.length > 0
    ? html`<details><summary>${page.yourItems}</summary>
<ul>${items.map(({ name, quantity }) => html`<li>${quantity} × ${name}</li>`)}</ul>
</details>`
    : null
}
</section>`

/** Preview for shared links, without data of the customer. */
export const sharePreview = ({ business }: Tracking, publicUrl: string, { page }: CustomerWords): string =>
  html`<meta property="og:type" content="website"><meta property="og:title" content="${page.title(business.name)}"><meta property="og:site_name" content="${business.name}"><meta property="og:description" content="${page.preview}">${
    business.logoPath ? html`<meta property="og:image" content="${publicUrl}${business.logoPath}">` : null
  }`.html

const partialItemsSection = ({ notInFull: items }: Tracking, { page }: CustomerWords): Html | null =>
  items.length > 0
    ? html`<p>${page.notInFull}</p>
<ul>${items.map(({ name, quantity, delivered }) => html`<li>${page.partOf(delivered, quantity, name)}</li>`)}</ul>`
    : null

/** Removes a double period, because a text that a person typed may end with one. */
const ended = (sentence: string): string => (sentence.endsWith('..') ? sentence.slice(0, -1) : sentence)

const nextStep = ({ again, mayChoose }: Tracking, { page }: CustomerWords): string => {
  if (again) return page.again
  return mayChoose ? page.chooseForDelivery : page.contactToArrange
}

/** Includes the distance, so that customers don't need the map. */
function onTheWay(tracking: Tracking, words: CustomerWords): string {
  const { driverFirstName, arrival, driverAt, destination, business } = tracking
  const { page } = words
  const driver = driverFirstName ?? page.theDriver
  if (!arrival) return page.hasArrived(driver)
  if (!driverAt || !destination) return page.onTheWay(driver)
  const far = distanceIn(words, straightLineMeters(driverAt, destination))
  const away = far < 0.1 ? page.lessThan(tenths(words, 0.1)) : page.about(tenths(words, far))
  return page.onTheWayAway(driver, away, timeInWords(driverAt.at, business.timeZone, words))
}

const unitsOf = ({ formats = US_FORMATS }: CustomerWords) => formats.units

const distanceIn = (words: CustomerWords, meters: number): number =>
  inUnits(unitsOf(words), 'distance', meters / METERS_A_MILE)

const tenths = (words: CustomerWords, distance: number): string =>
  new Intl.NumberFormat(words.locale, {
    style: 'unit',
    unit: symbolOf(unitsOf(words), 'distance') === 'km' ? 'kilometer' : 'mile',
    unitDisplay: 'long',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(distance)

function steps({ step, status }: Tracking, { page }: CustomerWords): Html {
  const reached = TRACKING_STEPS.indexOf(step)
  const words = { ...page.steps, ...(status === 'FAILED' && { DONE: page.notDelivered }) }
  return html`<ol class="steps${status === 'FAILED' ? ' failed' : ''}">${TRACKING_STEPS.map((name, i) =>
    i === reached
      ? html`<li class="reached" aria-current="step">${words[name]}</li>`
      : html`<li${i < reached ? html` class="reached"` : null}>${words[name]}</li>`,
  )}</ol>`
}

/** Instructions of the order, and those of the customer if they can't be changed anymore. */
function instructions(
  { instructions: given, customerInstructions: own, wishes: open }: Tracking,
  { page }: CustomerWords,
): Html | null {
  const said = [given, open ? null : own].filter((each) => each !== null)
  return said.length > 0 ? html`<h2>${page.instructions}</h2>${said.map((each) => html`<p>${each}</p>`)}` : null
}

const changesForm = (
  { customerInstructions, instructions: given }: Tracking,
  { texts, mails }: NonNullable<Tracking['wishes']>,
  noMoreTexts: EndedTexts | null,
  { page }: CustomerWords,
): Html => html`<form class="card" method="post">
<h2>${page.changeable}</h2>
<label for="instructions">${given ? page.moreInstructions : page.instructions}</label>
<textarea id="instructions" name="instructions" rows="3" maxlength="${MAX_INSTRUCTIONS}">${customerInstructions ?? ''}</textarea>
${texts === null || noMoreTexts ? null : consent('texts', page.textMe, texts)}
${mails === null ? null : consent('mails', page.mailMe, mails)}
<button>${page.save}</button>
</form>`

const consent = (name: 'texts' | 'mails', words: string, given: boolean): Html =>
  html`<input type="hidden" name="asked" value="${name}"><label class="check"><input type="checkbox" name="${name}" value="yes"${given ? html` checked` : null}> ${words}</label>`

function rating({ given, open }: NonNullable<Tracking['rating']>, token: string, { page }: CustomerWords): Html {
  if (!open)
    return html`<section class="card">
<h2>${page.yourRating}</h2>
<p>${starsInWords(given?.stars ?? 0, page)}</p>
${given?.comment ? html`<p>${given.comment}</p>` : null}
</section>`
  return html`<form class="card" method="post" action="/t/${token}/rating">
<fieldset>
<legend>${page.howWasIt}</legend>
${STARS.map(
  (stars) =>
    html`<label class="check"><input type="radio" name="stars" value="${stars}" required${given?.stars === stars ? html` checked` : null}> ${starsInWords(stars, page)}</label>`,
)}
</fieldset>
<label for="comment">${page.comment}</label>
<textarea id="comment" name="comment" rows="2" maxlength="${MAX_COMMENT}">${given?.comment ?? ''}</textarea>
<button>${given ? page.changeRating : page.send}</button>
</form>`
}

const STARS = Array.from({ length: MAX_STARS }, (_, i) => MAX_STARS - i)

const starsInWords = (stars: number, page: CustomerWords['page']): Html =>
  html`<span aria-hidden="true">${'★'.repeat(stars)}${'☆'.repeat(MAX_STARS - stars)}</span> ${page.stars(stars, MAX_STARS)}`

const noTexts = ({ lastDigits, startAt }: EndedTexts, { page }: CustomerWords): Html => html`<section class="card">
<h2>${page.texts}</h2>
<p>${page.noTexts(lastDigits)}</p>
<p>${page.sendStart} ${startAt ? html`<a href="sms:${startAt}">${startAt}</a>` : page.ourNumber}.</p>
</section>`

const proof = (
  { photo_urls, signature_url }: NonNullable<Tracking['proof']>,
  changed: readonly ProofKind[],
  { page }: CustomerWords,
): Html => html`<section class="card">
<h2>${page.proof}</h2>
${photo_urls.map((url, i) => html`<img src="${url}" alt="${page.photo(i + 1)}">`)}
${signature_url ? html`<img class="drawing" src="${signature_url}" alt="${page.signature}">` : null}
${changed.length > 0 ? html`<p>${page.picturesChanged(changed.includes('PHOTO'))}</p>` : null}
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
