// Runs nginx in front of several installations, from deploy/nginx.installations.conf, on loopback ports and without TLS.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../free-port.ts'

/** An installation as the proxy sees it. */
export interface ProxiedInstallation {
  name: string
  /** Address of each `web` process. */
  urls: readonly string[]
  /** Address of each `web` process at its `DIRECTORY_PORT`. */
  directoryUrls: readonly string[]
}

export interface Nginx {
  /** Address of the host name for all installations. */
  url: string
  pid: number
  stop(): Promise<void>
}

export interface NginxOptions {
  port?: number
  /** Further `server` blocks. */
  more?: string
}

const DEPLOYED = new URL('../../../deploy/nginx.installations.conf', import.meta.url)
const PATIENCE_MS = 20_000
/** Milliseconds after which nginx is killed if it has not stopped. */
const STOP_WITHIN_MS = 3_000

/** Starts nginx. Rejects with its output if it refuses the file. */
export async function startNginx(
  installations: readonly ProxiedInstallation[],
  { port, more = '' }: NginxOptions = {},
): Promise<Nginx> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-nginx-'))
  const listening = port ?? (await freePort())
  const file = path.join(dir, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} pid ${dir}/pid; error_log stderr; worker_processes 1; events { worker_connections 4096; } http {
access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
${siteFor(installations, { port: listening, cacheDir: dir })}
${more}
}`,
  )
  const url = `http://127.0.0.1:${listening}`
  const child = spawn('nginx', ['-p', dir, '-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-20_000)))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      await exited
      clearTimeout(late)
    }
    rmSync(dir, { recursive: true, force: true })
  }
  const deadline = performance.now() + PATIENCE_MS
  while (
    !(await fetch(url).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    ))
  ) {
    if (child.exitCode === null && performance.now() < deadline) {
      await sleep(20)
      continue
    }
    await stop()
    throw new Error(`nginx does not respond: ${output}`)
  }
  return { url, pid: child.pid ?? 0, stop }
}

/** Returns the deployed file for these installations. */
function siteFor(
  installations: readonly ProxiedInstallation[],
  { port, cacheDir }: { port: number; cacheDir: string },
): string {
  const deployed = readFileSync(DEPLOYED, 'utf8')
  const [block = '', line = ''] = /upstream installation_a \{[^}]*?( *server [^;]*;\n)[^}]*\}/.exec(deployed) ?? []
  const linesOf = (urls: readonly string[]): string =>
    urls.map((url) => line.replace(/\d+\.\d+\.\d+\.\d+:\d+/, new URL(url).host)).join('')
  const blocks = installations.map(({ name, urls }) =>
    block.replace('installation_a', `installation_${name}`).replace(line, linesOf(urls)),
  )
  const site = deployed
    .replaceAll(/^upstream installation_\w+ \{[^}]*\}\n/gm, '')
    .replace(
      /(upstream directory \{\n(?: *#.*\n)*)(?: *server .*\n)+/,
      (_all, head: string) => head + linesOf(installations.flatMap(({ directoryUrls }) => directoryUrls)),
    )
    .replaceAll(/^ *(listen \[::\]|ssl_).*$/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/', `${cacheDir}/`)
  return `${blocks.join('\n')}\n${site}`
}
