// Imports orders from a file: choose it, assign its columns, preview the result, import.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportOut, UploadOut } from '../../../src/contract/office/imports.ts'
import { urlOf, call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { FileReading } from './file-reading.tsx'
import { ImportProblems } from './import-problems.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

const REFRESH_MS = 1_000

export default function ImportPage() {
  const again = useInvalidate()
  const [file, setFile] = useState<UploadOut | null>(null)
  const { run, said: fault } = useActionRunner()
  const imports = useQuery({
    ...endpointQuery('GET /imports'),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.status === 'RUNNING') ? REFRESH_MS : false),
  })
  // Reads undo steps and first steps again, because a finished import adds an undo step and may complete a first step.
  const running = imports.data?.some(({ status }) => status === 'RUNNING')
  useEffect(() => {
    if (running === false) void again('GET /undo-steps', 'GET /first-steps')
  }, [running, again])
  const choose = (chosen: File): Promise<void> =>
    run(async () => setFile(await call('POST /imports', { query: { name: chosen.name }, file: chosen })))
  return (
    <Page title={words.imports.title}>
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
        <section className={page.section} aria-label={words.imports.chooseFile}>
          <p>{words.imports.lead}</p>
          <label>
            {words.imports.file}{' '}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,.xlsx"
              onChange={(event) => {
                const [chosen] = event.target.files ?? []
                if (chosen) void choose(chosen)
                event.target.value = ''
              }}
            />
          </label>
          <p role="alert" className={page.bad}>
            {fault}
          </p>
        </section>
      )}
      <section className={page.section} aria-label={words.imports.imports}>
        <div className={page.head}>
          <h2>{words.imports.past}</h2>
        </div>
        <QueryState query={imports} what={words.imports.theImports}>
          {(list) =>
            list.length === 0 ? (
              <Empty>{words.imports.none}</Empty>
            ) : (
              <ul className={page.section}>
                {list.map((one) => (
                  <ImportProgress key={one.import_uuid} one={one} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </section>
    </Page>
  )
}

function ImportProgress({ one }: { one: ImportOut }): ReactNode {
  const [open, setOpen] = useState(false)
  const { counts } = one
  const bad = counts.bad + counts.refused
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.waiting
  const parts = [
    words.imports.added(counts.created),
    words.imports.updated(counts.updated),
    words.imports.unchanged(counts.unchanged),
    words.imports.leftOut(counts.left_out),
    words.imports.notImported(bad),
    ...(counts.failing > 0 ? [words.imports.failing(counts.failing)] : []),
  ]
  return (
    <li className={page.section}>
      <div className={page.actions}>
        <span>
          <strong>{one.file_name}</strong>: {parts.join(', ')}.
        </span>
        {one.status === 'RUNNING' ? (
          <progress aria-label={words.imports.progressOf(one.file_name)} value={done} max={done + counts.waiting} />
        ) : null}
        {bad + counts.failing > 0 ? (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? words.imports.hideRows : words.imports.showRows}
          </Button>
        ) : null}
        {bad > 0 ? (
          <a
            href={urlOf('GET /imports/{import_uuid}/bad-rows.csv', { params: { import_uuid: one.import_uuid } })}
            download
          >
            {words.imports.download(bad)}
          </a>
        ) : null}
      </div>
      {open ? <ImportProblems one={one} /> : null}
    </li>
  )
}
