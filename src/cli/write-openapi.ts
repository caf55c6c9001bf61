// npm run openapi: writes openapi.json, which is the API description that the server returns, and the table of
// docs/roles.md.
import { readFile, writeFile } from 'node:fs/promises'
import { apiBindings } from '../http/operations/all.ts'
import { describeApi } from '../http/openapi.ts'
import { withRoleTable } from './role-table.ts'

const description = describeApi(apiBindings.map(({ endpoint }) => endpoint))
await writeFile(new URL('../../openapi.json', import.meta.url), `${inLines(description, 5)}\n`)

const roles = new URL('../../docs/roles.md', import.meta.url)
await writeFile(roles, withRoleTable(await readFile(roles, 'utf8')))

/** Returns JSON with a line for each member of the first `levels` levels, so that changes are readable in a small file. */
function inLines(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{\n${members.map(([name, member]) => `${JSON.stringify(name)}: ${inLines(member, levels - 1)}`).join(',\n')}\n}`
}
