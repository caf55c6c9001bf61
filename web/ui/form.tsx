// A form whose fields start with the saved values, show their own faults, and are stored as a draft until they are sent. If
// the saved record changes during editing, untouched fields follow, edited fields stay, and a message says so.
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
import { type Draft, removeDraft, readDraft, writeDraft } from './drafts.ts'
import { FormContext } from './form-context.ts'
import { type SubmittedForm, sameTexts, readSubmittedForm, textsOf, touchedFields, type Values } from './form-values.ts'
import { words } from '../words/locale.ts'
import page from './page.module.css'

interface Props {
  /** Saved values. `version` identifies the version of the record. */
  values?: Values
  /** Name of the draft. If absent, no draft is stored. */
  draft?: string
  /** Sends the form and resolves to a message. Null: the user canceled, so the input stays. */
  save: (sent: SubmittedForm) => Promise<string | null>
  /** Reads the saved record again after another user changed it first. */
  onOutdated?: () => Promise<unknown>
  action?: ReactNode
  /** Style of the submit button. */
  kind?: 'primary' | 'plain'
  /** Why the form can't be sent. */
  reason?: string | null
  /** Empties the fields after sending. */
  emptyAfter?: boolean
  className?: string
  label?: string
  /** Content next to the submit button. */
  actions?: ReactNode
  children?: ReactNode
}

const NONE: Values = {}

export function Form({ values = NONE, draft, save, onOutdated, reason, emptyAfter, children, ...look }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const key = JSON.stringify(values)
  const [start, setStart] = useState(() => initialState(values, draft))
  const [fault, setFault] = useState<ApiError | null>(null)
  const [isUnshown, setUnshown] = useState(false)
  const [said, setSaid] = useState(start.said)
  const [busy, setBusy] = useState(false)
  const shown = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    if (start.key === key || !form.current) return
    const touched = touchedFields(form.current, start.values)
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
    if (draft) removeDraft(draft)
    setStart((before) => ({ values, key, kept: {}, round: before.round + 1, said: '' }))
    setFault(null)
    setSaid('')
  }
  const submit = async (element: HTMLFormElement): Promise<void> => {
    setFault(null)
    setSaid('')
    setBusy(true)
    try {
      const done = await save(readSubmittedForm(element, start.values))
      if (done === null) return
      if (draft) removeDraft(draft)
      // The sent values count as saved until the record is read again.
      setStart((before) => ({
        ...before,
        values: { ...before.values, ...touchedFields(element, before.values) },
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

  // Focus the first invalid field, because it may be far from the button.
  useEffect(() => {
    if (!fault) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // Effects of fields run before this one, so fields that appeared together with the fault are already counted.
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
  /** Incremented to mount the fields again. */
  round: number
  said: string
}

function initialState(values: Values, draft: string | undefined): Start {
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
  touched: touchedFields(form, base),
  version: textsOf(base.version).join(''),
})

/** Fault of the field, or of a part of it such as `failure_reasons.2`. */
const faultOf = (fault: ApiError | null, name: string): string | null => fault?.faults.get(name) ?? null
