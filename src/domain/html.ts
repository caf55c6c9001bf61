// HTML by tagged template. Inserted values are escaped unless they are already HTML.

export interface Html {
  readonly html: string
}

type Part = string | number | Html | null | readonly Html[]

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, i) => text + string + (i < parts.length ? partAsHtml(parts[i] ?? null) : ''), ''),
})

function partAsHtml(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
