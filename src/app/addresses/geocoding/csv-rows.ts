// Rows of a CSV file as they come, by the names of its first line (RFC 4180), in little memory whatever the size.

/** A row that long is no row: a quote was left open. */
const MAX_ROW_CHARACTERS = 1_000_000

/** Column names are lower case and trimmed. Throws for a quote that is never closed. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<Map<string, string>> {
  let names: string[] | null = null
  for await (const fields of records(text)) {
    if (fields.length === 1 && fields[0] === '') continue
    if (names === null)
      names = fields.map((name) =>
        name
          .replace(/^\uFEFF/, '')
          .trim()
          .toLowerCase(),
      )
    else yield new Map(names.map((name, i) => [name, fields[i] ?? '']))
  }
}

async function* records(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let fields: string[] = []
  let field = ''
  let quoted = false
  // A quote inside a quoted field ends it, unless another follows.
  let closing = false
  let held = 0
  for await (const chunk of text) {
    for (const character of chunk) {
      if (++held > MAX_ROW_CHARACTERS) throw new Error('the file has a quote that is never closed')
      if (quoted && !closing) {
        if (character === '"') closing = true
        else field += character
      } else if (closing && character === '"') {
        field += '"'
        closing = false
      } else if (character === '"' && field === '') {
        quoted = true
      } else if (character === ',' || character === '\n') {
        fields.push(field)
        field = ''
        quoted = closing = false
        if (character === ',') continue
        yield fields
        fields = []
        held = 0
      } else if (character !== '\r') {
        field += character
      }
    }
  }
  if (quoted && !closing) throw new Error('the file has a quote that is never closed')
  if (field !== '' || fields.length > 0) yield [...fields, field]
}
