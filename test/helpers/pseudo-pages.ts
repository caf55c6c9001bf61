// Builds a page with pseudo-words, only for tests. A browser gets it in place of the real page.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { build, type Plugin } from 'vite'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const PSEUDO = fileURLToPath(new URL('pseudo-words.ts', import.meta.url))

/** Path of each page's dictionary, and the addresses of the page. */
const PAGES = {
  driver: { dictionary: '/driver-words/en.ts', language: 'en', addresses: /\/d\/[\w-]{43}$/ },
  office: {
    dictionary: '/words/es/index.ts',
    language: 'es',
    addresses: /^https?:\/\/[^/]+\/(?!office\/api|assets|map)/,
  },
} as const

const withPseudoWords = ({ dictionary, language }: (typeof PAGES)[keyof typeof PAGES]): Plugin => ({
  name: 'pseudo-words',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith(dictionary)
      ? `import { pseudo } from ${JSON.stringify(PSEUDO)}
${code.replace(`export const ${language}:`, 'const plain:')}
export const ${language} = pseudo(plain)`
      : null,
})

export interface PseudoPages {
  serveTo(browser: BrowserContext): Promise<void>
  remove(): Promise<void>
}

export async function buildPseudoPages(page: keyof typeof PAGES): Promise<PseudoPages> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'roundsman-pseudo-'))
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [withPseudoWords(PAGES[page])],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: { [page]: path.join(WEB, page, 'index.html') } },
    },
  })
  const assets = /<(script|link)[^>]*\/assets\/[^>]*>(<\/script>)?\s*/g
  const ours =
    readFileSync(path.join(outDir, page, 'index.html'), 'utf8')
      .match(assets)
      ?.join('') ?? ''
  return {
    serveTo: async (browser) => {
      await browser.route(PAGES[page].addresses, async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback()
        const response = await route.fetch()
        const { 'content-encoding': _gzip, 'content-length': _length, ...headers } = response.headers()
        const body = (await response.text()).replace(assets, '').replace('</head>', () => `${ours}</head>`)
        return route.fulfill({ response, headers, body })
      })
      await browser.route(/\/assets\/[^/]+$/, (route) => {
        const file = path.join(outDir, 'assets', path.basename(new URL(route.request().url()).pathname))
        return existsSync(file) ? route.fulfill({ path: file }) : route.fallback()
      })
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
