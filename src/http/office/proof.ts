// The proof of a delivery as a page to look at or print and as a PDF, a route's manifest, and labels.
import { readLabels } from '../../app/labels/read-labels.ts'
import { type ProofRecord, proofPictures, readProof } from '../../app/proofs/read-proof.ts'
import { readManifest, readManifests } from '../../app/routes/read-manifest.ts'
import { labelsPdf, manifestPdf, manifestsPdf, proofPdf, showProof } from '../../contract/office/proof.ts'
import { type Html, html } from '../../domain/html.ts'
import { checksInWords } from '../../domain/routes/door-checks.ts'
import { partialsInWords } from '../../domain/routes/item-outcomes.ts'
import { sendPage } from '../link-pages.ts'
import { momentIn } from '../words.ts'
import { dayInFigures } from '../../domain/formats.ts'
import { office } from './bind.ts'
import { sendPdf } from './documents.ts'
import { labelDocument } from './label-document.ts'
import { manifestDocument, manifestsDocument } from './manifest-document.ts'
import { outcomeInWords, proofDocument, proofStatement, scansInWords } from './proof-document.ts'

export const proofBindings = [
  office(showProof, async (ctx, { params }, { reply }) => {
    const proof = await readProof(ctx, params)
    return sendPage(reply, 200, `Proof ${proof.stop.externalRef}`, proofPage(proof))
  }),
  office(proofPdf, async (ctx, { params }, { reply }) => {
    const proof = await readProof(ctx, params)
    const document = proofDocument(proof, await proofPictures(ctx, proof), ctx.now)
    await sendPdf(reply, ctx.documents, `Proof ${proof.stop.externalRef}`, document)
  }),
  office(manifestPdf, async (ctx, { params }, { reply }) => {
    const manifest = await readManifest(ctx, params.route_uuid)
    const { route } = manifest
    await sendPdf(reply, ctx.documents, `Route ${route.name} ${route.day}`, manifestDocument(manifest, ctx.now))
  }),
  office(manifestsPdf, async (ctx, { query }, { reply }) => {
    const title = `Manifests, ${dayInFigures(query.date, ctx.formats)}`
    const document = manifestsDocument(title, await readManifests(ctx, query.date), ctx.now)
    await sendPdf(reply, ctx.documents, `Manifests ${query.date}`, document)
  }),
  office(labelsPdf, async (ctx, { query }, { reply }) => {
    const { sheet, route_uuid: routeId, date: day, order_uuids: orderIds = [] } = query
    const { from, formats, labels } = await readLabels(ctx, routeId ? { routeId } : day ? { day } : { orderIds })
    await sendPdf(reply, ctx.documents, 'Labels', labelDocument('Labels', { from, formats }, labels, sheet))
  }),
]

function proofPage(record: ProofRecord): Html {
  const { business, route, stop, proofs, links, digest } = record
  const at = (instant: Date) => momentIn(instant, business)
  const { line1, city, region, postalCode } = stop.address
  return html`<main>
<p class="soft">${business.name}</p>
<h1>Proof of delivery ${stop.externalRef}</h1>
<p><a href="proof.pdf">Download PDF</a></p>
<section class="card">
<p><strong>${outcomeInWords(stop)}</strong>${stop.finishedAt ? html` ${at(stop.finishedAt)}` : null}</p>
<p>${stop.customerName}</p>
<p>${[line1, city, region, postalCode].filter(Boolean).join(', ')}</p>
<p class="soft">Route ${route.name}, stop ${stop.sequence}${route.driverName ? html`, driver ${route.driverName}` : null}</p>
${stop.arrivedAt ? html`<p>Arrived ${at(stop.arrivedAt)}</p>` : null}
${stop.reason ? html`<p>Reason: ${stop.reason}</p>` : null}
${stop.leftWhere ? html`<p>Left where: ${stop.leftWhere}</p>` : null}
${partialsInWords(stop.itemOutcomes).map((item) => html`<p>Not as ordered: ${item}</p>`)}
${(stop.checks ? checksInWords(stop.checks) : []).map(([name, value]) => html`<p>${name}: ${value}</p>`)}
${stop.scans ? html`<p>Scanned: ${scansInWords(stop.scans)}</p>` : null}
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
<p>${proofStatement(record)}</p>
${digest ? html`<p class="soft">SHA-256 ${digest}</p>` : null}
</section>
</main>`
}
