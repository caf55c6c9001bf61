// npm run prove:inward: webhooks never call what is not public, however its address is written.
import { inwardRun } from './inward-run.ts'

const { faults, ...figures } = await inwardRun()
console.log(JSON.stringify({ ...figures, faults: faults.length }))
for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
