// npm run prove:tenants: generated from openapi.json, every operation with every kind of id of another business.
import { ownDatabase } from './own-database.ts'
import { tenantsRun } from './tenants-run.ts'

const database = await ownDatabase()
try {
  const { faults, ...figures } = await tenantsRun(database.url)
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
