// Open pages hear of changes whichever process made them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

const one = await startService()
const other = await startService({ beside: one })

test('a page that is open at one process hears what another one changed', async () => {
  const shop = await one.business()
  const office = await signedIn(one, shop.businessId)
  const gone = new AbortController()
  const stream = await fetch(`${other.url}/office/api/changes`, {
    headers: { cookie: office.cookie },
    signal: gone.signal,
  })
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(stream.headers.get('x-content-type-options'), 'nosniff')
  const heard = listen(stream)
  // The first look only learns how things stand: changes go on until one is heard.
  while (!heard.some((text) => text.includes('event: change'))) {
    await shop.post('/orders', orderBody())
    await new Promise(setImmediate)
  }
  gone.abort()
})

function listen(stream: Response): string[] {
  const heard: string[] = []
  const read = async (): Promise<void> => {
    for await (const chunk of stream.body ?? []) heard.push(Buffer.from(chunk).toString())
  }
  read().catch(() => {})
  return heard
}
