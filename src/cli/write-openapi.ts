// npm run openapi: writes openapi.json, the description as the server answers it.
import { writeFile } from 'node:fs/promises'
import { apiBindings } from '../http/api.ts'
import { describeApi } from '../http/openapi.ts'

const description = describeApi(apiBindings.map(({ endpoint }) => endpoint))
await writeFile(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(description, null, 2)}\n`)
