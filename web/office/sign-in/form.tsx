// Common form of the pages for signed-out users: a simple page with one request.
import type { ReactNode } from 'react'
import { ApiError, call, type RouteInput, type Reply } from '../../api/client.ts'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import icon from '../../ui/icon.svg'
import streets from '../../ui/streets.module.css'
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
  /** A wider card with the fields in two columns. */
  wide?: boolean
  /** Ways to continue without the form, above it. */
  instead?: ReactNode
  /** Content below the button. */
  more?: ReactNode
  children: ReactNode
}

export function SignedOutForm<R extends OutsideRoute>(props: Props<R>) {
  const { title, lead, route, action, body, onDone, onFault, instead, more, wide, children } = props
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
    <OutsidePage title={title} lead={lead} wide={wide}>
      {instead ? (
        <>
          <div className={style.instead}>{instead}</div>
          <p className={style.or}>{words.signIn.or}</p>
        </>
      ) : null}
      <Form action={action} save={save}>
        {wide ? <div className={style.columns}>{children}</div> : children}
      </Form>
      {more}
    </OutsidePage>
  )
}

interface OutsideProps {
  title: string
  lead?: string
  wide?: boolean
  children?: ReactNode
}

/** One card over faint streets. */
export const OutsidePage = ({ title, lead, wide = false, children }: OutsideProps) => (
  <div className={style.page}>
    <div className={`${streets.streets} ${style.faint}`} aria-hidden="true" />
    <main className={wide ? `${style.card} ${style.wide}` : style.card}>
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
