// What the forms of people not signed in have in common: one request, its faults by field, a button that waits.
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'

interface Props {
  title: string
  lead?: string
  path: string
  action: string
  /** What is sent beside the fields. */
  more?: Record<string, unknown>
  onDone: () => void
  onFault?: (error: ApiError) => void
  children: (faultOf: (field: string) => string | null) => ReactNode
}

export function OutsideForm({ title, lead, path, action, more, onDone, onFault, children }: Props) {
  const [fault, setFault] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setBusy(true)
    setFault(null)
    try {
      await post(path, { ...fields, ...more })
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
      onFault?.(error)
    } finally {
      setBusy(false)
    }
  }

  const faultOf = (field: string): string | null => (fault?.fields.includes(field) ? fault.message : null)
  return (
    <main className={style.page}>
      <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
        <h1>{title}</h1>
        {lead ? <p className={style.lead}>{lead}</p> : null}
        <div role="alert" className={fault && fault.fields.length === 0 ? style.fault : undefined}>
          {fault && fault.fields.length === 0 ? fault.message : null}
        </div>
        {children(faultOf)}
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </form>
    </main>
  )
}
