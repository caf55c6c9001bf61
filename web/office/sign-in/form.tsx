// Common form of the pages for signed-out users: a simple page with one request.
import type { ReactNode } from 'react'
import { ApiError, call, type RouteInput, type Reply } from '../../api/client.ts'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import icon from '../../ui/icon.svg'
import { language, words } from '../../words/locale.ts'
import { chooseLanguageHere, LanguageChoice } from '../language.tsx'
import style from './form.module.css'

/** Endpoints that need no session. */
type OutsideRoute = 'POST /sign-in' | 'POST /set-up' | 'POST /forgot-password' | 'POST /welcome'

interface Props<R extends OutsideRoute> {
  title: string
  lead?: string
  route: R
  action: string
  body: (sent: SubmittedForm) => RouteInput<R>['body']
  onDone: (answer: Reply<R>) => void
  onFault?: (error: ApiError) => void
  /** Ways to continue without the form, above it. */
  instead?: ReactNode
  /** Content below the button. */
  more?: ReactNode
  children: ReactNode
}

export function SignedOutForm<R extends OutsideRoute>(props: Props<R>) {
  const { title, lead, route, action, body, onDone, onFault, instead, more, children } = props
  const save = async (sent: SubmittedForm): Promise<string> => {
    try {
      onDone(await call(route, { body: body(sent) } as RouteInput<R>))
    } catch (error) {
      if (error instanceof ApiError) onFault?.(error)
      throw error
    }
    return ''
  }
  return (
    <OutsidePage title={title} lead={lead}>
      {instead ? (
        <>
          <div className={style.instead}>{instead}</div>
          <p className={style.or}>{words.signIn.or}</p>
        </>
      ) : null}
      <Form action={action} save={save}>
        {children}
      </Form>
      {more}
    </OutsidePage>
  )
}

/** One card over faint streets. */
export const OutsidePage = ({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) => (
  <div className={style.page}>
    <main className={style.card}>
      <img src={icon} alt="" width={40} height={40} />
      <div>
        <h1>{title}</h1>
        {lead ? <p className={style.lead}>{lead}</p> : null}
      </div>
      {children}
    </main>
    <footer className={style.foot}>
      <p>{words.signIn.at(window.location.hostname)}</p>
      <LanguageChoice value={language} onChoose={chooseLanguageHere} />
    </footer>
  </div>
)
