// The pages of a route at /d/{token}. GET changes nothing, because previews of the link load it, too.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app/context.ts'
import { readLanguages } from '../../app/driving/languages.ts'
import { readDriverRoute } from '../../app/driving/read-driver-route.ts'
import { type EndedLink, followDriverLink, openDriverLink } from '../../app/resolve-link.ts'
import type { DriverRoute, RunStop } from '../../contract/driver.ts'
import { dayFromWire } from '../../contract/fields.ts'
import { formatsFromWire } from '../../contract/formats.ts'
import { type DriverLanguages, languageFor } from '../../domain/driver-words/languages.ts'
import { DRIVER_WORDS, driverWords } from '../../domain/driver-words/of-language.ts'
import { clock, pauseInWords, streetInWords, windowsInWords } from '../../domain/driver-words/times.ts'
import type { DriverWords, LinkEnd } from '../../domain/driver-words/words.ts'
import type { Language } from '../../domain/customer-words/language.ts'
import { dayInFigures } from '../../domain/formats.ts'
import { type Html, html } from '../../domain/html.ts'
import { startOf } from '../../domain/routes/terms.ts'
import { stopsOfTrip } from '../../domain/routes/trips.ts'
import type { Web } from '../web.ts'
import type { ErrorBody } from '../errors.ts'
import { manifest } from './manifest.ts'
import { serveDriverPage } from './driver-home.ts'
import { answerWithPages, type FaultWords, sendPage, tokenOf, visitOf } from '../link-pages.ts'

export async function driverPages(server: FastifyInstance, app: App, web: Web): Promise<void> {
  answerWithPages(server, app, faultWords)
  server.get('/d/:token', async (request, reply) => {
    const { ctx, routeId, ended } = await followDriverLink(app, visitOf(request, 'driver_reads'))
    void reply.header('X-Robots-Tag', 'noindex, nofollow')
    if (ended) return endedPage(request, reply, web, ended)
    const run = await readDriverRoute(ctx, routeId)
    const language = languageFor(request.headers['accept-language'], run.languages)
    const words = driverWords(language, formatsFromWire(run.business))
    const title = words.title(run.route.name)
    const page = routePage(run, words)
    const whole = html`${page}${jsonScript('run', run)}`
    return (
      (await web.sendHolding(request, reply, 'driver', { title, language, content: whole.html })) ??
      sendPage(reply, 200, title, page, language)
    )
  })
  server.get('/d/:token/manifest.webmanifest', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request, 'driver_reads'))
    const languages = await ctx.read((tx) => readLanguages(tx, routeId))
    return reply
      .type('application/manifest+json')
      .header('Cache-Control', 'no-store')
      .send(manifest(`/d/${tokenOf(request)}`, languageFor(request.headers['accept-language'], languages)))
  })
  // At this path, the service worker gets the scope /d/. A path below /assets/ couldn't have it.
  server.get('/d/sw.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': WORKER_POLICY })
      .send(SERVICE_WORKER),
  )
  await serveDriverPage(server, app, web)
  for (const [name, { type, content }] of ICONS)
    server.get(`/d/${name}`, async (_request, reply) =>
      reply.type(type).header('Cache-Control', 'public, max-age=86400').send(content),
    )
}

/**
 * The page of a link that has ended. It shows nothing of the route, but has the script, which sends taps that are still
 * stored on the phone. The office keeps them (docs/spec/routes.md#driver-link).
 */
async function endedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: Web,
  { why, phone, languages }: EndedLink,
): Promise<FastifyReply> {
  const language = languageFor(request.headers['accept-language'], languages)
  const { title, text } = endedLinkTexts(language, why, phone)
  const page = html`<main><h1>${title}</h1><p>${text}</p></main>`
  const whole = html`${page}${jsonScript('ended', { why, phone, languages })}`
  void reply.code(410)
  return (
    (await web.sendHolding(request, reply, 'driver', { title, language, content: whole.html })) ??
    sendPage(reply, 410, title, page, language)
  )
}

function endedLinkTexts(language: Language, why: LinkEnd, phone: string | null | undefined) {
  const { ended } = DRIVER_WORDS[language]
  return { title: ended.title, text: [ended[why], phone && ended.call(phone)].filter(Boolean).join(' ') }
}

/** Returns the texts of the error page, in the driver's language if the link is known. */
function faultWords(request: FastifyRequest, { statusCode, details }: ErrorBody): FaultWords {
  const { ended, phone, languages } = details as Partial<{ ended: LinkEnd; phone: string; languages: DriverLanguages }>
  const language = languageFor(request.headers['accept-language'], languages ?? null)
  const { faults } = DRIVER_WORDS[language]
  if (ended) return { language, ...endedLinkTexts(language, ended, phone) }
  if (statusCode === 404) return { language, title: faults.notFound, text: faults.checkLink }
  if (statusCode === 429) return { language, title: faults.wait, text: faults.tooMany }
  return { language, title: faults.notNow, text: faults.wentWrong }
}

/**
 * A service worker has the policy of its own response. Without this policy, all its requests for the page would fail.
 */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

const SERVICE_WORKER = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')

const ICONS = new Map(
  ['icon.svg', 'icon-180.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png'].map((name) => [
    name,
    {
      type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      content: readFileSync(new URL(name, import.meta.url)),
    },
  ]),
)

/** JSON within the page, which the script finds by ID. Escaping keeps it from ending the element. */
const jsonScript = (id: string, content: unknown): Html => ({
  html: `<script type="application/json" id="${id}">${JSON.stringify(content).replace(/</g, '\\u003c')}</script>`,
})

const routePage = (run: DriverRoute, words: DriverWords): Html => {
  const { route, stops, business } = run
  return html`<main>
<p class="soft">${business.name}</p>
<h1>${route.name}</h1>
<p class="soft">${dayInFigures(dayFromWire(route.date) ?? '', formatsFromWire(business))} · ${words.stops(stops.length)} · ${words.list.startsAt(startOf(route).name)}</p>
<ol class="stops">${stops.flatMap((stop) => [...pauseItems(run, stop.sequence, words), stopItem(stop, business.time_zone, words)])}${pauseItems(run, null, words)}</ol>
</main>`
}

const stopItem = (stop: RunStop, timeZone: string, words: DriverWords): Html => {
  const street = stop.finished_at ? null : streetInWords(words, stop.street_hours)
  return html`<li>
<span class="number">${stop.sequence}</span>
<div>
<strong>${addressInWords(stop)}</strong>
<p>${stop.customer_name}</p>
<p class="soft">${stopTimes(stop, timeZone, words)}</p>
${street === null ? null : html`<p class="soft">${street}</p>`}
${stop.instructions ? html`<p>${stop.instructions}</p>` : null}
${stop.customer_instructions ? html`<p>${words.card.fromCustomer} ${stop.customer_instructions}</p>` : null}
</div>
</li>`
}

const pauseItems = ({ route, stops, business }: DriverRoute, before: number | null, words: DriverWords): Html[] =>
  (route.pauses ?? [])
    .filter(({ before_sequence }) => before_sequence === before)
    .map((pause) => {
      const said = pauseInWords(words, pause, stopsOfTrip(stops, pause.trip), business.time_zone)
      return html`<li class="pause">${said}</li>`
    })

const addressInWords = ({ address }: RunStop): string => [address.line1, address.city].filter(Boolean).join(', ')

function stopTimes(stop: RunStop, timeZone: string, words: DriverWords): string {
  if (stop.finished_at) return words.finishedAt(words.states[stop.status], clock(words, stop.finished_at, timeZone))
  const expected = words.about(clock(words, stop.eta ?? stop.planned_arrival, timeZone))
  const windows = [stop, ...(stop.more_windows ?? [])]
  const window = windowsInWords(
    words,
    windows.map(({ window_start: start, window_end: end }) => ({ start, end })),
  )
  return window ? `${expected}, ${window}` : expected
}
