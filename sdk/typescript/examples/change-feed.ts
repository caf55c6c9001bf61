// Reads all deliveries that changed since the last run, and stores the position in a file.
//
//   ROUNDSMAN_URL=http://localhost:8080 ROUNDSMAN_KEY=rk_test_… node examples/change-feed.ts position.txt
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Roundsman } from '../src/index.ts'

const { ROUNDSMAN_URL: baseUrl = 'http://localhost:8080', ROUNDSMAN_KEY: apiKey = '' } = process.env
const [file = 'position.txt'] = process.argv.slice(2)
const client = new Roundsman({ baseUrl, apiKey })

const since = existsSync(file) ? readFileSync(file, 'utf8') : undefined
let newest = since
const changed: string[] = []
for await (const { external_ref, status, changed_at } of client.orders.list({ since })) {
  if (changed_at === since) continue // The last delivery of the previous run.
  changed.push(`${external_ref} ${status}`)
  newest = changed_at
}
if (newest !== undefined) writeFileSync(file, newest)
console.log(JSON.stringify(changed))
