// Usage text of the command `mcp`. It is separate from the command, which loads many modules.
export const MCP_USAGE = 'mcp [--live] [--url URL] [--key KEY]   (or ROUNDSMAN_URL, ROUNDSMAN_KEY)'
