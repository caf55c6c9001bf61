import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { smtp } from '../../../src/adapters/messages/smtp.ts'

test('an endlessly slow mail server is given up, and the mail may have been accepted', async () => {
  const server = net.createServer((socket) => {
    const dripping = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(dripping))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const result = await smtp({ url, from: 'deliveries@roundsman.test' }, 300).send({
    to: 'someone@roundsman.test',
    subject: 'On the way',
    text: 'On the way',
  })
  assert.deepEqual(result, { kind: 'unknown', error: 'The mail server: no answer in time' })
})
