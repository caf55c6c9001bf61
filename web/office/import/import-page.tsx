// Orders from a file: choose it, say which column is what, see what would come of it, import.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImportOut, UploadOut } from '../../../src/contract/office/imports.ts'
import { addressOf, ApiError, call } from '../../api/client.ts'
import { read, useReadAgain } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useRoleReason } from '../session.tsx'
import { FileReading } from './file-reading.tsx'
import { ImportProblems } from './import-problems.tsx'

const LOOK_AGAIN_MS = 1_000

export function ImportPage() {
  const role = useRoleReason('DISPATCHER')
  const again = useReadAgain()
  const [file, setFile] = useState<UploadOut | null>(null)
  const [fault, setFault] = useState('')
  const imports = useQuery({
    ...read('GET /imports'),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.status === 'RUNNING') ? LOOK_AGAIN_MS : false),
  })
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    setFault('')
    try {
      setFile(await call('POST /imports', { query: { name: chosen.name }, file: chosen }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  return (
    <div className={page.page}>
      <h1>Import orders</h1>
      {file ? (
        <FileReading
          key={file.import_uuid}
          file={file}
          onClose={() => setFile(null)}
          onStarted={() => {
            setFile(null)
            void again('GET /imports')
          }}
        />
      ) : (
        <section className={page.section} aria-label="Choose a file">
          <p>
            A CSV file of up to 20,000 rows, as a shop exports it or as you keep it yourself. The first row names the
            columns.
          </p>
          {role ? (
            <p className={page.empty}>{role}</p>
          ) : (
            <label>
              File{' '}
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                onChange={(event) => {
                  void choose(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </label>
          )}
          <p role="alert" className={page.bad}>
            {fault}
          </p>
        </section>
      )}
      <section className={page.section} aria-label="Imports">
        <div className={page.head}>
          <h2>Past imports</h2>
        </div>
        <QueryState query={imports} what="the imports">
          {(list) =>
            list.length === 0 ? (
              <p className={page.empty}>No imports yet. Choose a file above.</p>
            ) : (
              <ul className={page.section}>
                {list.map((one) => (
                  <Progress key={one.import_uuid} one={one} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </section>
    </div>
  )
}

function Progress({ one }: { one: ImportOut }): ReactNode {
  const [open, setOpen] = useState(false)
  const { counts } = one
  const bad = counts.bad + counts.refused
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.waiting
  const words = [
    `${counts.created} added`,
    `${counts.updated} updated`,
    `${counts.unchanged} unchanged`,
    `${counts.left_out} left out`,
    `${bad} not imported`,
    ...(counts.failing > 0 ? [`${counts.failing} failed and will be tried again`] : []),
  ]
  return (
    <li className={page.section}>
      <div className={page.actions}>
        <span>
          <strong>{one.file_name}</strong>: {words.join(', ')}.
        </span>
        {one.status === 'RUNNING' ? (
          <progress aria-label={`Progress of ${one.file_name}`} value={done} max={done + counts.waiting} />
        ) : null}
        {bad + counts.failing > 0 ? (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the rows' : 'Show the rows'}
          </Button>
        ) : null}
        {bad > 0 ? (
          <a
            href={addressOf('GET /imports/{import_uuid}/bad-rows.csv', { params: { import_uuid: one.import_uuid } })}
            download
          >
            Download {plural(bad, 'order')} with the reasons
          </a>
        ) : null}
      </div>
      {open ? <ImportProblems one={one} /> : null}
    </li>
  )
}
