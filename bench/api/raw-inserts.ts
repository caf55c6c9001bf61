// Measures the reference rate: as many connections as in the load test insert rows, one per transaction, like pgbench.
import pg from 'pg'
import { readArguments } from './child.ts'

export interface RawArguments {
  connection: pg.ClientConfig
  connections: number
  seconds: number
}

const { connection, connections, seconds } = readArguments() as RawArguments
const clients = Array.from({ length: connections }, () => new pg.Client(connection))
await Promise.all(clients.map((client) => client.connect()))
await clients[0]?.query(
  'create table if not exists bench_rows (id bigint generated always as identity primary key, name text, body text, at timestamptz)',
)
const body = 'x'.repeat(700)
let count = 0
const began = performance.now()
await Promise.all(
  clients.map(async (client) => {
    while (performance.now() < began + seconds * 1000) {
      await client.query('begin')
      await client.query('insert into bench_rows (name, body, at) values ($1, $2, now())', ['row', body])
      await client.query('commit')
      count++
    }
  }),
)
console.log(JSON.stringify({ perSecond: Math.round(count / ((performance.now() - began) / 1000)) }))
await clients[0]?.query('drop table bench_rows')
await Promise.all(clients.map((client) => client.end()))
