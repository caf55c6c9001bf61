// npm run prove:model -- [--seeds 500] [--from 1] [--commands 300] [--minutes 60]
// Random days against a pure model. It says which seed to go on from when time is up; a seed that fails is shrunk.
import { parseArgs } from 'node:util'
import { modelRun } from './model-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    commands: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '60' },
  },
})
const from = Number(values.from)
const database = await ownDatabase({ hasty: true })
try {
  const { failure, ...figures } = await modelRun({
    databaseUrl: database.url,
    from,
    seeds: Number(values.seeds),
    commands: Number(values.commands),
    until: Date.now() + Number(values.minutes) * 60_000,
    onSeed: (seed) => process.stderr.write(`\rseed ${seed}`),
    onFailure: ({ seed, fault }) => process.stderr.write(`\nseed ${seed}, to be shrunk: ${fault}\n`),
  })
  process.stderr.write('\n')
  console.log(JSON.stringify({ from, next: from + figures.seeds, ...figures, faults: failure ? 1 : 0 }))
  if (failure) {
    console.log(`seed ${failure.seed}: ${failure.fault}`)
    for (const action of failure.actions) console.log(`  ${JSON.stringify(action)}`)
    process.exitCode = 1
  }
} finally {
  await database.end()
}
