// Upgrades several installations, one after the other, and stops at the first that is not healthy afterwards.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, type MoveTools, type ServiceHealth, serviceHealth } from './balance.ts'
import { recorded } from './recorded.ts'

export interface Upgradable extends Pick<Installation, 'name' | 'url'> {
  /** Upgrades the processes of the installation. Rejects if that failed. */
  upgrade: () => Promise<void>
}

export interface UpgradeTimes {
  /** Maximum time until all processes have the new version. */
  startWithinMs: number
  /** Number of health checks that the installation must pass after that. */
  checks: number
  /** Time between two health checks. */
  pauseMs: number
}

export const UPGRADE_TIMES: UpgradeTimes = { startWithinMs: 10 * 60_000, checks: 60, pauseMs: 500 }

/** Returns the installations that have another version, in the order in which they are upgraded. */
export async function otherVersions<Of extends Pick<Installation, 'url'>>(
  installations: readonly Of[],
  version: string,
): Promise<Of[]> {
  const health = await Promise.all(installations.map(({ url }) => serviceHealth(url)))
  return installations.filter((_, i) => health[i]?.version !== version)
}

/**
 * Upgrades the installations that have another version than this one. Ends at the first fault, so that the later
 * installations keep their version. A later run continues with the installations that are left.
 */
export async function upgradeAll(
  installations: readonly Upgradable[],
  version: string,
  { record, progress }: Pick<MoveTools, 'record' | 'progress'>,
  times: UpgradeTimes = UPGRADE_TIMES,
): Promise<string[]> {
  const upgraded: string[] = []
  for (const { name, url, upgrade } of await otherVersions(installations, version)) {
    const before = await serviceHealth(url)
    const replace = async (): Promise<void> => {
      progress(`${name}: ${before.version} is replaced by ${version}.`)
      await upgrade()
      await awaitVersion(url, version, times)
      await watch(url, version, before, times)
    }
    await recorded(record, 'upgrade', { name, from: before.version, to: version }, replace).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
    upgraded.push(name)
  }
  return upgraded
}

/** Waits until the installation has the version. While its processes are replaced, it may not reply. */
async function awaitVersion(url: string, version: string, { startWithinMs, pauseMs }: UpgradeTimes): Promise<void> {
  const deadline = performance.now() + startWithinMs
  for (;;) {
    const seen = await serviceHealth(url).then(
      (health) => health.version,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (seen === version) return
    if (performance.now() > deadline) throw new Error(`Version ${version} did not start in time. Last reply: ${seen}`)
    await sleep(pauseMs)
  }
}

/** Throws if the installation fails a health check, has another version again, or is less healthy than before. */
async function watch(
  url: string,
  version: string,
  before: ServiceHealth,
  { checks, pauseMs }: UpgradeTimes,
): Promise<void> {
  for (let check = 0; check < checks; check++) {
    await sleep(pauseMs)
    const now = await serviceHealth(url)
    if (now.version !== version) throw new Error(`A process still has version ${now.version}.`)
    if (now.status === 'degraded' && before.status === 'ok') throw new Error('The service is degraded.')
    if ((now.failingWork ?? 0) > (before.failingWork ?? 0))
      throw new Error(`Background jobs fail on ${now.failingWork} items, and on ${before.failingWork ?? 0} before.`)
  }
}
