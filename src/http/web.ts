// Serves the built web pages with their security headers. Hashed assets are cached for a year, pages never.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../domain/customer-words/language.ts'
import { html } from '../domain/html.ts'
import { VERSION } from '../version.ts'
import { type MapGround, mapOrigins } from './map.ts'

/** Folders of web/ that are separate pages. */
export type WebPage = 'office' | 'driver' | 'home' | 'tracking' | 'docs'

export interface WebOptions {
  /** Folder of the built pages. If they are missing, every page responds with 503 and an explanation. */
  root: string
  publicUrl: string
  map: MapGround
}

/** Sends pages. `registerWeb` registers the assets once. */
export interface Web {
  send(reply: FastifyReply, page: WebPage): FastifyReply
  /** Returns a page with its content, which is visible before its script runs. Null if the page is not built. */
  fill(page: WebPage, content: PageContent): Promise<string | null>
  /** Sends a page with its content and the headers of the page. Returns null if the page is not built. */
  sendHolding(
    request: FastifyRequest,
    reply: FastifyReply,
    page: WebPage,
    held: PageContent,
  ): Promise<FastifyReply | null>
}

interface PageContent {
  title: string
  language?: Language
  head?: string
  content: string
}

export async function registerWeb(server: FastifyInstance, options: WebOptions): Promise<Web> {
  const headers = (page: WebPage) => pageHeaders(options, page)
  await server.register(fastifyStatic, {
    root: options.root,
    prefix: '/',
    serve: false,
    preCompressed: true,
    decorateReply: true,
    cacheControl: false,
  })
  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    if (!/^[\w-]+(\.[\w-]+)+$/.test(name) || !existsSync(path.join(options.root, 'assets', name))) {
      reply.callNotFound()
      return reply
    }
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', ASSET_POLICY)
      .sendFile(`assets/${name}`)
  })
  for (const name of [COMMANDS, TYPESCRIPT_SDK, PYTHON_SDK])
    server.get(`/docs/${name}`, async (_request, reply) => {
      if (existsSync(path.join(options.root, 'docs', name))) return reply.sendFile(`docs/${name}`)
      reply.callNotFound()
      return reply
    })
  const fill: Web['fill'] = async (page, { title, language = 'en', head = '', content }) => {
    const built = await readFile(path.join(options.root, page, 'index.html'), 'utf8').catch(() => null)
    return (
      built
        ?.replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>${{ html: head }}`.html)
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`) ?? null
    )
  }
  return {
    fill,
    sendHolding: async (request, reply, page, held) => {
      const whole = await fill(page, held)
      if (whole === null) return null
      void reply
        .headers(headers(page))
        .type('text/html; charset=utf-8')
        .header('Vary', 'Accept-Encoding, Accept-Language')
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(whole)
      return reply.header('Content-Encoding', 'gzip').send(await compressed(whole))
    },
    send: (reply, page) => {
      void reply.headers(headers(page))
      if (!existsSync(path.join(options.root, page, 'index.html')))
        return reply.code(503).type('text/plain; charset=utf-8').send('The web pages are not built: npm run build:web')
      return reply.sendFile(`${page}/index.html`)
    },
  }
}

/** Programs that integrators download from /docs. They are built with the pages. */
const COMMANDS = 'roundsman.mjs'
export const TYPESCRIPT_SDK = `roundsman-sdk-${VERSION}.tgz`
export const PYTHON_SDK = `roundsman-${VERSION}.tar.gz`

/**
 * The map's worker is an asset and has the policy of its own response. It loads tiles from any origin of the map. The
 * origins are not named, because browsers cache this response for a year and the map may change in that time.
 */
const ASSET_POLICY = "default-src 'none'; connect-src *; frame-ancestors 'none'"

const compressed = promisify(gzip)

/** Allows only own scripts, the origins of a configured map, and no frames around the page. */
function pageHeaders({ publicUrl, map }: WebOptions, page: WebPage): Record<string, string> {
  const elsewhere = mapOrigins(map)
    .map((origin) => ` ${origin}`)
    .join('')
  const policy = [
    "default-src 'none'",
    // The scanner of the driver's page is WebAssembly from our own origin.
    `script-src 'self'${page === 'driver' ? " 'wasm-unsafe-eval'" : ''}`,
    // React Aria and MapLibre set styles in their scripts.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `font-src 'self'${elsewhere}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(self), microphone=()',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
}
