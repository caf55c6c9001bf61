// The page where a customer chooses a day. It needs no script.
import type { Tracking } from '../app/customers/tracking/read-tracking.ts'
import { type Html, html } from '../domain/html.ts'
import type { CustomerWords } from '../domain/customer-words/words.ts'
import type { Offer } from '../domain/orders/another-day.ts'
import { dateInWords, timeOfDayInWords } from '../domain/time-words.ts'
import { brand } from './tracking-page.ts'

export const daysPage = (
  business: Tracking['business'],
  offers: readonly Offer[],
  token: string,
  words: CustomerWords,
): Html => html`<main>
${brand(business, words)}
<section class="card now">
<h1><span class="words">${words.page.chooseADay}</span></h1>
${offers.length > 0 ? dayChoices(offers, token, words) : html`<p>${words.page.noDay} ${business.phone ? words.page.callUs(business.phone) : words.page.contactUs}</p>`}
<p><a href="/t/${token}">${words.page.back}</a></p>
</section>
</main>`

const dayChoices = (
  offers: readonly Offer[],
  token: string,
  words: CustomerWords,
): Html => html`<form method="post" action="/t/${token}/days">
<fieldset>
<legend>${words.page.roomOnDays}</legend>
${offers.map((offer) => html`<label class="check"><input type="radio" name="day" value="${valueOf(offer)}" required> ${inWords(offer, words)}</label>`)}
</fieldset>
<button>${words.page.choose}</button>
</form>`

const valueOf = ({ day, window }: Offer): string => (window ? `${day} ${window.start}-${window.end}` : day)

const inWords = ({ day, window }: Offer, words: CustomerWords): string => {
  const date = dateInWords(day, words)
  return window
    ? `${date}, ${words.to(timeOfDayInWords(window.start, words), timeOfDayInWords(window.end, words))}`
    : date
}
