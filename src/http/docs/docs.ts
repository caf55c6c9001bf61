// Serves the documentation at /docs: the site, its search entries, the same pages as Markdown, the description at
// /api/v1/openapi.json, a collection of requests, and an index for programs at /llms.txt. Nothing is loaded from other
// origins.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../app/ports/clock.ts'
import { dayFromWire, dayToWire } from '../../contract/fields.ts'
import { COMPRESSED } from '../compress.ts'
import type { Json } from '../openapi-schema.ts'
import { postmanCollection } from '../postman.ts'
import type { Web } from '../web.ts'
import { readDescription } from './description.ts'
import { renderPage } from './layout.ts'
import { searchEntries } from './search-entries.ts'
import { buildSite, type Site } from './site.ts'

/** The pages run only their own scripts, use only their own styles, and connect only to their own origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const DAY_MS = 86_400_000

/** First date in the examples of the description. */
const FIRST_DAY = Date.parse('2026-11-23')

/** Moves the dates of the examples to one week from now, because routes of past days can't be dispatched. */
function withCurrentDates(text: string, now: Date): string {
  const ahead = Math.floor((now.getTime() - FIRST_DAY) / DAY_MS + 7) * DAY_MS
  const moved = (iso: string) => new Date(Date.parse(iso) + ahead).toISOString().slice(0, 10)
  return text.replaceAll(/\b\d{4}-\d{2}-\d{2}(?=T|\b)/g, moved).replaceAll(/\b\d{2}\/\d{2}\/\d{4}\b/g, (day) => {
    // Examples of other date formats, such as 31/12/2026, stay unchanged.
    const iso = dayFromWire(day)
    return iso ? dayToWire(moved(iso)) : day
  })
}

/** Pages with examples that readers run. The dates of other pages are facts. */
const HAS_EXAMPLES = /^\/docs(?:\.md)?$|^\/docs\/(?:guides|concepts|reference)\//

/**
 * Makes a value at the first request, because this takes as long as the rest of a server's start. A failure is not
 * cached.
 */
function makeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

export interface DocsOptions {
  apiPrefix: string
  publicUrl: string
  clock: Clock
  web: Web
}

/** Registers the routes of the description and of the documentation. */
export function registerDocs(server: FastifyInstance, { apiPrefix, publicUrl, clock, web }: DocsOptions): void {
  const description = makeOnce(readDescription)
  const collection = makeOnce(async () => {
    const described = JSON.parse(await description()) as Json
    return JSON.stringify(postmanCollection(described, `${publicUrl}${apiPrefix}`), null, 2)
  })
  const site = makeOnce(async () => buildSite(await description(), { publicUrl, apiPrefix }))
  const search = makeOnce(async () => JSON.stringify(searchEntries(await site())))
  for (const path of [`${apiPrefix}/openapi.json`, '/openapi.json'])
    server.get(path, COMPRESSED, async (_request, reply) => reply.type('application/json').send(await description()))
  server.get('/docs/roundsman.postman_collection.json', COMPRESSED, async (_request, reply) =>
    reply.type('application/json').send(withCurrentDates(await collection(), clock())),
  )
  server.get('/docs/search.json', COMPRESSED, async (_request, reply) =>
    reply
      .type('application/json')
      .header('Cache-Control', 'no-cache')
      .send(await search()),
  )
  for (const path of ['/llms.txt', '/docs/llms.txt'])
    server.get(path, COMPRESSED, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(indexForPrograms(await site(), publicUrl, apiPrefix)),
    )
  for (const path of ['/docs', '/docs.md'])
    server.get(path, COMPRESSED, async (_request, reply) => sendPage(reply, await site(), path))
  server.get<{ Params: { '*': string } }>('/docs/*', COMPRESSED, async ({ params }, reply) =>
    sendPage(reply, await site(), `/docs/${params['*']}`.replace(/\/$/, '')),
  )

  async function sendPage(reply: FastifyReply, { pages, groups }: Site, path: string): Promise<FastifyReply> {
    const dated = (text: string) => (HAS_EXAMPLES.test(path) ? withCurrentDates(text, clock()) : text)
    const markdown = path.endsWith('.md') ? pages.get(path.slice(0, -3))?.markdown : undefined
    if (markdown !== undefined) return reply.type('text/markdown; charset=utf-8').send(dated(markdown))
    const page = pages.get(path)
    if (!page) {
      reply.callNotFound()
      return reply
    }
    const title = page.path === '/docs' ? 'Roundsman docs' : `${page.title} – Roundsman docs`
    const content = dated(renderPage(page, groups).html)
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .header('Cache-Control', 'no-cache')
      .send((await web.fill('docs', { title, content })) ?? content)
  }
}

/** The index for language models, with one link per line (llmstxt.org). */
function indexForPrograms({ groups }: Site, publicUrl: string, apiPrefix: string): string {
  const sections = groups.map(({ title, pages }) => {
    const links = pages.flatMap((page) => (page.markdown ? [`- [${page.title}](${publicUrl}${page.path}.md)`] : []))
    return `## ${title}\n\n${links.join('\n')}\n`
  })
  return `# Roundsman

> Deliveries go in over an HTTP API, are planned into routes and worked by drivers; each outcome comes back over a signed webhook.

- [OpenAPI 3.1 description](${publicUrl}${apiPrefix}/openapi.json): every operation, type and event
- [Postman collection](${publicUrl}/docs/roundsman.postman_collection.json): the same, as requests to send
- [Documentation for people](${publicUrl}/docs)

${sections.join('\n')}`
}
