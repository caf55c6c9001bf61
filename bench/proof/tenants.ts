// npm run prove:tenants -- [--fault office-query-of-all]
// Generated from openapi.json and the office's table: every operation with every kind of id of another business. With a
// fault of faults.ts it fails when that is not caught.
import { proveCatching } from './catching.ts'

await proveCatching(async () => (await import('./tenants-run.ts')).tenantsRun)
