// Runs nginx in front of several installations with the file of `fleet proxy`, on loopback ports and without TLS.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nginxFile } from '../../../src/cli/proxy/nginx.ts'
import type { ProxiedInstallation } from '../../../src/cli/proxy/site.ts'
import { freePort } from '../../free-port.ts'

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

const PATIENCE_MS = 20_000
/** Milliseconds after which nginx is killed if it has not stopped. */
const STOP_WITHIN_MS = 3_000

/** Starts nginx. Rejects with its output if it refuses the file. */
export async function startNginx(
  installations: readonly ProxiedInstallation[],
  { port, more = '' }: NginxOptions = {},
): Promise<Nginx> {
  // In memory, as the deployed file keeps answers of the directory.
  const dir = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'roundsman-nginx-'))
  const listening = port ?? (await freePort())
  const file = path.join(dir, 'nginx.conf')
  const site = nginxFile({ host: 'localhost', installations, certificate: null, key: null })
    .replaceAll(/^ *(listen \[::\]|ssl_).*$/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${listening};`)
    .replace('/run/', `${dir}/`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} pid ${dir}/pid; error_log stderr; worker_processes 1; events { worker_connections 4096; } http {
access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
${site}
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
