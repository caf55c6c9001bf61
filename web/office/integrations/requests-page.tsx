// API requests of the last seven days: key, operation, response and duration.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { API_METHODS, REQUEST_RESULTS, type RequestOut } from '../../../src/contract/office/integrations.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { timeToSecond } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import page from '../../ui/page.module.css'
import { Figure, Table } from '../../ui/table.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { locale, words } from '../../words/locale.ts'
import { Filters, SelectFilter } from '../log/filters.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { useSession } from '../session.tsx'

const FILTERS = ['key', 'result', 'method', 'path']

export function RequestsPage() {
  const { filters, isFiltered, change, clear, bound } = useView(FILTERS)
  const keys = useQuery(endpointQuery('GET /keys'))
  const pages = usePages('GET /api-requests', filters, 10_000)
  const looked = pages.data?.pages.reduce((sum, { looked_through }) => sum + (looked_through ?? 0), 0) ?? 0
  return (
    <>
      <p className={page.soft}>
        <RichText
          text={words.integrations.callsLead}
          parts={{
            code: (inner) => <code>{inner}</code>,
            errors: (inner) => <a href="/docs/reference/errors">{inner}</a>,
            operations: (inner) => <a href="/docs/reference">{inner}</a>,
          }}
        />
      </p>
      <Filters>
        <SelectFilter
          label={words.integrations.key}
          {...bound('key')}
          none={words.common.any}
          options={keys.data?.map(({ key_uuid, name, prefix }) => [key_uuid, `${name} (${prefix}…)`])}
        />
        <SelectFilter
          label={words.integrations.result}
          {...bound('result')}
          none={words.common.any}
          options={REQUEST_RESULTS.map((result) => [result, words.integrations.results[result]])}
        />
        <SelectFilter
          label={words.integrations.method}
          {...bound('method')}
          none={words.common.any}
          options={API_METHODS.map((method) => [method, method])}
        />
        <TypedField
          isPlaceholder
          label={words.integrations.partOfPath}
          value={filters.path ?? ''}
          onTyped={(path) => change({ path })}
        />
        <Button kind="quiet" onClick={clear}>
          {words.common.clear}
        </Button>
      </Filters>
      <Paged
        pages={pages}
        what={words.integrations.calls}
        rowsOf={({ requests }) => requests}
        more={looked > 0 ? words.integrations.lookedThrough(looked.toLocaleString(locale())) : null}
        empty={
          isFiltered ? (
            <p>{words.integrations.noCallMatch}</p>
          ) : (
            <p>
              <RichText text={words.integrations.noCalls} parts={{ a: (inner) => <a href="/docs">{inner}</a> }} />
            </p>
          )
        }
      >
        {(rows) => <Calls rows={rows} />}
      </Paged>
    </>
  )
}

const columns = () => [
  words.audit.when,
  words.integrations.key,
  words.integrations.call,
  words.integrations.result,
  words.integrations.error,
  words.integrations.requestId,
  { name: words.integrations.took, figure: true },
  words.integrations.actions,
]

function Calls({ rows }: { rows: readonly RequestOut[] }) {
  const { business } = useSession()
  return (
    <Table scrolls label={words.integrations.apiCalls} columns={columns()}>
      {rows.map((call) => (
        <tr key={call.request_id}>
          <td>
            <time dateTime={call.at}>{timeToSecond(call.at, business.time_zone)}</time>
          </td>
          <td>
            {call.key_name} <code className={log.soft}>{call.key_prefix}…</code>
          </td>
          <td id={`call-${call.request_id}`} className={log.break}>
            {call.method} {call.path}
          </td>
          <td>
            <span className={`${log.state} ${call.status < 400 ? log.good : log.bad}`}>
              <Icon name={call.status < 400 ? 'check' : call.status < 500 ? 'cross' : 'warning'} /> {call.status}
            </span>
          </td>
          <td>
            {call.error_code ? (
              <a href={`/docs/reference/errors#${call.error_code.toLowerCase()}`}>{call.error_code}</a>
            ) : (
              '–'
            )}
          </td>
          <td>
            <code className={log.soft}>{call.request_id}</code>
          </td>
          <Figure>{words.integrations.ms(call.duration_ms.toLocaleString(locale()))}</Figure>
          <td>
            <CopyCurl call={call} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Copies the request as a curl command. Bodies aren't stored, so the command reads the body from a file. */
function CopyCurl({ call }: { call: RequestOut }) {
  const [isCopied, setCopied] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const copy = async () => {
    const curl = curlOf(call)
    if (await copyText(curl)) setCopied(true)
    else setShown(curl)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => void copy()} aria-describedby={`call-${call.request_id}`}>
        {isCopied ? words.common.copied : words.integrations.copyCurl}
      </Button>
      {shown === null ? null : (
        <SecretDialog
          title={words.integrations.copyCurl}
          lead={words.common.cannotCopy}
          secret={shown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

/** Returns the request as a curl command. `-g` turns off globbing, by which a path with `[1-2]` would become two requests. */
function curlOf({ method, path, body }: RequestOut): string {
  const writes = method === 'POST' || method === 'PATCH'
  return [
    `curl -g -X ${method} ${quoted(`${location.origin}${path}`)}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(writes ? [`-H 'Idempotency-Key: ${crypto.randomUUID()}'`] : []),
    ...(body === 'JSON' ? ["-H 'Content-Type: application/json'", '-d @body.json'] : []),
    ...(body === 'FORM' ? ['-F photo=@photo.jpg'] : []),
  ].join(' \\\n  ')
}

/** Quotes a text as one word for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
