// The first step: a file is dropped or chosen, or rows are pasted. A workbook with several sheets asks for one.
import { type DragEvent, useState } from 'react'
import type { UploadedFile } from '../../../src/contract/office/imports.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import style from './import.module.css'
import { Step } from './step.tsx'

interface Choice {
  file: File
  sheets: string[]
}

export function FileStep({ onRead }: { onRead: (file: UploadedFile) => void }) {
  const { run, busy, said: fault } = useActionRunner()
  const [choice, setChoice] = useState<Choice | null>(null)
  const [isOver, setIsOver] = useState(false)
  const read = (file: File, sheet: number | null): Promise<void> =>
    run(async () => {
      const query = { name: file.name, ...(sheet !== null && { sheet: String(sheet) }) }
      const answer = await call('POST /imports', { query, file })
      setChoice(answer.file ? null : { file, sheets: answer.sheets })
      if (answer.file) onRead(answer.file)
    })
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !busy) void read(dropped, null)
  }
  return (
    <Step number={1} title={words.imports.dropFile} state="now" sum={words.imports.lead}>
      <div
        className={style.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <strong>{words.imports.dropHere}</strong>
        <span className={page.soft}>{words.imports.asSaved}</span>
        <label className={style.choose} aria-busy={busy}>
          {words.imports.chooseFile}
          <input
            type="file"
            className="visually-hidden"
            aria-label={words.imports.file}
            accept=".csv,.tsv,.txt,text/csv,.xlsx"
            disabled={busy}
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              if (chosen) void read(chosen, null)
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <p role="alert" className={style.fault}>
        {fault}
      </p>
      {choice ? (
        <div className={style.sheets} role="group" aria-label={words.imports.whichSheet}>
          <p>{words.imports.whichSheet}</p>
          {choice.sheets.map((name, i) => (
            <Button key={`${i} ${name}`} busy={busy} onClick={() => void read(choice.file, i)}>
              {name}
            </Button>
          ))}
        </div>
      ) : null}
      <Paste busy={busy} onPaste={(text) => void read(new File([text], words.imports.pastedName), null)} />
    </Step>
  )
}

function Paste({ busy, onPaste }: { busy: boolean; onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className={style.paste}>
      <label>
        {words.imports.paste}
        <textarea rows={2} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      </label>
      <Button
        busy={busy}
        reason={text.trim().includes('\n') ? null : words.imports.pasteFirst}
        onClick={() => onPaste(text)}
      >
        {words.imports.readRows}
      </Button>
    </div>
  )
}
