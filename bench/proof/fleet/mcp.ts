// Calls the API as an assistant does, through the command `mcp`.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Shop } from './shops.ts'

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/** Reads an order of each business with the tools of an assistant. Returns the faults. */
export async function checkMcp(url: string, shops: readonly Shop[]): Promise<string[]> {
  const faults: string[] = []
  for (const { apiKey, ref, at } of shops) {
    const client = new Client({ name: 'proof', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, 'mcp', '--live'],
        env: { PATH: process.env.PATH ?? '', ROUNDSMAN_URL: url, ROUNDSMAN_KEY: apiKey },
      }),
    )
    const read = await client.callTool({ name: 'getOrder', arguments: { external_ref: ref } })
    if (!JSON.stringify(read).includes(ref)) faults.push(`the assistant of a business at ${at} could not read an order`)
    await client.close()
  }
  return faults
}
