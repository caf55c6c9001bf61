// Finds the machine's Chromium or installs one, with a message. Uses the headless shell, which takes a third less time than a
// whole browser. A test that needs the whole browser, such as for notifications, asks for it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Flags that disable calls to the browser's vendor, the sandbox (tests run as root in containers) and the GPU. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = (
  more: readonly string[] = [],
  { whole = false }: { whole?: boolean } = {},
): Promise<Browser> => chromium.launch({ ...ensureChromium(whole), headless: true, args: [...FLAGS, ...more] })

/** Launch options of Playwright. Without a path, Playwright starts the shell that it installed. */
type Program = { executablePath?: string }

/**
 * Returns the browser to start and installs it if there is none. Only one process may do so at a time, because package managers
 * lock each other out.
 */
export function ensureChromium(whole = false): Program {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`)
  const found = installed(whole)
  if (found) return found
  console.log('No Chromium found: installing one for the browser tests …')
  for (const install of [byPlaywright, byDebian]) {
    try {
      install()
    } catch (error) {
      console.log(error instanceof Error ? error.message.split('\n')[0] : error)
    }
    const now = installed(whole)
    if (now) return now
  }
  throw new Error(
    'The browser tests need Chromium, and none could be installed. Install it (on Debian: apt-get install chromium), or name' +
      ' its program in CHROMIUM.',
  )
}

function installed(whole: boolean): Program | undefined {
  const playwrights = chromium.executablePath()
  const shell = whole ? undefined : '/usr/bin/chromium-headless-shell'
  const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const found = [process.env.CHROMIUM, shell, playwrights, ...browsers].find((one) => one && existsSync(one))
  if (!found) return undefined
  return found === playwrights && !whole ? {} : { executablePath: found }
}

function byPlaywright(): void {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  // Only root can install system libraries. sudo would ask for a password.
  const libraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  execFileSync(process.execPath, [cli, 'install', ...libraries, 'chromium'], { stdio: 'inherit', timeout: 150_000 })
}

function byDebian(): void {
  const packages = ['chromium', 'chromium-headless-shell', 'fonts-dejavu-core']
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit' })
}
