// Common parts of all pages behind links. Their headers exclude caches, search engines, referrers and other origins.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import type { LinkVisit } from '../app/resolve-link.ts'
import type { LinkLimit } from '../contract/limits.ts'
import { internalErrorBody, type ErrorBody, errorAnswer } from './errors.ts'
import type { Language } from '../domain/customer-words/language.ts'
import { type Html, html } from '../domain/html.ts'
import { networkOf } from './network.ts'

/** Every page contains the style, without the spaces that only people need. */
const CSS = readFileSync(new URL('link-pages/page.css', import.meta.url), 'utf8')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};]) ?/g, '$1')
const CSS_HASH = createHash('sha256').update(CSS).digest('base64')

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${CSS_HASH}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
}

/** Visit of a request with its token in the path. */
export const visitOf = (request: FastifyRequest, limit: LinkLimit | null): LinkVisit => ({
  token: tokenOf(request),
  network: networkOf(request.ip),
  requestId: request.id,
  limit,
})

export const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  language: Language = 'en',
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${{ html: CSS }}</style>
</head>
<body>${body}</body>
</html>
`
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page.html)
}

/** Texts of an error page. */
export interface FaultWords {
  language: Language
  title: string
  text: string
}

/** Sends errors of page routes as pages. */
export function answerWithPages(
  server: FastifyInstance,
  app: App,
  inWords: (request: FastifyRequest, fault: ErrorBody, waitSeconds: number) => FaultWords,
): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error)
    if (!answer) app.log.error({ request_id: request.id, err: error }, 'bug')
    if (answer?.retryAfterSeconds !== undefined) void reply.header('Retry-After', answer.retryAfterSeconds)
    // Forms of these pages never cause these errors, so no person sees the response.
    if (answer && [413, 415].includes(answer.body.statusCode))
      return reply.code(answer.body.statusCode).send(answer.body)
    const fault = answer?.body ?? internalErrorBody(request.method)
    const { title, text, language } = inWords(request, fault, answer?.retryAfterSeconds ?? 60)
    return sendPage(reply, fault.statusCode, title, html`<main><h1>${title}</h1><p>${text}</p></main>`, language)
  })
}
