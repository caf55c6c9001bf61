// The proof of a delivery as a page to look at, to print, or to keep as a PDF.
import { readProof, type ProofRecord } from '../../app/proofs/read-proof.ts'
import { calendarOf } from '../../app/calendar.ts'
import { showProof } from '../../contract/office/proof.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../link-pages.ts'
import { dayInWords, timeInWords } from '../words.ts'
import { office } from './bind.ts'

export const proofBindings = [
  office(showProof, async (ctx, { params }, { reply }) => {
    const proof = await readProof(ctx, params)
    return sendPage(reply, 200, `Proof ${proof.stop.externalRef}`, proofPage(proof))
  }),
]

function proofPage({ business, route, stop, proofs, links, digest, intact }: ProofRecord): Html {
  const at = (instant: Date) =>
    `${dayInWords(calendarOf(business.timeZone).dayOf(instant))} ${timeInWords(instant, business.timeZone)}`
  const { line1, city, region, postalCode } = stop.address
  return html`<main>
<p class="soft">${business.name}</p>
<h1>Proof of delivery ${stop.externalRef}</h1>
<section class="card">
<p><strong>${OUTCOME_WORDS[stop.status] ?? 'Not finished'}</strong>${stop.finishedAt ? html` ${at(stop.finishedAt)}` : null}</p>
<p>${stop.customerName}</p>
<p>${[line1, city, region, postalCode].filter(Boolean).join(', ')}</p>
<p class="soft">Route ${route.name}, stop ${stop.sequence}${route.driverName ? html`, driver ${route.driverName}` : null}</p>
${stop.reason ? html`<p>Reason: ${stop.reason}</p>` : null}
${stop.driverNotes ? html`<p>Notes: ${stop.driverNotes}</p>` : null}
</section>
${links.photo_urls.map((url, i) => html`<img src="${url}" alt="Photo ${i + 1}">`)}
${links.signature_url ? html`<img src="${links.signature_url}" alt="Signature">` : null}
<section class="card">
${proofs.map(
  (proof) =>
    html`<p>${proof.kind === 'PHOTO' ? 'Photo' : 'Signature'} ${at(proof.takenAt)}${
      proof.signedBy ? html`, signed by ${proof.signedBy}` : null
    }${proof.place ? html`, at ${proof.place.lat.toFixed(5)}, ${proof.place.lng.toFixed(5)}` : null}</p>`,
)}
<p>${statement(proofs.length, digest, intact)}</p>
${digest ? html`<p class="soft">SHA-256 ${digest}</p>` : null}
</section>
</main>`
}

const OUTCOME_WORDS: Partial<Record<ProofRecord['stop']['status'], string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
}

function statement(count: number, digest: string | null, intact: boolean): string {
  if (count === 0) return 'There is no proof for this stop.'
  if (digest === null) return 'No outcome is recorded for this proof yet.'
  return intact
    ? 'Checked just now: pictures, times, places and outcome are as they were recorded.'
    : 'Checked just now: something differs from what was recorded. An outcome that was corrected differs too.'
}
