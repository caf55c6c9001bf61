// A webhook receiver that returns 200 immediately. Prints its URL, then the rate from the first to the last webhook,
// and the processor time used for it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { readArguments } from './child.ts'

const { expected } = readArguments() as { expected: number }
const seen = new Set<string>()
let first = 0
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200).end()
    first ||= performance.now()
    seen.add(String(request.headers['x-service-delivery']))
    if (seen.size < expected) return
    const perSecond = Math.round(expected / ((performance.now() - first) / 1000))
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ perSecond, cpuMs: Math.round((user + system) / 1000) }))
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }))
})
process.stdin.resume().on('end', () => {
  server.close()
  server.closeAllConnections()
})
