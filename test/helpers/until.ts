import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `holds` returns true, at most one minute. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const last = Date.now() + 60_000
  while (!(await holds())) {
    assert.ok(Date.now() < last, `timed out waiting until ${what}`)
    await sleep(50)
  }
}
