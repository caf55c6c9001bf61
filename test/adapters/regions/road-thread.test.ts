// The thread that answers queries about roads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RoadThread } from '../../../src/adapters/regions/road-thread.ts'

const QUESTION = { kind: 'keys', points: [] } as const

test('a query ends with its signal while the road files are still being read', async () => {
  const thread = new RoadThread()
  const never = new Promise<never>(() => {})
  const caller = new AbortController()
  const asked = thread.ask(never, QUESTION, caller.signal)
  caller.abort(new Error('the caller has no more time'))
  await assert.rejects(asked, /the caller has no more time/)
  await assert.rejects(thread.ask(never, QUESTION, caller.signal), /the caller has no more time/)
})

test('a query fails if the road files can’t be read', async () => {
  const fault = Promise.reject(new Error('the file is gone'))
  await assert.rejects(new RoadThread().ask(fault, QUESTION, new AbortController().signal), /the file is gone/)
})
