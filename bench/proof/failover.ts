// Judges the failovers by the time until writes succeed after each promotion.
import { missingPrograms, startCluster } from './cluster.ts'
import { runFailoverProof, KINDS } from './failover-run.ts'
import type { ProofResult } from './proofs.ts'

const MAX_SECONDS_AFTER_PROMOTION = 10

interface Options {
  failovers: number
  seed: number
  clients: number
  fault: string | undefined
}

export async function failoverProof(options: Options, say: (line: string) => void): Promise<ProofResult> {
  const lack = missingPrograms()
  if (lack) throw new Error(lack)
  const cluster = await startCluster()
  const interrupted = () => void cluster.end().finally(() => process.exit(1))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    const told = (failover: object) => say(JSON.stringify(failover))
    const { failovers, faults, ...figures } = await runFailoverProof({ cluster, ...options, told })
    const most = (of: 'promotedAfter' | 'direct' | 'pooled', kind: string) =>
      Math.max(...failovers.filter((failover) => failover.kind === kind).map((failover) => failover[of]))
    for (const kind of KINDS)
      if (failovers.some((failover) => failover.kind === kind))
        say(
          `${kind}: promoted after ${most('promotedAfter', kind)} s at most, writes back after ${most('direct', kind)} s, behind the pooler ${most('pooled', kind)} s`,
        )
    const late = failovers.filter(({ direct, pooled }) => Math.max(direct, pooled) > MAX_SECONDS_AFTER_PROMOTION)
    const times = [...Map.groupBy(faults, (fault) => fault)]
    return {
      ...figures,
      faults: [
        ...times.map(([fault, { length }]) => `${length > 1 ? `${length} times: ` : ''}${fault}`),
        ...late.map(
          ({ kind }) => `${kind}: writes were back later than ${MAX_SECONDS_AFTER_PROMOTION} s after the promotion`,
        ),
      ],
    }
  } finally {
    await cluster.end()
  }
}
