// npm run openapi: writes openapi.json, which is the API description that the server returns, and the table of
// docs/roles.md.
import { readFile, writeFile } from 'node:fs/promises'
import { apiBindings } from '../http/operations/all.ts'
import { describeApi } from '../http/openapi.ts'
import { withRoleTable } from './role-table.ts'

const description = describeApi(apiBindings.map(({ endpoint }) => endpoint))
await writeFile(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(description, null, 1)}\n`)

const roles = new URL('../../docs/roles.md', import.meta.url)
await writeFile(roles, withRoleTable(await readFile(roles, 'utf8')))
