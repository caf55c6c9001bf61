import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { startService } from '../helpers/service.ts'

const service = await startService()

test('a shutdown closes connections that carried no request', async () => {
  const other = await startService({ beside: service })
  const stop = service.besides.pop()
  const { hostname, port } = new URL(other.url)
  const socket = net.connect(Number(port), hostname)
  await once(socket, 'connect')
  await Promise.all([stop?.(), once(socket, 'close')])
})
