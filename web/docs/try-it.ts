// "Try it": sends a request of the reference with a key of the test side. A live key is refused here, so that nobody
// changes real deliveries by reading the documentation.
import { element } from './element.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  example: string
}

interface Described {
  method: string
  path: string
  keyed: boolean
  parameters: readonly Parameter[]
  /** Example of a JSON body. Null or absent if the operation takes none. */
  body?: string | null
  form?: readonly { name: string; file: boolean }[] | null
}

const STORED = 'docs-test-key'
const TEST_KEY = /^rk_test_[\w-]+$/

export function addTryIt(): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-request]')) {
    const described = JSON.parse(section.dataset.request ?? '') as Described
    const button = element('button', { type: 'button', class: 'try' }, 'Try it')
    button.addEventListener('click', () => {
      const form = tryForm(described)
      button.replaceWith(form)
      form.querySelector<HTMLElement>('input, textarea, button')?.focus()
    })
    section.querySelector('.beside')?.prepend(button)
  }
}

interface Field {
  parameter: Parameter
  input: HTMLInputElement
}

function tryForm(described: Described): HTMLFormElement {
  const key = labeled('Test key', {
    value: sessionStorage.getItem(STORED) ?? '',
    placeholder: 'rk_test_…',
    type: 'password',
  })
  const fields = described.parameters.map((parameter): Field & { label: HTMLElement } => {
    const value = parameter.name === 'Idempotency-Key' ? crypto.randomUUID() : parameter.example
    const { label, input } = labeled(parameter.name, { value, ...(parameter.in === 'path' && { required: '' }) })
    return { parameter, label, input }
  })
  const body = described.body ? bodyField(described.body) : null
  const files = (described.form ?? []).map(({ name, file }) => labeled(name, { type: file ? 'file' : 'text' }, name))
  const output = element('div', { class: 'outcome', role: 'status' })
  const form = element(
    'form',
    { class: 'try-form' },
    ...(described.keyed ? [key.label] : []),
    ...fields.map(({ label }) => label),
    ...(body ? [body.label] : []),
    ...files.map(({ label }) => label),
    element('button', { class: 'send' }, `Send ${described.method}`),
    output,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const token = described.keyed ? key.input.value.trim() : null
    if (token !== null && !TEST_KEY.test(token)) {
      output.replaceChildren(element('p', {}, 'Enter a key of the test side. It begins with rk_test_.'))
      key.input.focus()
      return
    }
    if (token !== null) sessionStorage.setItem(STORED, token)
    const sent = body?.input.value ?? (described.form ? formData(files.map(({ input }) => input)) : undefined)
    void send(described, { token, fields, sent }, output).then(() => {
      for (const { parameter, input } of fields)
        if (parameter.name === 'Idempotency-Key') input.value = crypto.randomUUID()
    })
  })
  return form
}

function labeled(
  name: string,
  attributes: Record<string, string>,
  id = '',
): { label: HTMLLabelElement; input: HTMLInputElement } {
  const input = element('input', { autocomplete: 'off', spellcheck: 'false', ...attributes, ...(id && { name: id }) })
  return { label: element('label', {}, element('span', {}, name), input), input }
}

function bodyField(example: string): { label: HTMLLabelElement; input: HTMLTextAreaElement } {
  const rows = Math.min(example.split('\n').length, 16)
  const input = element('textarea', { rows: String(rows), spellcheck: 'false' }, example)
  return { label: element('label', {}, element('span', {}, 'Body'), input), input }
}

function formData(inputs: readonly HTMLInputElement[]): FormData {
  const data = new FormData()
  for (const { name, value, files } of inputs) {
    const [file] = files ?? []
    if (file) data.append(name, file)
    else if (!files && value !== '') data.append(name, value)
  }
  return data
}

interface Filled {
  token: string | null
  fields: readonly Field[]
  sent: string | FormData | undefined
}

async function send(described: Described, { token, fields, sent }: Filled, output: HTMLElement): Promise<void> {
  output.replaceChildren(element('p', {}, 'Sending …'))
  const filled = fields.filter(({ input }) => input.value !== '')
  const path = filled
    .filter(({ parameter }) => parameter.in === 'path')
    .reduce(
      (text, { parameter, input }) => text.replace(`{${parameter.name}}`, encodeURIComponent(input.value)),
      described.path,
    )
  const query = new URLSearchParams(
    filled
      .filter(({ parameter }) => parameter.in === 'query')
      .map(({ parameter, input }) => [parameter.name, input.value]),
  )
  const headers = new Headers(
    filled
      .filter(({ parameter }) => parameter.in === 'header')
      .map(({ parameter, input }) => [parameter.name, input.value]),
  )
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (typeof sent === 'string') headers.set('Content-Type', 'application/json')
  try {
    const answer = await fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: described.method,
      headers,
      body: sent,
      credentials: 'omit',
    })
    const text = await answer.text()
    output.replaceChildren(
      element(
        'p',
        {},
        element('strong', {}, `${answer.status} ${answer.statusText}`),
        ` ${answer.headers.get('X-Request-Id') ?? ''}`,
      ),
      element('pre', { tabindex: '0', 'aria-label': 'Response' }, element('code', {}, indented(text))),
    )
  } catch {
    output.replaceChildren(element('p', {}, 'The server did not respond. Try again.'))
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
