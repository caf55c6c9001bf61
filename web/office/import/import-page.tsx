// Imports orders from a file in three steps on one page: the file, the meaning of its columns, and its rows.
import { useState } from 'react'
import type { UploadedFile } from '../../../src/contract/office/imports.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from '../../words/locale.ts'
import { CheckStep } from './check-step.tsx'
import { matchedCount } from './columns.ts'
import { ColumnsStep } from './columns-step.tsx'
import { DoneStep } from './done-step.tsx'
import { FileStep } from './file-step.tsx'
import style from './import.module.css'
import { PastImports } from './past-imports.tsx'
import { Step } from './step.tsx'
import { useReading } from './use-reading.ts'

export default function ImportPage() {
  const [file, setFile] = useState<UploadedFile | null>(null)
  return (
    <Page title={words.imports.title}>
      <div className={style.steps}>
        {file ? (
          <FileSteps key={file.import_uuid} file={file} onClose={() => setFile(null)} />
        ) : (
          <>
            <FileStep onRead={setFile} />
            <Step number={2} title={words.imports.matchColumns} state="later" />
            <Step number={3} title={words.imports.checkAndAdd} state="later" />
          </>
        )}
      </div>
      <PastImports />
    </Page>
  )
}

function FileSteps({ file, onClose }: { file: UploadedFile; onClose: () => void }) {
  const again = useInvalidate()
  const [step, setStep] = useState<'COLUMNS' | 'CHECK' | 'DONE'>('COLUMNS')
  const reading = useReading(file, step)
  const matched = matchedCount(reading.mapping)
  return (
    <>
      <Step
        number={1}
        title={words.imports.fileStep}
        state="past"
        sum={words.imports.fileSum(file.file_name, file.row_count, file.sheet_name)}
        action={step === 'DONE' ? null : <Button onClick={onClose}>{words.imports.chooseAnother}</Button>}
      />
      {step === 'COLUMNS' ? (
        <ColumnsStep reading={reading} onCheck={() => setStep('CHECK')} />
      ) : (
        <Step
          number={2}
          title={words.imports.columnsStep}
          state="past"
          sum={words.imports.columnsSum(matched, file.headers.length - matched)}
          action={
            step === 'CHECK' ? <Button onClick={() => setStep('COLUMNS')}>{words.imports.changeColumns}</Button> : null
          }
        />
      )}
      {step === 'COLUMNS' ? <Step number={3} title={words.imports.checkAndAdd} state="later" /> : null}
      {step === 'CHECK' ? (
        <CheckStep
          reading={reading}
          onBack={() => setStep('COLUMNS')}
          onStarted={() => {
            setStep('DONE')
            void again('GET /imports')
          }}
        />
      ) : null}
      {step === 'DONE' ? <DoneStep importId={file.import_uuid} onAnother={onClose} /> : null}
    </>
  )
}
