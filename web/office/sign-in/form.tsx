// What the forms of people not signed in have in common: a page with nothing else, one request.
import type { ReactNode } from 'react'
import { ApiError, post } from '../../api/client.ts'
import { Form } from '../../ui/form.tsx'
import type { Sent } from '../../ui/form-values.ts'
import style from './form.module.css'

interface Props<T> {
  title: string
  lead?: string
  path: string
  action: string
  body: (sent: Sent) => Record<string, unknown>
  onDone: (answer: T) => void
  onFault?: (error: ApiError) => void
  /** Below the button. */
  more?: ReactNode
  children: ReactNode
}

export function OutsideForm<T = null>({ title, lead, path, action, body, onDone, onFault, more, children }: Props<T>) {
  const save = async (sent: Sent): Promise<string> => {
    try {
      onDone(await post<T>(path, body(sent)))
    } catch (error) {
      if (error instanceof ApiError) onFault?.(error)
      throw error
    }
    return ''
  }
  return (
    <OutsidePage title={title} lead={lead}>
      <Form action={action} save={save}>
        {children}
      </Form>
      {more}
    </OutsidePage>
  )
}

export const OutsidePage = ({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) => (
  <main className={style.page}>
    <div className={style.form}>
      <h1>{title}</h1>
      {lead ? <p className={style.lead}>{lead}</p> : null}
      {children}
    </div>
  </main>
)
