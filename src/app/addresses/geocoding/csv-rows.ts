// Streams the rows of a CSV file (RFC 4180) as maps keyed by the column names in its first line. Memory use doesn't
// depend on the file size.

/** A longer row means that a quote was never closed. */
const MAX_ROW_CHARACTERS = 1_000_000

/** Yields one map per row. Column names are lower case and trimmed. Throws if a quote is never closed. */
export async function* readCsvRows(text: AsyncIterable<string>): AsyncGenerator<Map<string, string>> {
  let names: string[] | null = null
  for await (const fields of parseRecords(text)) {
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

async function* parseRecords(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let fields: string[] = []
  let field = ''
  let quoted = false
  // A quote in a quoted field ends the field, unless another quote follows.
  let afterQuote = false
  let rowCharacters = 0
  for await (const chunk of text) {
    for (const character of chunk) {
      if (++rowCharacters > MAX_ROW_CHARACTERS) throw new Error('the file has a quote that is never closed')
      if (quoted && !afterQuote) {
        if (character === '"') afterQuote = true
        else field += character
      } else if (afterQuote && character === '"') {
        field += '"'
        afterQuote = false
      } else if (character === '"' && field === '') {
        quoted = true
      } else if (character === ',' || character === '\n') {
        fields.push(field)
        field = ''
        quoted = afterQuote = false
        if (character === ',') continue
        yield fields
        fields = []
        rowCharacters = 0
      } else if (character !== '\r') {
        field += character
      }
    }
  }
  if (quoted && !afterQuote) throw new Error('the file has a quote that is never closed')
  if (field !== '' || fields.length > 0) yield [...fields, field]
}
