// The pages of the reference: one for each tag of the description, one for the events of webhooks, and a list of all
// operations.
import { type Html, html } from '../../domain/html.ts'
import { type Description, nameOf, type Operation, type Parameter, type Schema, successOf } from './description.ts'
import { heading, type Links, renderText, type Section } from './markdown.ts'
import { samplePanel } from './sample-panel.ts'
import { samplesOf, type SampleSettings } from './samples.ts'
import { entry, fieldList, hasFields, type Types } from './schema.ts'
import type { Page } from './page.ts'

const REFERENCE = '/docs/reference'
const EVENTS_PAGE = `${REFERENCE}/events`

const pageOf = (tag: string): string => `${REFERENCE}/${tag.toLowerCase().replaceAll(' ', '-')}`

/** Address of an operation's section. */
const linkTo = ({ tag, id }: Operation): string => `${pageOf(tag)}#${id.toLowerCase()}`

/** Address of an event's section. */
const eventLink = (name: string): string => `${EVENTS_PAGE}#${name.replaceAll('.', '')}`

/** Returns the address of the operation or the event that a code names, such as `POST /orders`. */
export function explainedBy({ operations, events }: Description): ReadonlyMap<string, string> {
  return new Map([
    ...operations.map((operation) => [`${operation.method} ${operation.path}`, linkTo(operation)] as const),
    ...events.map(({ name }) => [name, eventLink(name)] as const),
  ])
}

/** Renders all pages of the reference. */
export function referencePages(
  description: Description,
  { links, publicUrl, apiPrefix }: { links: Links; publicUrl: string; apiPrefix: string },
): Page[] {
  const homes = homesOf(description)
  const types: Types = {
    schemas: description.schemas,
    linkTo: (name) => (homes.has(name) ? `${homes.get(name)}#${name.toLowerCase()}` : null),
    links,
  }
  const examples = examplesOf(description)
  const settings = { publicUrl, apiPrefix, exampleOf: (parameter: Parameter) => exampleValue(parameter, examples) }
  const typesAt = (path: string) => [...homes].flatMap(([name, home]) => (home === path ? [name] : []))
  return [
    indexPage(description, apiPrefix),
    ...description.tags.map((tag) => tagPage(tag, description, { types, settings, names: typesAt(pageOf(tag.name)) })),
    eventsPage(description, types, typesAt(EVENTS_PAGE)),
  ]
}

interface Parts {
  types: Types
  settings: SampleSettings
  /** Components that the page describes. */
  names: readonly string[]
}

function tagPage(tag: { name: string; description: string }, description: Description, parts: Parts): Page {
  const operations = description.operations.filter(({ tag: own }) => own === tag.name)
  const objects = objectSections(parts.names, parts.types)
  return {
    path: pageOf(tag.name),
    title: tag.name,
    wide: true,
    content: html`<h1>${tag.name}</h1>
<p>${tag.description}</p>
${operations.map((operation) => operationSection(operation, parts))}
${objects.content}`,
    sections: [
      { title: tag.name, anchor: '', depth: 1, text: tag.description },
      ...operations.map(
        (operation): Section => ({
          title: operation.summary,
          anchor: operation.id.toLowerCase(),
          depth: 2,
          text: `${operation.method} ${operation.path} ${operation.id} ${operation.description} ${fieldNames(operation.body?.schema)}`,
        }),
      ),
      ...objects.sections,
    ],
  }
}

const fieldNames = (schema: Schema | undefined): string => Object.keys(schema?.properties ?? {}).join(' ')

function operationSection(operation: Operation, { types, settings }: Parts): Html {
  const { id, method, path, summary, description, parameters, body, responses } = operation
  const groups = [
    ['Path parameters', parameters.filter((parameter) => parameter.in === 'path')],
    ['Query parameters', parameters.filter((parameter) => parameter.in === 'query')],
    ['Headers', parameters.filter((parameter) => parameter.in === 'header')],
  ] as const
  const request = {
    method,
    path: `${settings.apiPrefix}${path}`,
    keyed: operation.keyed,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      example: parameter.in === 'path' || parameter.required ? settings.exampleOf(parameter) : '',
    })),
    ...(body && {
      body: body.example === undefined ? null : JSON.stringify(body.example, null, 2),
      form: body.type === 'multipart/form-data' ? formFields(body.schema, types) : null,
    }),
  }
  return html`<section class="operation" aria-labelledby="${id.toLowerCase()}" data-request="${JSON.stringify(request)}">
<div>
${heading(2, id, html`${summary}`, summary)}
<p class="path"><span class="method">${method}</span> <code>${settings.apiPrefix}${path}</code></p>
${renderText(description, types.links)}
${groups.map(([title, list]) =>
  list.length === 0
    ? html``
    : html`<h3>${title}</h3>
<ul class="fields">${list.map(
        (parameter) =>
          html`<li>${entry({ name: parameter.name, schema: parameter.schema, note: parameter.required ? 'required' : '', description: parameter.description }, types)}</li>
`,
      )}</ul>
`,
)}
${body ? html`<h3>Body</h3>\n${bodyFields(body, types, id)}` : null}
<h3>Responses</h3>
${responseList(responses, types)}
</div>
<div class="beside">
${samplePanel(samplesOf(operation, settings), 'Request')}
${exampleOf(operation)}
</div>
</section>
`
}

const exampleOf = (operation: Operation): Html | null => {
  const example = successOf(operation)?.example
  return example === undefined
    ? null
    : samplePanel([{ language: 'json', code: JSON.stringify(example, null, 2) }], 'Response')
}

function bodyFields({ type, schema }: NonNullable<Operation['body']>, types: Types, id: string): Html {
  const whole = schema.$ref ? (types.schemas[nameOf(schema.$ref)] ?? schema) : schema
  return html`<p class="facts">${type}</p>
${whole.properties ? fieldList(whole, types, id.toLowerCase()) : html`<ul class="fields"><li>${entry({ name: 'body', schema: whole, note: '' }, types)}</li></ul>`}`
}

/** Fields of a form, for the script that sends it. */
function formFields(schema: Schema, types: Types): { name: string; file: boolean }[] {
  const whole = schema.$ref ? (types.schemas[nameOf(schema.$ref)] ?? schema) : schema
  return Object.entries(whole.properties ?? {}).map(([name, { format }]) => ({ name, file: format === 'binary' }))
}

function responseList(responses: Operation['responses'], types: Types): Html {
  return html`<ul class="fields">
${responses.map(([status, { description, content }]) => {
  const data = status.startsWith('2') ? content?.['application/json']?.schema.properties?.data : undefined
  return html`<li><p class="field"><code>${status}</code> ${renderLine(description, types)}</p>
${data ? dataFields(data, types) : null}</li>
`
})}</ul>
`
}

const renderLine = (text: string, types: Types): Html => ({
  html: renderText(text, types.links)
    .html.replace(/^<p>/, '')
    .replace(/<\/p>\s*$/, ''),
})

const dataFields = (data: Schema, types: Types): Html => entry({ name: 'data', schema: data, note: '' }, types)

function objectSections(names: readonly string[], types: Types): { content: Html; sections: Section[] } {
  if (names.length === 0) return { content: html``, sections: [] }
  const schemaOf = (name: string) => types.schemas[name] ?? {}
  return {
    content: html`<h2 id="objects">Objects</h2>
${names.map((name) => {
  const schema = schemaOf(name)
  return html`<section class="object">
${heading(3, name, html`${name}`)}
${schema.description ? renderText(schema.description, types.links) : null}
${schema.properties ? fieldList(schema, types, name) : entry({ name, schema: { ...schema, description: '' }, note: '' }, types)}
</section>
`
})}`,
    sections: names.map((name) => ({
      title: name,
      anchor: name.toLowerCase(),
      depth: 3,
      text: `${schemaOf(name).description ?? ''} ${fieldNames(schemaOf(name))}`,
    })),
  }
}

function eventsPage({ events }: Description, types: Types, names: readonly string[]): Page {
  const objects = objectSections(names, types)
  const [first] = events
  return {
    path: EVENTS_PAGE,
    title: 'Events',
    wide: true,
    content: html`<h1>Events</h1>
<p>The events that webhook endpoints receive, and that <code>GET /events</code> lists. Each webhook is a POST of JSON.</p>
<h2 id="headers">Headers</h2>
<ul class="fields">${(first?.headers ?? []).map(
      (header) =>
        html`<li>${entry({ name: header.name, schema: header.schema, note: '', description: header.description }, types)}</li>
`,
    )}</ul>
${events.map(
  ({ name, meaning, schema, example }) => html`<section class="operation">
<div>
${heading(2, name, html`${name}`)}
${renderText(meaning, types.links)}
${bodyFields({ type: 'application/json', schema }, types, name)}
</div>
<div class="beside">
${samplePanel([{ language: 'json', code: JSON.stringify(example, null, 2) }], 'Body')}
</div>
</section>
`,
)}
${objects.content}`,
    sections: [
      { title: 'Events', anchor: '', depth: 1, text: '' },
      ...events.map(({ name, meaning }) => ({
        title: name,
        anchor: name.replaceAll('.', ''),
        depth: 2,
        text: meaning,
      })),
      ...objects.sections,
    ],
  }
}

function indexPage({ tags, operations }: Description, apiPrefix: string): Page {
  return {
    path: REFERENCE,
    title: 'All operations',
    content: html`<h1>All operations</h1>
<p>The reference is generated from the <a href="${apiPrefix}/openapi.json">OpenAPI 3.1 description</a>. The same requests are
available as a <a href="/docs/roundsman.postman_collection.json">collection for Postman and Bruno</a>. You can try each
operation on its page with a key of the <a href="/docs/guides/testing">test side</a>.</p>
${tags.map(
  ({
    name,
    description,
  }) => html`<h2 id="${name.toLowerCase().replaceAll(' ', '-')}"><a href="${pageOf(name)}">${name}</a></h2>
<p>${description}</p>
<ul class="operations">${operations
    .filter(({ tag }) => tag === name)
    .map(
      (operation) =>
        html`<li><a href="${linkTo(operation)}">${operation.summary}</a> <code>${operation.method} ${operation.path}</code></li>
`,
    )}</ul>
`,
)}
<h2 id="events"><a href="${EVENTS_PAGE}">Events</a></h2>
<p>The events that webhook endpoints receive.</p>
`,
    sections: [{ title: 'All operations', anchor: '', depth: 1, text: tags.map(({ name }) => name).join(' ') }],
  }
}

/**
 * Returns the page that describes each component: the page of the first operation or event that uses it. Bodies of
 * requests and events are part of their section.
 */
function homesOf({ tags, operations, events, schemas }: Description): Map<string, string> {
  const homes = new Map<string, string>()
  const visit = (schema: unknown, home: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('$ref' in schema && typeof schema.$ref === 'string') {
      const name = nameOf(schema.$ref)
      const component = schemas[name]
      if (!component || homes.has(name) || !hasFields(component)) return
      homes.set(name, home)
      return visit(component, home)
    }
    for (const [key, member] of Object.entries(schema)) if (key !== 'example') visit(member, home)
  }
  const visitBody = (schema: Schema, home: string) => visit(schema.$ref ? schemas[nameOf(schema.$ref)] : schema, home)
  for (const { name } of tags)
    for (const operation of operations.filter(({ tag }) => tag === name)) {
      if (operation.body) visitBody(operation.body.schema, pageOf(name))
      for (const [, { content }] of operation.responses) visit(content?.['application/json']?.schema, pageOf(name))
    }
  for (const { schema } of events) visitBody(schema, EVENTS_PAGE)
  return homes
}

/** First value of each name in the examples of the description. */
function examplesOf({ operations }: Description): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const visit = (example: unknown): void => {
    if (typeof example !== 'object' || example === null) return
    for (const [name, value] of Object.entries(example)) {
      if (typeof value === 'string' && !values.has(name)) values.set(name, value)
      visit(value)
    }
  }
  for (const operation of operations) {
    visit(successOf(operation)?.example)
    visit(operation.body?.example)
  }
  return values
}

function exampleValue({ name, example, schema }: Parameter, examples: ReadonlyMap<string, string>): string {
  const value = example ?? schema.example ?? examples.get(name)
  if (typeof value === 'string') return value
  if (name.endsWith('_uuid')) return '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d'
  throw new Error(`the parameter ${name} has no example`)
}
