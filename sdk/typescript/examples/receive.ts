// A webhook receiver that verifies webhooks, handles each once, and responds after the handler has finished.
//
//   WEBHOOK_SECRET=whsec_… PORT=3000 node examples/receive.ts
import { createServer } from 'node:http'
import { WebhookReceiver } from '../src/index.ts'
import { webhookListener } from '../src/node.ts'

const { WEBHOOK_SECRET: secret = '', PORT = '3000' } = process.env

const receiver = new WebhookReceiver({ secret })
  .onEvent('stop.delivered', ({ data }) => {
    // Throw if the event can't be handled now: the response is then 500, and the service retries.
    console.log(`${data.external_ref} was delivered at ${data.delivered_at}`)
  })
  .onEvent('stop.failed', ({ data }) => {
    console.log(`${data.external_ref} could not be delivered: ${data.reason ?? 'no reason given'}`)
  })

const listener = webhookListener(receiver)
createServer((request, response) => void listener(request, response)).listen(Number(PORT), () =>
  console.log(`Listening on ${PORT}`),
)
