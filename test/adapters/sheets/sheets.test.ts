import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import os from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSheets } from '../../../src/adapters/sheets/sheets.ts'

const threads = (): string[] => readdirSync('/proc/self/task')

function nicenessOf(thread: string): number {
  try {
    return os.getPriority(Number(thread))
  } catch {
    return 0
  }
}

/**
 * Whether a thread can have its own priority (only on Linux), and the priority of this process is higher than that of
 * the threads that read sheets.
 */
const hasPriorities = process.platform === 'linux' && os.getPriority() < 5

test('a file is read by a thread of lower priority than requests', { skip: !hasPriorities }, async () => {
  const before = new Set(threads())
  let isOver = false
  const reading = openSheets()
    .open(Buffer.from(`Name,Address\n${'Zoë,1 A St\n'.repeat(20_000)}`), null)
    .finally(() => (isOver = true))
  let isBehind = false
  while (!isOver && !isBehind) {
    isBehind = threads().some((thread) => !before.has(thread) && nicenessOf(thread) >= 5)
    await sleep(5)
  }
  const head = await reading
  assert.equal('rowCount' in head && head.rowCount, 20_000)
  assert.ok(isBehind)
  assert.ok(os.getPriority() < 5)
})
