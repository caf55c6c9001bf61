// npm run prove:failover -- [--failovers 20] [--seed 1] [--clients 16] [--fault NAME]
// A cluster of three PostgreSQL servers under Patroni (deploy/patroni) loses its primary again and again: killed, frozen, cut from
// etcd, handed over. What was acknowledged is there once, with its events, and writes are back within 10 s of each promotion.
// Needs Debian's patroni, etcd-server, etcd-client, haproxy, pgbouncer and postgresql-15. A failover takes about 40 seconds.
import { parseArgs } from 'node:util'
import { clusterLack, startCluster } from './cluster.ts'
import { failoverRun, KINDS } from './failover-run.ts'
import { FAULTS } from './faults.ts'

const BACK_SECONDS = 10

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '16' },
    fault: { type: 'string' },
  },
})
if (values.fault && !FAULTS[values.fault]) throw new Error(`There are: ${Object.keys(FAULTS).join(', ')}`)
const lack = clusterLack()
if (lack) throw new Error(lack)

const cluster = await startCluster()
const interrupted = () => void cluster.end().finally(() => process.exit(1))
process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
try {
  const { failovers, faults, ...figures } = await failoverRun({
    cluster,
    failovers: Number(values.failovers),
    seed: Number(values.seed),
    clients: Number(values.clients),
    fault: values.fault,
    told: (failover) => console.log(JSON.stringify(failover)),
  })
  const most = (of: 'promotedAfter' | 'direct' | 'pooled', kind: string) =>
    Math.max(...failovers.filter((failover) => failover.kind === kind).map((failover) => failover[of]))
  for (const kind of KINDS)
    if (failovers.some((failover) => failover.kind === kind))
      console.log(
        `${kind}: promoted after ${most('promotedAfter', kind)} s at most, writes back after ${most('direct', kind)} s, behind the pooler ${most('pooled', kind)} s`,
      )
  const late = failovers.filter(({ direct, pooled }) => Math.max(direct, pooled) > BACK_SECONDS)
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, late: late.length, faults: faults.length }))
  const times = Map.groupBy(faults, (fault) => fault)
  for (const [fault, { length }] of [...times].slice(0, 20))
    console.log(`  ${length > 1 ? `${length} times: ` : ''}${fault}`)
  const caught = faults.length + late.length > 0
  process.exitCode = caught === (values.fault !== undefined) ? 0 : 1
} finally {
  await cluster.end()
}
