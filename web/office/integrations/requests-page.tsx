// The calls of the API in the last seven days: by which key, what was asked, what was answered, how long it took.
import { useQuery } from '@tanstack/react-query'
import { API_METHODS, REQUEST_RESULTS, type RequestOut } from '../../../src/contract/office/integrations.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { timeToSecond } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'
import { Figure, Table } from '../../ui/table.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { useSession } from '../session.tsx'

const RESULTS: Record<(typeof REQUEST_RESULTS)[number], string> = {
  OK: 'done',
  REFUSED: 'refused (4xx)',
  FAILED: 'failed (5xx)',
}

export function RequestsPage() {
  const { params, filters, change, clear, bound } = useView()
  const keys = useQuery(read('GET /keys'))
  const pages = usePages('GET /api-requests', filters, 10_000)
  const looked = pages.data?.pages.reduce((sum, { looked_through }) => sum + (looked_through ?? 0), 0) ?? 0
  return (
    <>
      <p className={page.soft}>
        Calls of the last seven days. Each answer’s <code>X-Request-Id</code> is here, too.{' '}
        <a href="/docs#errors">What error codes mean</a>, <a href="/docs#operations">what each call does</a>.
      </p>
      <search className={log.filters}>
        <SelectField label="Key" {...bound('key')}>
          <option value="">Any</option>
          {keys.data?.map(({ key_uuid, name, prefix }) => (
            <option key={key_uuid} value={key_uuid}>
              {name} ({prefix}…)
            </option>
          ))}
        </SelectField>
        <SelectField label="Result" {...bound('result')}>
          <option value="">Any</option>
          {REQUEST_RESULTS.map((result) => (
            <option key={result} value={result}>
              {RESULTS[result]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Method" {...bound('method')}>
          <option value="">Any</option>
          {API_METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <TypedField label="Part of the path" value={params.get('path') ?? ''} onTyped={(path) => change({ path })} />
        <Button kind="quiet" onClick={clear}>
          Clear
        </Button>
      </search>
      <Paged
        pages={pages}
        what="calls"
        rowsOf={({ requests }) => requests}
        more={
          looked > 0 ? `Looked through ${looked.toLocaleString('en-US')} calls so far; older ones may match.` : null
        }
        empty={
          params.size > 0 ? (
            <p>No call matches. Clear a filter to see more.</p>
          ) : (
            <p>
              No call in the last seven days. The <a href="/docs">API reference</a> has one to copy and try.
            </p>
          )
        }
      >
        {(rows) => <Calls rows={rows} />}
      </Paged>
    </>
  )
}

const COLUMNS = ['When', 'Key', 'Call', 'Result', 'Error', 'Request ID', { name: 'Took', figure: true }]

function Calls({ rows }: { rows: readonly RequestOut[] }) {
  const { business } = useSession()
  return (
    <Table scrolls label="API calls" columns={COLUMNS}>
      {rows.map((call) => (
        <tr key={call.request_id}>
          <td>
            <time dateTime={call.at}>{timeToSecond(call.at, business.time_zone)}</time>
          </td>
          <td>
            {call.key_name} <code className={log.soft}>{call.key_prefix}…</code>
          </td>
          <td className={log.break}>
            {call.method} {call.path}
          </td>
          <td>
            <span className={`${log.state} ${call.status < 400 ? log.good : log.bad}`}>
              <Icon name={call.status < 400 ? 'check' : call.status < 500 ? 'cross' : 'warning'} /> {call.status}
            </span>
          </td>
          <td>{call.error_code ? <a href="/docs#errors">{call.error_code}</a> : '–'}</td>
          <td>
            <code className={log.soft}>{call.request_id}</code>
          </td>
          <Figure>{call.duration_ms.toLocaleString('en-US')} ms</Figure>
        </tr>
      ))}
    </Table>
  )
}
