// roundsman mcp: the API as tools for an assistant over stdio (docs/spec/assistants.md).
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ApiError, type Key, type Roundsman, RoundsmanError } from '../../sdk/typescript/src/index.ts'
import { segment } from '../../sdk/typescript/src/transport.ts'
import { VERSION } from '../version.ts'
import { CALLER, openClient } from './developer.ts'
import { type Tool, toolsFor } from './mcp-tools.ts'
import { MCP_USAGE } from './mcp-usage.ts'

/** Minutes for which a preview can be confirmed. */
const CONFIRMED_MINUTES = 15

type Given = Record<string, unknown>

/** Serves the tools that the key may use until the assistant disconnects. */
export async function mcp(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ...CALLER, live: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(MCP_USAGE)
  const { client } = openClient(values, 2)
  const key = await client.key.get()
  if (!key.test && !values.live)
    throw new Error(
      'This is a live key. Use a test key (rk_test_…), or add --live so that the assistant may change live data.',
    )
  const tools = new Map(toolsFor(key.scopes).map((tool) => [tool.endpoint.operation, tool]))
  const call = toolCaller(client)
  serveStdio(() => {
    const server = new Server(
      { name: 'roundsman', version: VERSION },
      { capabilities: { tools: {} }, instructions: instructions(key) },
    )
    server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(described) }))
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = tools.get(params.name)
      return tool
        ? call(tool, params.arguments ?? {})
        : failedToolResult(`There is no tool ${params.name} for this key.`)
    })
    return server
  })
}

const instructions = ({ test, business }: Key): string =>
  `${test ? 'Test data: nobody is texted or emailed, and no real van moves.' : 'LIVE data: drivers and customers are notified of changes.'}
The business is ${business.name}; its date is ${business.today}, its time zone ${business.time_zone}. Delivery dates are MM/dd/yyyy in that time zone, times of day HH:mm, instants ISO 8601 in UTC, weights in pounds, distances in miles.
A tool that changes data changes nothing in its first call: it returns the effect of the call and a token. Show the effect to the person. If the person agrees, call the tool again with the same arguments and the token as confirm.`

function described({ endpoint, changes, inputSchema }: Tool) {
  const { operation, method, summary, description } = endpoint
  const asked = changes
    ? ' Changes nothing until it is called again with the token of its first response as confirm.'
    : ''
  return {
    name: operation,
    title: summary,
    description: `${description}${asked}`,
    inputSchema,
    annotations: { readOnlyHint: !changes, destructiveHint: changes && method === 'DELETE', openWorldHint: false },
  }
}

/** Returns a function that calls a tool. A tool that reads runs at once. A tool that changes data needs two steps. */
function toolCaller(client: Roundsman): (tool: Tool, given: Given) => Promise<CallToolResult> {
  const shown = new Map<string, { operation: string; given: Given; until: number }>()
  return async ({ endpoint, changes, params, query }, { confirm, ...given }) => {
    const { operation, method: verb, idempotent: keyed } = endpoint
    const now = Date.now()
    for (const [token, { until }] of shown) if (until < now) shown.delete(token)
    const before = typeof confirm === 'string' ? shown.get(confirm) : undefined
    if (confirm !== undefined && (before?.operation !== operation || !isDeepStrictEqual(before.given, given)))
      return failedToolResult(
        `confirm does not belong to this call with these arguments, or is older than ${CONFIRMED_MINUTES} minutes. Call without it first.`,
      )
    const unknown = Object.keys(given).find((name) => name !== 'body' && ![...params, ...query].includes(name))
    if (unknown !== undefined) return failedToolResult(`${operation} takes no ${unknown}.`)
    const missing = params.find((name) => textOf(given[name]) === '')
    if (missing !== undefined) return failedToolResult(`${operation} needs ${missing}.`)
    try {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(textOf(given[name])))
      const call = { verb, path, keyed, query: pick(given, query), body: given.body }
      // A repeated confirmation has no further effect.
      const options = changes ? (before ? { idempotencyKey: String(confirm) } : { dryRun: true }) : {}
      const { data, next_cursor } = await client.request(call, options)
      const answer = { data, ...(next_cursor !== undefined && { next_cursor }) }
      if (!changes || before) return toolResult(answer)
      const token = randomUUID()
      shown.set(token, { operation, given, until: now + CONFIRMED_MINUTES * 60_000 })
      return toolResult({ dry_run: true, confirm: token, would_answer: answer })
    } catch (error) {
      if (error instanceof ApiError)
        return failedToolResult(JSON.stringify({ message: error.message, details: error.details }))
      if (error instanceof RoundsmanError) return failedToolResult(error.message)
      throw error
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pick = (given: Given, names: readonly string[]): Given =>
  Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : [])))

const toolResult = (answer: Given): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
})

const failedToolResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
