// The driver's page built with the words of no language, for tests alone: a phone gets it in place of the page as built.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { build, type Plugin } from 'vite'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const PSEUDO = fileURLToPath(new URL('pseudo-words.ts', import.meta.url))

const withPseudoWords: Plugin = {
  name: 'pseudo-words',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/driver-words/en.ts')
      ? `import { pseudo } from ${JSON.stringify(PSEUDO)}
${code.replace('export const en: DriverWords =', 'const plain: DriverWords =')}
export const en: DriverWords = pseudo(plain)`
      : null,
}

export interface PseudoPages {
  serveTo(phone: BrowserContext): Promise<void>
  remove(): Promise<void>
}

export async function buildPseudoPages(): Promise<PseudoPages> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'roundsman-pseudo-'))
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [withPseudoWords],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: { driver: path.join(WEB, 'driver/index.html') } },
    },
  })
  const assets = /<(script|link)[^>]*\/assets\/[^>]*>(<\/script>)?\s*/g
  const ours = readFileSync(path.join(outDir, 'driver/index.html'), 'utf8').match(assets)?.join('') ?? ''
  return {
    serveTo: async (phone) => {
      await phone.route(/\/assets\/[^/]+$/, (route) => {
        const file = path.join(outDir, 'assets', path.basename(new URL(route.request().url()).pathname))
        return existsSync(file) ? route.fulfill({ path: file }) : route.fallback()
      })
      await phone.route(/\/d\/[\w-]{43}$/, async (route) => {
        const response = await route.fetch()
        const { 'content-encoding': _gzip, 'content-length': _length, ...headers } = response.headers()
        const body = (await response.text()).replace(assets, '').replace('</head>', () => `${ours}</head>`)
        await route.fulfill({ response, headers, body })
      })
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
