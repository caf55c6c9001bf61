// The driver's pages behind /d/{token}. A GET changes nothing: previews of the link open it too.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { readRun } from '../app/driver/read-run.ts'
import { openDriverLink } from '../app/open-link.ts'
import type { Run, RunStop } from '../contract/driver.ts'
import { type Html, html } from '../domain/html.ts'
import { startOf } from '../domain/routes/terms.ts'
import { stopsOfTrip } from '../domain/routes/trips.ts'
import type { Web } from './web.ts'
import { answerWithPages, sendPage, tokenOf, visitOf } from './link-pages.ts'
import { timeInWords, windowInWords } from '../domain/time-words.ts'

export async function driverPages(server: FastifyInstance, app: App, web: Web): Promise<void> {
  answerWithPages(server, app)
  server.get('/d/:token', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request, 'driver_reads'))
    const run = await ctx.read((tx) => readRun(ctx, tx, routeId))
    const page = routePage(run)
    void reply.header('X-Robots-Tag', 'noindex, nofollow')
    const whole = html`${page}${{ html: `<script type="application/json" id="run">${inScript(run)}</script>` }}`
    const sent = await web.sendHolding(request, reply, 'driver', {
      title: `Route ${run.route.name}`,
      content: whole.html,
    })
    return sent ?? sendPage(reply, 200, `Route ${run.route.name}`, page)
  })
  server.get('/d/:token/manifest.webmanifest', async (request, reply) => {
    await openDriverLink(app, visitOf(request, 'driver_reads'))
    return reply
      .type('application/manifest+json')
      .header('Cache-Control', 'no-store')
      .send(manifest(tokenOf(request)))
  })
  // From here its scope is /d/, which a path under /assets/ could not have.
  server.get('/d/sw.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': WORKER_POLICY })
      .send(SERVICE_WORKER),
  )
  for (const [name, { type, content }] of ICONS)
    server.get(`/d/${name}`, async (_request, reply) =>
      reply.type(type).header('Cache-Control', 'public, max-age=86400').send(content),
    )
}

/** A worker is held to the policy of its own answer: without this, all it fetches for the page would fail. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

const SERVICE_WORKER = readFileSync(new URL('driver/service-worker.js', import.meta.url), 'utf8')

const ICONS = new Map(
  ['icon.svg', 'icon-180.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png'].map((name) => [
    name,
    {
      type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      content: readFileSync(new URL(`driver/${name}`, import.meta.url)),
    },
  ]),
)

const manifest = (token: string): string =>
  JSON.stringify({
    name: 'Roundsman driver',
    short_name: 'Roundsman',
    id: `/d/${token}`,
    start_url: `/d/${token}`,
    scope: '/d/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#1559c0',
    icons: [
      { src: '/d/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/d/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/d/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/d/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  })

/** As data within a page: nothing in it can end the script element. */
const inScript = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c')

const routePage = ({ route, stops, business }: Run): Html => html`<main>
<p class="soft">${business.name}</p>
<h1>${route.name}</h1>
<p class="soft">${route.date} · ${stops.length} ${stops.length === 1 ? 'stop' : 'stops'} · from ${startOf(route).name}</p>
<ol class="stops">${stops.flatMap((stop) => [...pauseItems(route, stops, stop.sequence, business.time_zone), stopItem(stop, business.time_zone)])}${pauseItems(route, stops, null, business.time_zone)}</ol>
</main>`

const stopItem = (stop: RunStop, timeZone: string): Html => html`<li>
<span class="number">${stop.sequence}</span>
<div>
<strong>${addressInWords(stop)}</strong>
<p>${stop.customer_name}</p>
<p class="soft">${stopTimes(stop, timeZone)}</p>
${stop.instructions ? html`<p>${stop.instructions}</p>` : null}
${stop.customer_instructions ? html`<p>From the customer: ${stop.customer_instructions}</p>` : null}
</div>
</li>`

const pauseItems = (
  { pauses = [] }: Run['route'],
  stops: readonly RunStop[],
  before: number | null,
  timeZone: string,
): Html[] =>
  pauses
    .filter(({ before_sequence }) => before_sequence === before)
    .map(({ kind, start, end, trip }) => {
      const span = `${timeInWords(new Date(start), timeZone)} – ${timeInWords(new Date(end), timeZone)}`
      const count = stopsOfTrip(stops, trip)
      const words = kind === 'BREAK' ? 'Break' : `Back to the depot: load ${count} ${count === 1 ? 'stop' : 'stops'},`
      return html`<li class="pause">${words} ${span}</li>`
    })

const addressInWords = ({ address }: RunStop): string => [address.line1, address.city].filter(Boolean).join(', ')

function stopTimes(stop: RunStop, timeZone: string): string {
  if (stop.finished_at) return `${OUTCOMES[stop.status] ?? ''} ${timeInWords(new Date(stop.finished_at), timeZone)}`
  const expected = timeInWords(new Date(stop.eta ?? stop.planned_arrival), timeZone)
  const more = (stop.more_windows ?? []).map((one) => ({ start: one.window_start, end: one.window_end }))
  const first = { start: stop.window_start, end: stop.window_end }
  const window = windowInWords(first.start || first.end ? [first, ...more] : [])
  return window ? `about ${expected}, ${window}` : `about ${expected}`
}

const OUTCOMES: Partial<Record<RunStop['status'], string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
}
