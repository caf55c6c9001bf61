// Commands that integrators run on their own machines. They need only an address and an API key.
import { listen, LISTEN_USAGE, trigger, TRIGGER_USAGE } from './listen.ts'
import { MCP_USAGE } from './mcp-usage.ts'
import { tail, TAIL_USAGE } from './tail.ts'
import { verifyReceipts, VERIFY_USAGE } from './verify.ts'

export const DEVELOPER_COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  listen,
  trigger,
  tail,
  verify: verifyReceipts,
  // Loaded on demand, because only assistants need its modules.
  mcp: async (args) => (await import('./mcp.ts')).mcp(args),
}

export const DEVELOPER_USAGE = [LISTEN_USAGE, TRIGGER_USAGE, TAIL_USAGE, MCP_USAGE, VERIFY_USAGE]
