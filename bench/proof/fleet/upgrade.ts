// Upgrades the installations one after the other with `fleet upgrade` under load. The operator's command for an installation
// replaces its processes one by one: the new process starts before the old one stops.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FleetCommands } from './commands.ts'
import { type Installation, NEXT_VERSION, type Name } from './installations.ts'
import { type LoadOptions, merged, p99, runLoad } from './load.ts'
import { named } from './moves.ts'

export interface UpgradeResult {
  upgraded: string[]
  seconds: number
  requests: number
  failed: number
  p99Ms: number
  faults: string[]
}

/** A service that upgrades an installation when it receives a request, like the machine behind `ssh a …`. */
export interface Upgrader {
  /** Returns the shell command for the file of the command `fleet`. */
  commandFor(name: Name): string
  close(): void
}

/** nginx tries a process that did not run again after `fail_timeout`, 5 s. The old process runs until then. */
const OVERLAP_MS = 6_000

export async function startUpgrader(installations: readonly Installation[]): Promise<Upgrader> {
  const server = http.createServer((request, response) => {
    replaceProcesses(named(installations, request.url?.slice(1) as Name)).then(
      () => response.writeHead(200).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    commandFor: (name) =>
      `${process.execPath} -e "fetch('http://127.0.0.1:${port}/${name}').then((r) => process.exit(r.ok ? 0 : 1))"`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function replaceProcesses({ web, nextWeb, worker, nextWorker }: Installation): Promise<void> {
  await nextWeb.start()
  await nextWorker.start()
  await sleep(OVERLAP_MS)
  await web.stop('SIGTERM')
  await worker.stop('SIGTERM')
}

/** All responses must succeed: an upgrade is no reason for 503. */
export async function upgradeUnderLoad(
  installations: readonly Installation[],
  commands: FleetCommands,
  load: Omit<LoadOptions, 'until'>,
): Promise<UpgradeResult> {
  let isOver = false
  const loaded = runLoad({ ...load, until: () => isOver })
  const { code, out, err } = await commands.fleet('upgrade', '--to', NEXT_VERSION, '--go').ended
  isOver = true
  const { seconds, requests, of, faults } = await loaded
  const all = merged(Object.values(of))
  if (all.retryable > 0) faults.push(`${all.retryable} requests got 503`)
  const upgraded = code === 0 ? (JSON.parse(out) as { upgraded: string[] }).upgraded : []
  if (upgraded.length !== installations.length) faults.push(`only ${upgraded.join()} was upgraded: ${err}`)
  for (const { name, web } of installations) if (web.pid() !== null) faults.push(`the old process of ${name} runs`)
  return { upgraded, seconds: Math.round(seconds), requests, failed: requests - all.ok, p99Ms: p99(all), faults }
}
