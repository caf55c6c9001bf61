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

/** Returns the installations that have another version or don't reply, in the order in which they are upgraded. */
export async function otherVersions<Of extends Pick<Installation, 'url'>>(
  installations: readonly Of[],
  version: string,
): Promise<Of[]> {
  const health = await Promise.all(installations.map(({ url }) => healthIfUp(url)))
  return installations.filter((_, i) => health[i]?.version !== version)
}

/** Returns null if the service is down. */
const healthIfUp = (url: string): Promise<ServiceHealth | null> => serviceHealth(url).catch(() => null)

/**
 * Upgrades all installations to `version`, except those that have it. Ends at the first fault, so that the later
 * installations keep their version. A later run first checks the installations that have `version`, and ends if one of
 * them is not healthy. Otherwise, the later run continues with the remaining installations.
 */
export async function upgradeAll(
  installations: readonly Upgradable[],
  version: string,
  { record, progress }: Pick<MoveTools, 'record' | 'progress'>,
  times: UpgradeTimes = UPGRADE_TIMES,
): Promise<string[]> {
  const others = await otherVersions(installations, version)
  const checked = installations.filter((one) => !others.includes(one))
  await Promise.all(checked.map(({ name, url }) => withName(name, watch(url, version, null, times))))
  for (const { name, url, upgrade } of others) {
    const before = await healthIfUp(url)
    const from = before?.version ?? null
    const replace = async (): Promise<void> => {
      progress(`${name}: ${from ?? 'An unknown version'} is replaced by ${version}.`)
      await upgrade()
      await awaitVersion(url, version, times)
      await watch(url, version, before, times)
    }
    await withName(name, recorded(record, 'upgrade', { name, from, to: version }, replace))
  }
  return others.map(({ name }) => name)
}

/** Adds the name of the installation to the error of the work. */
const withName = (name: string, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })

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

/**
 * Throws if the installation fails a health check, has another version, or is less healthy than before. If `before` is null,
 * throws if the installation is degraded.
 */
async function watch(
  url: string,
  version: string,
  before: ServiceHealth | null,
  { checks, pauseMs }: UpgradeTimes,
): Promise<void> {
  for (let check = 0; check < checks; check++) {
    await sleep(pauseMs)
    const now = await serviceHealth(url)
    if (now.version !== version) throw new Error(`A process still has version ${now.version}.`)
    if (now.status === 'degraded' && before?.status !== 'degraded') throw new Error('The service is degraded.')
    if (before && (now.failingWork ?? 0) > (before.failingWork ?? 0))
      throw new Error(`Background jobs fail on ${now.failingWork} items, and on ${before.failingWork ?? 0} before.`)
  }
}
