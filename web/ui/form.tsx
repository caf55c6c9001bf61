// A form: its fields begin with what was saved, show their own faults, and are kept as a draft until they are sent.
// When what was saved changes meanwhile, fields nobody touched follow; those touched stay as typed, and it is said.
import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from './button.tsx'
import { type Draft, dropDraft, readDraft, writeDraft } from './drafts.ts'
import { FormContext } from './form-context.ts'
import { type Sent, sameTexts, sentFrom, textsOf, touchedIn, type Values } from './form-values.ts'
import { words } from '../words/locale.ts'
import page from './page.module.css'

interface Props {
  /** As saved; one named `version` tells the record's states apart. */
  values?: Values
  /** The name to keep a draft under; none is kept without. */
  draft?: string
  /** Sends it; what it resolves to is said. Null when the person would rather not: all stays as typed. */
  save: (sent: Sent) => Promise<string | null>
  /** Reads what is saved again, after someone else was first. */
  onOutdated?: () => Promise<unknown>
  action?: ReactNode
  /** Of the button that sends. */
  kind?: 'primary' | 'plain'
  /** Why it can't be sent. */
  reason?: string | null
  /** Fields are empty again once it is sent. */
  emptyAfter?: boolean
  className?: string
  label?: string
  /** Beside the button that sends. */
  actions?: ReactNode
  children?: ReactNode
}

const NONE: Values = {}

export function Form({ values = NONE, draft, save, onOutdated, reason, emptyAfter, children, ...look }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const key = JSON.stringify(values)
  const [start, setStart] = useState(() => beginning(values, draft))
  const [fault, setFault] = useState<ApiError | null>(null)
  const [isUnshown, setUnshown] = useState(false)
  const [said, setSaid] = useState(start.said)
  const [busy, setBusy] = useState(false)
  const shown = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    if (start.key === key || !form.current) return
    const touched = touchedIn(form.current, start.values)
    const clash = Object.entries(touched).some(([name, typed]) => {
      const now = textsOf(values[name])
      return !sameTexts(now, typed) && !sameTexts(now, textsOf(start.values[name]))
    })
    setStart((before) => ({ values, key, kept: touched, round: before.round + 1, said: '' }))
    if (clash) setSaid(words.common.changedMeanwhile)
  }, [key, values, start])

  const keep = (): void => {
    if (draft && form.current) writeDraft(draft, draftOf(form.current, start.values))
  }
  const discard = (): void => {
    if (draft) dropDraft(draft)
    setStart((before) => ({ values, key, kept: {}, round: before.round + 1, said: '' }))
    setFault(null)
    setSaid('')
  }
  const submit = async (element: HTMLFormElement): Promise<void> => {
    setFault(null)
    setSaid('')
    setBusy(true)
    try {
      const done = await save(sentFrom(element, start.values))
      if (done === null) return
      if (draft) dropDraft(draft)
      // What was sent is what is saved, until it is read again.
      setStart((before) => ({
        ...before,
        values: { ...before.values, ...touchedIn(element, before.values) },
        kept: {},
      }))
      if (emptyAfter) element.reset()
      setSaid(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
      if (error.code === 'CHANGED_MEANWHILE') await onOutdated?.()
    } finally {
      setBusy(false)
    }
  }

  // What is wrong is shown where it stands, which may be far from the button.
  useEffect(() => {
    if (!fault) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // A field that came with the fault shows it by now.
    setUnshown(!fault.fields.some((name) => (shown.current.get(name) ?? 0) > 0))
  }, [fault])

  const shows = useCallback((name: string) => {
    const count = (by: number): void => void shown.current.set(name, (shown.current.get(name) ?? 0) + by)
    count(1)
    return () => count(-1)
  }, [])
  const state = useMemo(
    () => ({ values: start.values, kept: start.kept, faultOf: (name: string) => faultOf(fault, name), shows }),
    [start, fault, shows],
  )
  const unshown = fault && isUnshown ? fault.message : ''
  return (
    <form
      ref={form}
      className={look.className ?? page.form}
      aria-label={look.label}
      noValidate
      onInput={keep}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!reason && !busy) void submit(event.currentTarget)
      }}
    >
      <FormContext value={state}>
        <div key={start.round} className={page.fields}>
          {children}
        </div>
      </FormContext>
      <p role="alert" className={page.bad}>
        {unshown}
      </p>
      <div className={page.actions}>
        <Button type="submit" kind={look.kind ?? 'primary'} reason={reason ?? null} busy={busy}>
          {look.action ?? words.common.save}
        </Button>
        {look.actions}
        {start.said ? <Button onClick={discard}>{words.common.discardChanges}</Button> : null}
        <p role="status" className={page.soft}>
          {said}
        </p>
      </div>
    </form>
  )
}

interface Start {
  values: Values
  key: string
  kept: Record<string, string[]>
  /** Fields are made again with each. */
  round: number
  said: string
}

function beginning(values: Values, draft: string | undefined): Start {
  const kept: Draft | null = draft ? readDraft(draft) : null
  const version = textsOf(values.version).join('')
  return {
    values,
    key: JSON.stringify(values),
    kept: kept?.touched ?? {},
    round: 0,
    said: !kept ? '' : kept.version === version ? words.common.restored : words.common.changedMeanwhile,
  }
}

const draftOf = (form: HTMLFormElement, base: Values): Draft => ({
  touched: touchedIn(form, base),
  version: textsOf(base.version).join(''),
})

/** Of the field itself, or of a part of it: `failure_reasons.2` of `failure_reasons.2`, or of `failure_reasons`. */
const faultOf = (fault: ApiError | null, name: string): string | null => fault?.faults.get(name) ?? null
