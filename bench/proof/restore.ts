// npm run prove:restore -- [--orders 100000] [--webhooks 500] [--clients 8]
// A backup made while orders are written, restored elsewhere: equal, one moment, and pending webhooks go out under their ids.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { restoreRun } from './restore-run.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    webhooks: { type: 'string', default: '500' },
    clients: { type: 'string', default: '8' },
  },
})
const [from, to] = [await ownDatabase(), await ownDatabase()]
try {
  const { faults, ...figures } = await restoreRun({
    urls: { from: from.url, to: to.url },
    orders: Number(values.orders),
    webhooks: Number(values.webhooks),
    clients: Number(values.clients),
  })
  console.log(JSON.stringify({ orders: Number(values.orders), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await from.end()
  await to.end()
}
