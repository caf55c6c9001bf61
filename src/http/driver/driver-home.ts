// The driver page at /d/home/{token}: the routes of today and tomorrow, and the office's phone number. It is complete
// without scripts, and updates itself if scripts run.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app/context.ts'
import { chooseLanguage } from '../../app/driving/choose-language.ts'
import { publicPushKey } from '../../app/driving/push-key.ts'
import { type DriverPage, type OwnRoute, readDriverPage } from '../../app/driving/read-driver-page.ts'
import { openDriverPageLink } from '../../app/resolve-link.ts'
import * as contract from '../../contract/driver-page.ts'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../domain/customer-words/language.ts'
import { languageFor } from '../../domain/driver-words/languages.ts'
import { DRIVER_WORDS, driverWords } from '../../domain/driver-words/of-language.ts'
import { clock, dayInWords } from '../../domain/driver-words/times.ts'
import type { DriverWords } from '../../domain/driver-words/words.ts'
import { type Html, html } from '../../domain/html.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import { manifest } from './manifest.ts'
import { onLinkEntrance } from '../link-entrance.ts'
import { sendPage, tokenOf, visitOf } from '../link-pages.ts'
import type { Web } from '../web.ts'

export async function serveDriverPage(server: FastifyInstance, app: App, web: Web): Promise<void> {
  const open = async (request: FastifyRequest) => {
    const { ctx, driverId } = await openDriverPageLink(app, visitOf(request, 'home_reads'))
    const home = await ctx.read((tx) => readDriverPage(ctx, tx, driverId))
    return { home, now: ctx.now, language: languageFor(request.headers['accept-language'], home.languages) }
  }
  server.get('/d/home/:token', async (request, reply) => {
    const { home, now, language } = await open(request)
    const words = DRIVER_WORDS[language]
    const { title } = words.home
    const content = homePage({ home, now, language, pushKey: await publicPushKey(app) }, tokenOf(request))
    void reply.header('X-Robots-Tag', 'noindex, nofollow')
    const head = `<link rel="manifest" href="/d/home/${tokenOf(request)}/manifest.webmanifest">`
    const held = { title, language, head, content: content.html }
    return (await web.sendHolding(request, reply, 'home', held)) ?? sendPage(reply, 200, title, content, language)
  })
  server.get('/d/home/:token/manifest.webmanifest', async (request, reply) => {
    const { language } = await open(request)
    return reply
      .type('application/manifest+json')
      .header('Cache-Control', 'no-store')
      .send(manifest(`/d/home/${tokenOf(request)}`, language))
  })
  onLinkEntrance(
    server,
    app,
    openDriverPageLink,
  )(contract.sendLanguage, async ({ ctx, driverId }, { body }, { request, reply }) => {
    await chooseLanguage(ctx, driverId, body.language)
    reply.redirect(`/d/home/${tokenOf(request)}`, 303)
  })
}

interface Shown {
  home: DriverPage
  now: Date
  language: Language
  /** Key by which browsers recognize the sender of notifications. */
  pushKey: string
}

const homePage = ({ home, now, language, pushKey }: Shown, token: string): Html => {
  const { business, today, tomorrow } = home
  const words = driverWords(language, business.formats)
  const asOf = words.home.asOf(clock(words, now.toISOString(), business.timeZone))
  return html`<main class="home">
<p class="soft">${business.name}</p>
<h1>${home.driver}</h1>
<p id="standing" role="status" data-as-of="${asOf}"></p>
<div id="routes">
${day('today', today, home, words)}
${day('tomorrow', tomorrow, home, words)}
</div>
${notifications(pushKey, words)}
<p id="install" data-install="${words.home.install}" data-how="${words.home.howToInstall}" hidden></p>
${business.phone ? html`<p><a class="button wide plain" href="${tel(business.phone)}">${words.list.callOffice}</a></p>` : null}
<form method="post" action="/d/home/${token}/language" autocomplete="off">
<label for="language">${words.language}</label>
<select id="language" name="language">${LANGUAGES.map(
    (each) =>
      html`<option value="${each}" lang="${each}"${each === language ? { html: ' selected' } : null}>${LANGUAGE_NAMES[each]}</option>`,
  )}</select>
<button class="by-hand">${words.home.change}</button>
</form>
</main>`
}

/** Filled in by the script, which knows the phone's permissions. */
const notifications = (key: string, { home: { notify } }: DriverWords): Html => html`<section id="notify"
 data-key="${key}" data-on="${notify.on}" data-off="${notify.off}" data-is-on="${notify.isOn}" data-denied="${notify.denied}"
 data-cannot="${notify.cannot}" data-install-first="${notify.installFirst}" data-failed="${notify.failed}" hidden>
<p class="soft" id="notify-standing" role="status"></p>
<p><button class="wide plain" type="button" hidden></button></p>
</section>`

const tel = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

function day(which: 'today' | 'tomorrow', routes: readonly OwnRoute[], home: DriverPage, words: DriverWords): Html {
  return html`<section aria-labelledby="${which}">
<h2 id="${which}">${words.home[which]} <span class="soft">${dayInWords(words, home.days[which])}</span></h2>
${
  routes.length > 0
    ? html`<ul class="routes">${routes.map((route) => html`<li class="card">${routeItem(route, home.business.timeZone, words)}</li>`)}</ul>`
    : html`<p>${words.home.nothing[which]}</p>`
}
</section>`
}

const routeItem = (
  { name, vehicleName, path, ...route }: OwnRoute,
  timeZone: string,
  words: DriverWords,
): Html => html`<h3>${name}</h3>
<p>${STATES[route.status](words)}</p>
<p class="soft">${[vehicleName === name ? null : vehicleName, stopsOf(route, words), startOf(route, timeZone, words)].filter(Boolean).join(' · ')}</p>
${path ? html`<p><a class="button wide" href="${path}" aria-label="${words.home.open}: ${name}">${words.home.open}</a></p>` : null}`

const STATES: Record<RouteStatus, (words: DriverWords) => string> = {
  PLANNED: ({ home }) => home.planned,
  DISPATCHED: ({ home }) => home.sent,
  IN_PROGRESS: ({ home }) => home.running,
  COMPLETED: ({ home }) => home.finished,
  CANCELLED: ({ home }) => home.finished,
}

const stopsOf = (
  { status, stopCount, doneCount }: Pick<OwnRoute, 'status' | 'stopCount' | 'doneCount'>,
  words: DriverWords,
) =>
  status === 'IN_PROGRESS' || doneCount > 0
    ? words.home.done(doneCount, words.stops(stopCount))
    : words.stops(stopCount)

const startOf = (
  { status, plannedStart }: Pick<OwnRoute, 'status' | 'plannedStart'>,
  timeZone: string,
  words: DriverWords,
) =>
  plannedStart && (status === 'PLANNED' || status === 'DISPATCHED')
    ? words.home.starts(clock(words, plannedStart.toISOString(), timeZone))
    : null
