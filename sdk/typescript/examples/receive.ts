// A receiver of webhooks: verified, taken once each, and answered only when they are worked on.
//
//   WEBHOOK_SECRET=whsec_… PORT=3000 node examples/receive.ts
import { createServer } from 'node:http'
import { WebhookReceiver } from '../src/index.ts'
import { webhookListener } from '../src/node.ts'

const { WEBHOOK_SECRET: secret = '', PORT = '3000' } = process.env

const receiver = new WebhookReceiver({ secret })
  .onEvent('stop.delivered', ({ data }) => {
    // Throw when it can't be worked on now: it is answered 500 then, and comes again.
    console.log(`${data.external_ref} was delivered at ${data.delivered_at}`)
  })
  .onEvent('stop.failed', ({ data }) => {
    console.log(`${data.external_ref} could not be delivered: ${data.reason ?? 'no reason given'}`)
  })

const listener = webhookListener(receiver)
createServer((request, response) => void listener(request, response)).listen(Number(PORT), () =>
  console.log(`Listening on ${PORT}`),
)
