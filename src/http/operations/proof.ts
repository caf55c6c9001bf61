// Handlers for documents in the user's language: the proof of a delivery as a page and as a PDF, a route's manifest,
// and labels.
import { readLabels } from '../../app/orders/labels/read-labels.ts'
import { type ProofRecord, readProof } from '../../app/driving/proofs/read-proof.ts'
import { readManifest, readManifests } from '../../app/routes/read-manifest.ts'
import * as contract from '../../contract/office/proof.ts'
import { DOCUMENT_WORDS, type DocumentWords } from '../../domain/document-words/of-language.ts'
import { type Html, html } from '../../domain/html.ts'
import { languageOf } from '../office/language.ts'
import { sendPage } from '../link-pages.ts'
import { office } from './operation.ts'
import { sendPdf } from '../office/documents.ts'
import { labelDocument } from '../office/label-document.ts'
import { manifestDocument, manifestsDocument } from '../office/manifest-document.ts'
import {
  outcomeInWords,
  pictureInWords,
  proofDocument,
  proofFacts,
  proofStatement,
  proofTitle,
} from '../office/proof-document.ts'

export const proofOperations = [
  office(contract.showProof, async (ctx, { params }, { request, reply }) => {
    const proof = await readProof(ctx, params)
    const language = languageOf(request, ctx.session)
    const words = DOCUMENT_WORDS[language]
    return sendPage(reply, 200, proofTitle(proof.stop, words), proofPage(proof, words), language)
  }),
  office(contract.proofPdf, async (ctx, { params }, { request, reply }) => {
    const proof = await readProof(ctx, params)
    const document = proofDocument(proof, ctx.now, languageOf(request, ctx.session))
    await sendPdf(reply, ctx, `Proof ${proof.stop.externalRef}`, document)
  }),
  office(contract.manifestPdf, async (ctx, { params }, { request, reply }) => {
    const manifest = await readManifest(ctx, params.route_uuid)
    const { route } = manifest
    const document = manifestDocument(manifest, ctx.now, languageOf(request, ctx.session))
    await sendPdf(reply, ctx, `Route ${route.name} ${route.day}`, document)
  }),
  office(contract.manifestsPdf, async (ctx, { query }, { request, reply }) => {
    const manifests = await readManifests(ctx, query.date)
    const document = manifestsDocument(query.date, manifests, ctx.now, languageOf(request, ctx.session))
    await sendPdf(reply, ctx, `Manifests ${query.date}`, document)
  }),
  office(contract.labelsPdf, async (ctx, { query }, { request, reply }) => {
    const { sheet, route_uuid: routeId, date: day, order_uuids: orderIds = [] } = query
    const labels = await readLabels(ctx, routeId ? { routeId } : day ? { day } : { orderIds })
    await sendPdf(reply, ctx, 'Labels', labelDocument(labels, sheet, languageOf(request, ctx.session)))
  }),
]

function proofPage(record: ProofRecord, words: DocumentWords): Html {
  const { business, stop, proofs, links, digest, receipt } = record
  const { kinds, photoOf, download } = words.proof
  return html`<main>
<p class="soft">${business.name}</p>
<h1>${proofTitle(stop, words)}</h1>
<p><a href="proof.pdf">${download}</a></p>
<section class="card">
<p><strong>${outcomeInWords(stop, words)}</strong></p>
${proofFacts(record, words).map(([name, value]) => html`<p>${name}: ${value}</p>`)}
</section>
${links.photo_urls.map((url, i) => html`<img src="${url}" alt="${kinds.PHOTO} ${i + 1}">`)}
${(links.item_photos ?? []).map(
  ({ name, url }) => html`<figure><img src="${url}" alt=""><figcaption>${photoOf(name)}</figcaption></figure>`,
)}
${links.signature_url ? html`<img src="${links.signature_url}" alt="${kinds.SIGNATURE}">` : null}
<section class="card">
${proofs.map((proof) => html`<p>${pictureInWords(proof, record, words)}</p>`)}
<p>${proofStatement(record, words)}</p>
${digest ? html`<p class="soft">SHA-256 ${digest}</p>` : null}
${receipt ? html`<p><a href="${receipt.url}">${words.proof.receiptLink(receipt.sequence)}</a></p>` : null}
</section>
</main>`
}
