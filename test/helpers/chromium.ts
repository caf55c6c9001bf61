// The machine's Chromium, or one that is installed now (and says so).
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** No calls home, no sandbox (tests run as root in containers), no GPU. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), headless: true, args: [...FLAGS, ...more] })

function chromiumPath(): string {
  const found = installed()
  if (found) return found
  console.log('No Chromium found: installing one for the browser tests …')
  for (const install of [byPlaywright, byDebian]) {
    try {
      install()
    } catch (error) {
      console.log(error instanceof Error ? error.message.split('\n')[0] : error)
    }
    const now = installed()
    if (now) return now
  }
  throw new Error('The browser tests need Chromium: install it, or name its program in CHROMIUM.')
}

const installed = (): string | undefined =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ].find((program) => program && existsSync(program))

function byPlaywright(): void {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  execFileSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { stdio: 'inherit', timeout: 150_000 })
}

function byDebian(): void {
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
    stdio: 'inherit',
  })
}
