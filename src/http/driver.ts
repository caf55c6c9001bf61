// The driver's pages behind /d/{token}. A GET changes nothing: previews of the link open it too.
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import { readRun } from '../app/driver/read-run.ts'
import { openDriverLink } from '../app/open-link.ts'
import type { Run, RunStop } from '../contract/driver.ts'
import { type Html, html } from './html.ts'
import { answerWithPages, sendPage, visitOf } from './link-pages.ts'
import { timeInWords, windowInWords } from './words.ts'

export async function driverPages(server: FastifyInstance, app: App): Promise<void> {
  answerWithPages(server, app)
  server.get('/d/:token', async (request, reply) => {
    const { ctx, routeId } = await openDriverLink(app, visitOf(request))
    const run = await ctx.read((tx) => readRun(ctx, tx, routeId))
    return sendPage(reply, 200, `Route ${run.route.name}`, routePage(run))
  })
}

const routePage = ({ route, stops, business }: Run): Html => html`<main>
<p class="soft">${business.name}</p>
<h1>${route.name}</h1>
<p class="soft">${route.date} · ${stops.length} ${stops.length === 1 ? 'stop' : 'stops'} · from ${route.depot.name}</p>
<ol class="stops">${stops.map((stop) => stopItem(stop, business.time_zone))}</ol>
</main>`

const stopItem = (stop: RunStop, timeZone: string): Html => html`<li>
<span class="number">${stop.sequence}</span>
<div>
<strong>${addressInWords(stop)}</strong>
<p>${stop.customer_name}</p>
<p class="soft">${stopTimes(stop, timeZone)}</p>
${stop.instructions ? html`<p>${stop.instructions}</p>` : null}
</div>
</li>`

const addressInWords = ({ address }: RunStop): string => [address.line1, address.city].filter(Boolean).join(', ')

function stopTimes(stop: RunStop, timeZone: string): string {
  if (stop.finished_at) return `${OUTCOMES[stop.status] ?? ''} ${timeInWords(new Date(stop.finished_at), timeZone)}`
  const expected = timeInWords(new Date(stop.eta ?? stop.planned_arrival), timeZone)
  const window = windowInWords(stop.window_start, stop.window_end)
  return window ? `about ${expected}, ${window}` : `about ${expected}`
}

const OUTCOMES: Partial<Record<RunStop['status'], string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
}
