// The page of a receipt: its content, the facts that it proves or doesn't prove, and how to verify it independently.
import type { ShownReceipt } from '../app/customers/receipts/shown-receipt.ts'
import { RECEIPT_KEYS_PATH } from '../contract/receipts.ts'
import type { CustomerWords } from '../domain/customer-words/words.ts'
import { type Html, html } from '../domain/html.ts'
import { momentIn } from './print-formats.ts'

export function receiptPage(receipt: ShownReceipt, token: string, words: CustomerWords): Html {
  const { business, signed, orderReference, replacedBy } = receipt
  const { receipt: said } = words
  const at = (instant: string) =>
    momentIn(new Date(instant), { ...business.formats, timeZone: business.timeZone }, words.locale)
  const fact = (name: string, value: string | null) => (value === null ? null : html`<p>${name}: ${value}</p>`)
  return html`<main>
<p class="soft">${business.name}</p>
<h1>${said.outcomes[signed.outcome]}</h1>
${signed.test ? html`<p><strong>${said.test}</strong></p>` : null}
${replacedBy ? html`<p><strong>${said.replaced}</strong> <a href="${replacedBy.path}">${said.later}</a></p>` : null}
<section class="card">
${fact(said.order, orderReference)}
${fact(said.occurred, at(signed.occurred_at))}
${signed.phone_time ? fact(said.phoneTime, at(signed.phone_time)) : html`<p>${said.noPhone}</p>`}
${fact(said.received, signed.received_at && at(signed.received_at))}
${fact(said.settled, at(signed.settled_at))}
${fact(said.pictures, said.picturesIn(signed.photos.length, signed.signatures.length))}
${fact(said.number, String(signed.sequence))}
<p class="soft">${said.timesOf(business.timeZone)}</p>
</section>
<h2>${said.proven}</h2>
<ul>${said.proves.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<h2>${said.notProven}</h2>
<ul>${said.provesNot.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<h2>${said.check}</h2>
<p>${said.checkHow}</p>
<p><a class="button" href="/r/${token}/receipt.json">${said.download}</a></p>
<p><a href="${RECEIPT_KEYS_PATH}" download="roundsman-receipts.json">${said.keys}</a></p>
<p><a href="/docs/roundsman.mjs" download>${said.program}</a></p>
<pre>node roundsman.mjs verify receipt-${signed.receipt_uuid}.json --keys roundsman-receipts.json</pre>
<p class="soft">${said.signedWith(signed.kid)}</p>
</main>`
}
