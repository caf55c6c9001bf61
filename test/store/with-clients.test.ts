// Clients that belong together are closed together, so that a command ends even if one of its databases is down.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient, withClients } from '../../src/store/database.ts'
import { startService } from '../helpers/service.ts'

const { databaseUrl } = await startService()
const CLOSED = /Client was closed/

test('if a database is down, the clients of other databases are closed', async () => {
  const opening = openClient(databaseUrl)
  const down = openClient('postgres://nobody@127.0.0.1:1/none')
  await assert.rejects(
    withClients([opening, down], async () => assert.fail()),
    { code: 'ECONNREFUSED' },
  )
  const opened = await opening
  await assert.rejects(opened.query('select 1'), CLOSED)
})

test('clients are closed after the work, whether it succeeds or fails', async () => {
  const [first, second] = [openClient(databaseUrl), openClient(databaseUrl)]
  const counts = await withClients([first], async ([client]) => (await client.query('select 1')).rowCount)
  assert.equal(counts, 1)
  await assert.rejects(
    withClients([second], () => Promise.reject(new Error('the work failed'))),
    /the work failed/,
  )
  for (const client of [await first, await second]) await assert.rejects(client.query('select 1'), CLOSED)
})
