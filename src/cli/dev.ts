// npm run dev [-- demo]: runs the service from its sources. It restarts when they change, and open pages reload.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { serve } from './serve.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Separate from dist/web, which contains the pages of the release. */
const DEV_ROOT = path.join(ROOT, 'dist/web-dev')
/** Argument that makes a child process serve. Each restart creates a new child process. */
const SERVE = '--serve'

/** Adds a script to each page that checks whether the pages were rebuilt, and then reloads the page. */
const reloadPages: Plugin = {
  name: 'reload-pages',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/assets/reload.js' }, injectTo: 'head' }],
  generateBundle() {
    const source = `const read = () => fetch('/assets/built.json', { cache: 'no-store' }).then((answer) => answer.text())
const loaded = await read()
setInterval(async () => (await read().catch(() => loaded)) !== loaded && location.reload(), 1000)\n`
    this.emitFile({ type: 'asset', fileName: 'assets/reload.js', source })
    this.emitFile({ type: 'asset', fileName: 'assets/built.json', source: String(Date.now()) })
  },
}

const args = process.argv.slice(2)
const demo = args.includes('demo')
if (args.includes(SERVE)) await serve({ demo, webRoot: DEV_ROOT })
else await watch()

/** Rebuilds the pages whenever they change, next to a server that restarts whenever it changes. */
async function watch(): Promise<void> {
  const configFile = path.join(ROOT, 'web/vite.config.ts')
  await new Promise<void>((resolve, reject) => {
    const built: Plugin = { name: 'first-build', writeBundle: () => resolve() }
    build({
      configFile,
      mode: 'development',
      logLevel: 'warn',
      plugins: [reloadPages, built],
      build: { outDir: DEV_ROOT, minify: false, watch: {} },
    }).catch(reject)
  })
  const watched = ['src', 'migrations'].map((folder) => `--watch-path=${path.join(ROOT, folder)}`)
  const server = [...watched, '--watch-preserve-output', import.meta.filename, SERVE, ...(demo ? ['demo'] : [])]
  const child = spawn(process.execPath, server, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
}
