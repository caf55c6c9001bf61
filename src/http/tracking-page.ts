// The tracking page: when the delivery arrives, then instructions and notices.
import type { EndedTexts } from '../app/customers/tracking/ended-texts.ts'
import type { Tracking } from '../app/customers/tracking/read-tracking.ts'
import { MAX_COMMENT, type MapWordsNow, MAX_INSTRUCTIONS, type TrackingNow } from '../contract/tracking.ts'
import { MAX_STARS } from '../domain/orders/rating.ts'
import type { Shade } from '../domain/settings/accent.ts'
import { type Html, html } from '../domain/html.ts'
import type { CustomerWords } from '../domain/customer-words/words.ts'
import type { ProofKind } from '../domain/routes/proof.ts'
import { TRACKING_STEPS } from '../domain/routes/tracking-step.ts'
import { timeInWords, zoneInWords } from '../domain/time-words.ts'
import { trackingHero } from './tracking-hero.ts'

/** `changed` has the kinds of pictures whose bytes differ from the recorded bytes. */
export const trackingPage = (
  tracking: Tracking,
  { ended, changed }: { ended: EndedTexts | null; changed: readonly ProofKind[] },
  now: Date,
  token: string,
  words: CustomerWords,
): Html => html`<main>
${brand(tracking.business, words)}
<section class="card now">
<div id="now" data-step="${tracking.step}" aria-live="polite">${trackingHero(tracking, now, token, words)}</div>
${tracking.step === 'DONE' ? null : html`<p class="fine"><span id="as-of">${asOf(tracking, now, words)}</span> <a href="">${words.page.checkAgain}</a></p>`}
${tracking.status === 'CANCELLED' ? null : steps(tracking, words)}
</section>
<div id="map" data-words="${JSON.stringify(mapWords(words))}"></div>
${code(tracking, words)}
${tracking.proof ? proof(tracking.proof, changed, words) : null}
${tracking.rating ? rating(tracking.rating, token, words) : null}
<section class="card rows">
<h2>${words.page.address}</h2>
<p>${tracking.address}</p>
${instructions(tracking, words)}
</section>
${orderCard(tracking, words)}
${tracking.wishes ? changesForm(tracking, tracking.wishes, ended, words) : null}
${ended ? noTexts(ended, words) : null}
${contact(tracking.business, words)}
<footer>${words.page.timesIn(zoneInWords(now, tracking.business.timeZone, words))}</footer>
</main>`

const asOf = ({ business }: Tracking, now: Date, words: CustomerWords): string =>
  words.page.asOf(timeInWords(now, business.timeZone, words))

export const trackingNow = (tracking: Tracking, now: Date, token: string, words: CustomerWords): TrackingNow => ({
  step: tracking.step,
  html: trackingHero(tracking, now, token, words).html,
  as_of: asOf(tracking, now, words),
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
    ? `<style>html:root{${shadeStyle(accent.light)}}@media (prefers-color-scheme:dark){html:root{${shadeStyle(accent.dark)}}}</style>`
    : ''

const shadeStyle = ({ accent, onAccent, tint }: Shade): string =>
  `--accent:${accent};--on-accent:${onAccent};--tint:${tint}`

export const brand = (
  { name, logoPath }: Tracking['business'],
  { page }: CustomerWords,
): Html => html`<header class="brand">
${logoPath ? html`<img src="${logoPath}" alt="">` : null}
<p><small>${page.deliveryFrom}</small> <strong>${name}</strong></p>
</header>`

/** The customer's code. Null if the delivery has none. */
const code = ({ doorCode }: Tracking, { page }: CustomerWords): Html | null =>
  doorCode === null
    ? null
    : html`<section class="card code"><div><h2>${page.doorCode}</h2><p class="soft">${page.doorCodeWhy}</p></div><strong>${doorCode}</strong></section>`

const orderCard = ({ externalRef, items }: Tracking, { page }: CustomerWords): Html => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`<section class="card">
${
  items.length > 0
    ? html`<details><summary>${page.orderNumber(externalRef)} · ${page.items(count)}</summary>
<ul>${items.map(({ name, quantity }) => html`<li>${quantity} × ${name}</li>`)}</ul>
</details>`
    : html`<h2>${page.orderNumber(externalRef)}</h2>`
}
</section>`
}

/** Preview for shared links, without data of the customer. */
export const sharePreview = ({ business }: Tracking, publicUrl: string, { page }: CustomerWords): string =>
  html`<meta property="og:type" content="website"><meta property="og:title" content="${page.title(business.name)}"><meta property="og:site_name" content="${business.name}"><meta property="og:description" content="${page.preview}">${
    business.logoPath ? html`<meta property="og:image" content="${publicUrl}${business.logoPath}">` : null
  }`.html

function steps({ step, status }: Tracking, { page }: CustomerWords): Html {
  const reached = TRACKING_STEPS.indexOf(step)
  const words = { ...page.steps, ...(status === 'FAILED' && { DONE: page.notDelivered }) }
  const mark = status === 'FAILED' ? 'on no' : step === 'DONE' ? 'on' : 'on at'
  return html`<ol class="steps">${TRACKING_STEPS.map((name, i) =>
    i === reached
      ? html`<li class="${mark}" aria-current="step">${words[name]}</li>`
      : html`<li${i < reached ? html` class="on"` : null}>${words[name]}</li>`,
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
<h2><label for="instructions">${given ? page.moreInstructions : page.instructions}</label></h2>
<p class="soft">${page.changeable}</p>
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
<div class="stars">${STARS.map(
    (stars) =>
      html`<label><input type="radio" name="stars" value="${stars}" aria-label="${page.stars(stars, MAX_STARS)}" required${given?.stars === stars ? html` checked` : null}><span aria-hidden="true"></span></label>`,
  )}</div>
</fieldset>
<label for="comment">${page.comment}</label>
<textarea id="comment" name="comment" rows="2" maxlength="${MAX_COMMENT}">${given?.comment ?? ''}</textarea>
<button>${given ? page.changeRating : page.send}</button>
</form>`
}

const STARS = Array.from({ length: MAX_STARS }, (_, i) => i + 1)

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
${photo_urls.map((url, i) => html`<img src="${url}" loading="lazy" alt="${page.photo(i + 1)}">`)}
${signature_url ? html`<img class="drawing" src="${signature_url}" alt="${page.signature}">` : null}
${changed.length > 0 ? html`<p>${page.picturesChanged(changed.includes('PHOTO'))}</p>` : null}
</section>`

const contact = ({ name, phone, email }: Tracking['business'], { page }: CustomerWords): Html | null =>
  phone || email
    ? html`<section class="card">
<h2>${page.questions(name)}</h2>
<div class="two">${
        phone
          ? html`<a class="button quiet" href="tel:${phone.replace(/[^\d+]/g, '')}"><span>${page.call} <small>${phone}</small></span></a>`
          : null
      }${email ? html`<a class="button quiet" href="mailto:${email}"><span>${page.email} <small>${email}</small></span></a>` : null}</div>
</section>`
    : null
