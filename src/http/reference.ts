// Serves the description at /api/v1/openapi.json, the reference at /docs, and texts for programs: /llms.txt, and the
// reference and the specification as Markdown. Nothing is loaded from other origins.
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import type { Clock } from '../app/ports/clock.ts'
import { type ErrorCode, errorCodes } from '../contract/error-codes.ts'
import { ERROR_CURES } from '../contract/error-remedies.ts'
import { KEY_SCOPES } from '../domain/users/permissions.ts'
import { EVENTS } from '../contract/events.ts'
import { dayFromWire, dayToWire } from '../contract/fields.ts'
import { LIMITS, type LimitName } from '../contract/limits.ts'
import * as orders from '../contract/orders.ts'
import * as webhooks from '../contract/webhooks.ts'
import type { Json } from './openapi-schema.ts'
import { COMPRESSED } from './compress.ts'
import { postmanCollection } from './postman.ts'
import { PYTHON_SDK, TYPESCRIPT_SDK } from './web.ts'

/** `npm run openapi` writes this file from the endpoints. */
const DESCRIPTION = new URL('../../openapi.json', import.meta.url)
const OWN = new URL('./reference/', import.meta.url)
const SPECIFICATION = new URL('../../docs/spec/', import.meta.url)
const SDK = new URL('../../sdk/', import.meta.url)
const SWAGGER_UI = new URL('./static/', import.meta.resolve('@fastify/swagger-ui/package.json'))

const ASSETS = {
  'page.css': { from: OWN, type: 'text/css; charset=utf-8' },
  'page.js': { from: OWN, type: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { from: SWAGGER_UI, type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { from: SWAGGER_UI, type: 'text/javascript; charset=utf-8' },
} as const

/** The page runs only its own scripts and connects only to its own origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const DAY_MS = 86_400_000

/** First date in the examples of the description. */
const FIRST_DAY = Date.parse('2026-11-23')

/**
 * Moves the dates of the examples to one week from now, because routes of past days can't be dispatched. Instants stay.
 */
function withCurrentDates(text: string, now: Date): string {
  const ahead = Math.floor((now.getTime() - FIRST_DAY) / DAY_MS + 7) * DAY_MS
  const moved = (iso: string) => new Date(Date.parse(iso) + ahead).toISOString().slice(0, 10)
  return text
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b(?!T)/g, moved)
    .replaceAll(/\b\d{2}\/\d{2}\/\d{4}\b/g, (day) => dayToWire(moved(dayFromWire(day) ?? '')))
}

/**
 * Builds the text at the first request, because this takes as long as the rest of a server's start. A failure is not
 * cached.
 */
function buildOnce(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/** Registers the routes of the description and of the reference. */
export async function registerReference(
  server: FastifyInstance,
  { apiPrefix, publicUrl, clock }: { apiPrefix: string; publicUrl: string; clock: Clock },
): Promise<void> {
  const description = buildOnce(async () => JSON.stringify(JSON.parse(await readFile(DESCRIPTION, 'utf8'))))
  const collection = buildOnce(async () => {
    const described = JSON.parse(await description()) as Json
    return JSON.stringify(postmanCollection(described, `${publicUrl}${apiPrefix}`), null, 2)
  })
  const page = buildOnce(() => renderPage(publicUrl))
  for (const path of [`${apiPrefix}/openapi.json`, '/openapi.json'])
    server.get(path, COMPRESSED, async (_request, reply) => reply.type('application/json').send(await description()))
  server.get('/docs/roundsman.postman_collection.json', COMPRESSED, async (_request, reply) =>
    reply.type('application/json').send(withCurrentDates(await collection(), clock())),
  )
  for (const path of ['/docs', '/docs/'])
    server.get(path, COMPRESSED, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
        .header('X-Content-Type-Options', 'nosniff')
        .send(withCurrentDates(await page(), clock())),
    )
  for (const [name, { from, type }] of Object.entries(ASSETS)) {
    const content = await readFile(new URL(name, from))
    server.get(`/docs/assets/${name}`, COMPRESSED, async (_request, reply) =>
      reply.type(type).header('Cache-Control', 'public, max-age=3600').send(content),
    )
  }
  await registerMarkdown(server, { apiPrefix, publicUrl, clock, page })
}

/** Serves the text of the page, the specification, and an index with one link per line (llmstxt.org). */
async function registerMarkdown(
  server: FastifyInstance,
  {
    apiPrefix,
    publicUrl,
    clock,
    page,
  }: { apiPrefix: string; publicUrl: string; clock: Clock; page: () => Promise<string> },
): Promise<void> {
  const markdown = buildOnce(async () => {
    const translator = new NodeHtmlMarkdown()
    // By default, code in table cells becomes plain text, and names would look like words.
    translator.tableCellTranslators.set('code', { prefix: '`', postfix: '`', noEscape: true })
    const html = await page()
    return translator.translate(html.slice(html.indexOf('<main>'), html.indexOf('</main>')))
  })
  server.get('/docs.md', COMPRESSED, async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').send(withCurrentDates(await markdown(), clock())),
  )
  const links: string[] = []
  for (const name of (await readdir(SPECIFICATION)).toSorted()) {
    const text = await readFile(new URL(name, SPECIFICATION), 'utf8')
    const [, title = name] = /^# (.+)$/m.exec(text) ?? []
    links.push(`- [${title}](${publicUrl}/docs/spec/${name})`)
    server.get(`/docs/spec/${name}`, COMPRESSED, async (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').send(text),
    )
  }
  const index = `# Roundsman

> Deliveries go in over an HTTP API, are planned into routes and worked by drivers; each outcome comes back over a signed webhook.

## API

- [OpenAPI 3.1 description](${publicUrl}${apiPrefix}/openapi.json): every operation, type and event
- [Postman collection](${publicUrl}/docs/roundsman.postman_collection.json): the same, as requests to send
- [Reference](${publicUrl}/docs.md): guides with samples, events, errors and limits; [for people](${publicUrl}/docs)

## Specification

${links.join('\n')}
`
  server.get('/llms.txt', COMPRESSED, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(index))
}

async function renderPage(publicUrl: string): Promise<string> {
  const own = (name: string) => readFile(new URL(name, OWN), 'utf8')
  const samples = async (name: string) =>
    (
      await Promise.all(
        LANGUAGES.map(async ([language, extension]) => {
          const sample = await own(`${name}.${extension}`)
          return `<h4>${language}</h4>\n<pre><code class="language-${extension}">${escape(sample)}</code></pre>`
        }),
      )
    ).join('\n')
  const typescript = async (name: string): Promise<string> =>
    escape(
      (await readFile(new URL(`typescript/examples/${name}.ts`, SDK), 'utf8')).replace(
        /'\.\.\/src\/(index|node)\.ts'/g,
        (_, part: string) => (part === 'node' ? "'@roundsman/sdk/node'" : "'@roundsman/sdk'"),
      ),
    )
  const values: Record<string, string> = {
    public_url: escape(publicUrl),
    typescript_sdk: TYPESCRIPT_SDK,
    python_sdk: PYTHON_SDK,
    endpoint_example: escape(JSON.stringify(webhooks.createEndpoint.key.examples.body, null, 2)),
    order_example: escape(JSON.stringify(orders.putOrder.key.examples.body, null, 2)),
    day_sh: escape((await own('day.sh')).replace('{{public_url}}', publicUrl)),
    day_ts: await typescript('day'),
    receive_ts: await typescript('receive'),
    send_once_ts: await typescript('send-once'),
    test_day_ts: await typescript('test-day'),
    day_py: escape(await readFile(new URL('python/examples/day.py', SDK), 'utf8')),
    verify_samples: await samples('verify-webhook'),
    standard_samples: await samples('standard-webhook'),
    scope_rows: Object.entries(KEY_SCOPES)
      .map(([scope, meaning]) => row(code(scope), escape(meaning)))
      .join('\n'),
    event_rows: Object.entries(EVENTS)
      .map(([name, { meaning }]) => row(code(name), escape(meaning)))
      .join('\n'),
    error_rows: errorCodes()
      .map((error) =>
        row(
          String(error.status),
          code(error.code),
          escape(error.meaning),
          escape(ERROR_CURES[error.code as ErrorCode]),
        ),
      )
      .join('\n'),
    limit_rows: Object.entries(LIMITS)
      .map(([name, limit]) => row(LIMIT_WORDS[name as LimitName], limit.toLocaleString('en-US')))
      .join('\n'),
  }
  return (await own('page.html')).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the reference page asks for {{${name}}}`)
    return value
  })
}

const LANGUAGES = [
  ['JavaScript', 'js'],
  ['Python', 'py'],
  ['PHP', 'php'],
  ['Ruby', 'rb'],
  ['Go', 'go'],
] as const

const LIMIT_WORDS: Record<LimitName, string> = {
  reads: 'Reads',
  order_writes: 'Creating, changing and canceling deliveries',
  order_batches: 'Batches of deliveries',
  other_writes: 'Other writes',
  webhook_management: 'Everything under /webhooks',
  availability: 'Availability checks',
  address_lookups: 'of these, with an address to geocode',
  builds: 'Route builds',
  solves: 'POST /optimize',
}

const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const code = (text: string): string => `<code>${escape(text)}</code>`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
