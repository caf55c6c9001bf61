// A form whose fields start with the saved values, show their own faults, and are stored as a draft until they are sent. If
// the saved record changes during editing, untouched fields follow, edited fields stay, and a message says so.
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from './button.tsx'
import { type Draft, removeDraft, readDraft, writeDraft } from './drafts.ts'
import { FormContext } from './form-context.ts'
import {
  changedLabels,
  type SubmittedForm,
  sameTexts,
  readSubmittedForm,
  readTexts,
  textsOf,
  touchedFields,
  type Values,
} from './form-values.ts'
import { words } from '../words/locale.ts'
import page from './page.module.css'
import { SaveBar } from './save-bar.tsx'

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
  /** Shows the unsaved changes with their buttons in the bar at the foot of the page, not below the fields. */
  bar?: boolean
  /** Saves a text when its field loses the focus, and a choice at once. The form has no buttons. */
  autosave?: boolean
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

export function Form({ reason = null, bar = false, autosave = false, children, ...look }: Props) {
  const id = useId()
  const clashes = useRef(false)
  const { form, start, said, fault, busy, state, changes, keep, discard, submit } = useSavedForm(look, {
    showsChanges: bar,
    autosave,
    clashes,
  })
  const saveTouched = useAutosave({ form, start, busy, clashes, submit })
  return (
    <form
      id={id}
      ref={form}
      className={look.className ?? page.form}
      aria-label={look.label}
      noValidate
      onInput={(event) => {
        clashes.current = false
        keep()
        if (autosave && isChosen(event)) saveTouched()
      }}
      onBlur={autosave ? saveTouched : undefined}
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
      {autosave ? <Result {...{ fault, said }} /> : null}
      {autosave ? null : bar ? (
        <SaveBar form={id} onDiscard={discard} {...{ reason, changes, busy, said, fault }}>
          {look.actions}
        </SaveBar>
      ) : (
        <>
          <p role="alert" className={page.bad}>
            {fault}
          </p>
          <div className={page.actions}>
            <Button type="submit" kind={look.kind ?? 'primary'} reason={reason} busy={busy}>
              {look.action ?? words.common.save}
            </Button>
            {look.actions}
            {start.said ? <Button onClick={discard}>{words.common.discardChanges}</Button> : null}
            <p role="status" className={page.soft}>
              {said}
            </p>
          </div>
        </>
      )}
    </form>
  )
}

interface Saved {
  form: RefObject<HTMLFormElement | null>
  start: Start
  busy: boolean
  /** Whether another user changed an edited field. It is saved only after further input. */
  clashes: RefObject<boolean>
  submit: (element: HTMLFormElement) => Promise<void>
}

/** Returns a function that sends the edited fields, at once or after the current request. */
function useAutosave({ form, start, busy, clashes, submit }: Saved): () => void {
  const isWaiting = useRef(false)
  const save = (): void => {
    isWaiting.current = false
    if (!form.current || clashes.current || Object.keys(touchedFields(form.current, start.values)).length === 0) return
    isWaiting.current = busy
    if (!busy) void submit(form.current)
  }
  useEffect(() => {
    if (!busy && isWaiting.current) save()
  })
  return save
}

const Result = ({ fault, said }: { fault: string; said: string }) => (
  <>
    <p role="alert" className={page.bad}>
      {fault}
    </p>
    <p role="status" className={page.soft}>
      {said}
    </p>
  </>
)

/** Returns true if the input is complete: a choice, or a value that the page filled in. Typed text may continue. */
function isChosen({ nativeEvent, target }: FormEvent<HTMLFormElement>): boolean {
  const isPartial = target instanceof HTMLInputElement && ['time', 'date'].includes(target.type)
  return !(nativeEvent instanceof InputEvent) && !isPartial
}

/** State of a form: its initial values, its draft, the changes if they are shown, the result of saving. */
function useSavedForm(
  {
    values = NONE,
    draft,
    save,
    onOutdated,
    emptyAfter,
  }: Pick<Props, 'values' | 'draft' | 'save' | 'onOutdated' | 'emptyAfter'>,
  { showsChanges, autosave, clashes }: { showsChanges: boolean; autosave: boolean; clashes: RefObject<boolean> },
) {
  const form = useRef<HTMLFormElement>(null)
  const [start, setStart] = useState(() => initialState(values, draft))
  const [said, setSaid] = useState(start.said)
  const [busy, setBusy] = useState(false)
  const [changes, setChanges] = useState<readonly string[]>([])
  const faults = useFaults(form, start, !autosave)
  const key = useFollowedValues(form, values, { start, setStart, setSaid, clashes })

  // The fields are in place only after rendering, and mount again if the record changes.
  useEffect(() => {
    if (showsChanges && form.current) setChanges(changedLabels(form.current, start.values))
  }, [showsChanges, start])

  const keep = (): void => {
    if (!form.current) return
    if (draft) writeDraft(draft, draftOf(form.current, start.values))
    if (!showsChanges) return
    setChanges(changedLabels(form.current, start.values))
    setSaid('')
  }
  const discard = (): void => {
    if (draft) removeDraft(draft)
    setStart((before) => ({ values, key, kept: {}, round: before.round + 1, said: '' }))
    faults.set(null)
    setSaid('')
  }
  const submit = async (element: HTMLFormElement): Promise<void> => {
    faults.set(null)
    setSaid('')
    setBusy(true)
    try {
      const done = await save(readSubmittedForm(element, start.values))
      if (done === null) return
      if (draft) removeDraft(draft)
      setStart((before) => savedState(before, element))
      if (emptyAfter) element.reset()
      setSaid(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      faults.set(error)
      if (error.code === 'CHANGED_MEANWHILE') await onOutdated?.()
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    start,
    said,
    busy,
    changes,
    keep,
    discard,
    submit,
    state: faults.state,
    fault: faults.unshown,
  }
}

/** The sent values count as saved until the record is read again. */
const savedState = (before: Start, element: HTMLFormElement): Start => ({
  ...before,
  values: { ...before.values, ...touchedFields(element, before.values) },
  kept: {},
})

interface Followed {
  start: Start
  setStart: Dispatch<SetStateAction<Start>>
  setSaid: (said: string) => void
  clashes: RefObject<boolean>
}

/** Adopts values that changed during editing, except in edited fields. Returns the key of the values. */
function useFollowedValues(
  form: RefObject<HTMLFormElement | null>,
  values: Values,
  { start, setStart, setSaid, clashes }: Followed,
) {
  const key = JSON.stringify(values)
  useLayoutEffect(() => {
    if (start.key === key || !form.current) return
    const touched = touchedFields(form.current, start.values)
    const isSame = Object.entries(readTexts(form.current)).every(([name, typed]) =>
      [typed, textsOf(start.values[name])].some((texts) => sameTexts(texts, textsOf(values[name]))),
    )
    // Mounting the fields again would take the focus from them, so it is done only for other values.
    if (isSame) return setStart((before) => ({ ...before, values, key }))
    const clash = Object.entries(touched).some(([name, typed]) => {
      const now = textsOf(values[name])
      return !sameTexts(now, typed) && !sameTexts(now, textsOf(start.values[name]))
    })
    setStart((before) => ({ values, key, kept: touched, round: before.round + 1, said: '' }))
    focusAgain(form.current)
    clashes.current ||= clash
    if (clash) setSaid(words.common.changedMeanwhile)
  }, [form, key, values, start, setStart, setSaid, clashes])
  return key
}

/** Returns the focus to the field with it, after the fields are mounted again. */
function focusAgain(form: HTMLFormElement): void {
  const { activeElement: focused } = document
  const name = focused && form.contains(focused) ? focused.getAttribute('name') : null
  if (name) setTimeout(() => form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus())
}

/** Faults of the fields for the form's context, and the fault that no field shows. */
function useFaults(form: RefObject<HTMLFormElement | null>, start: Start, focuses: boolean) {
  const [fault, set] = useState<ApiError | null>(null)
  const [isUnshown, setUnshown] = useState(false)
  const shown = useRef(new Map<string, number>())

  // Focus the first invalid field, because it may be far from the button.
  useEffect(() => {
    if (!fault) return
    if (focuses) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // Effects of fields run before this one, so fields that appeared together with the fault are already counted.
    setUnshown(!fault.fields.some((name) => (shown.current.get(name) ?? 0) > 0))
  }, [form, fault, focuses])

  const shows = useCallback((name: string) => {
    const count = (by: number): void => void shown.current.set(name, (shown.current.get(name) ?? 0) + by)
    count(1)
    return () => count(-1)
  }, [])
  const state = useMemo(
    () => ({ values: start.values, kept: start.kept, faultOf: (name: string) => faultOf(fault, name), shows }),
    [start, fault, shows],
  )
  return { set, state, unshown: fault && isUnshown ? fault.message : '' }
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
