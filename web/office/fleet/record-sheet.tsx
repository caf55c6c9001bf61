// Sheet of a depot, driver or vehicle. The fields of an existing record are saved when they are left.
import { type ReactNode, useRef, useState } from 'react'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { useEscape } from '../../ui/confirm.tsx'
import { readDraft, removeDraft } from '../../ui/drafts.ts'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import { type FleetChanges, type FleetKind, type FleetRecord, idOf } from './changes.ts'
import style from './fleet.module.css'

export interface SheetProps {
  changes: FleetChanges
  /** Opens another record of the same kind. */
  onOpen: (id: string) => void
  /** Called after a record is added. */
  onAdded: () => Promise<unknown>
  onClose: () => void
}

interface Props<B> extends SheetProps {
  kind: FleetKind
  /** Null for a new record. */
  record: FleetRecord | null
  /** Records of the same kind, in their order. */
  others: readonly FleetRecord[]
  title: string
  /** Text next to the title. */
  beside?: string
  values: Values
  bodyOf: (sent: SubmittedForm) => B | Promise<B>
  create: (body: B) => Promise<unknown>
  /** False if only one record can be added. */
  another?: boolean
  foot?: ReactNode
  children: ReactNode
}

export function RecordSheet<B extends object>(props: Props<B>) {
  const { record, others, title, beside, onOpen, onClose } = props
  const at = others.findIndex((one) => record && idOf(one) === idOf(record))
  const draft = `${props.kind}/new`
  const isTyped = useRef(false)
  const { onEscape, confirmation } = useEscape(
    () => !record && (isTyped.current || readDraft(draft) !== null),
    () => {
      if (!record) removeDraft(draft)
      onClose()
    },
  )
  return (
    <Sheet
      over
      head={(id) => (
        <>
          <h2 id={id}>{title}</h2>
          {beside ? <span className={style.soft}>{beside}</span> : null}
        </>
      )}
      actions={
        record ? (
          <>
            <Step icon="up" label={words.fleet.previous} to={others[at - 1]} onOpen={onOpen} />
            <Step icon="down" label={words.fleet.next} to={others[at + 1]} onOpen={onOpen} />
          </>
        ) : null
      }
      foot={
        record ? (
          <div className={style.foot}>
            <span className={style.soft}>{words.fleet.savedAsTyped}</span>
            {props.foot}
          </div>
        ) : null
      }
      onClose={onEscape}
    >
      <div className={style.record} onInput={() => (isTyped.current = true)}>
        {record ? <Saved {...props} record={record} /> : <New {...props} draft={draft} isTyped={isTyped} />}
      </div>
      {confirmation}
    </Sheet>
  )
}

function Saved<B extends object>({
  record,
  title,
  values,
  changes,
  bodyOf,
  children,
}: Props<B> & { record: FleetRecord }) {
  return (
    <Form
      key={idOf(record)}
      autosave
      values={values}
      save={async (sent) => {
        await changes.change(record, (await bodyOf(sent)) as Record<string, unknown>, title)
        return ''
      }}
    >
      {children}
    </Form>
  )
}

interface NewProps<B> extends Props<B> {
  draft: string
  /** Whether the form has input that is not saved. */
  isTyped: { current: boolean }
}

function New<B extends object>({ values, draft, isTyped, another = true, onAdded, onClose, ...props }: NewProps<B>) {
  const asksForAnother = useRef(false)
  const [entered, setEntered] = useState<readonly string[]>([])
  const last = entered.at(-1)
  return (
    <>
      <Form
        key={entered.length}
        values={values}
        draft={draft}
        className={style.form}
        save={async (sent) => {
          const more = asksForAnother.current
          asksForAnother.current = false
          await props.create(await props.bodyOf(sent))
          isTyped.current = false
          if (!more) onClose()
          await onAdded()
          if (more) setEntered([...entered, sent.text('name')])
          return ''
        }}
        actions={
          another ? (
            <Button type="submit" onClick={() => (asksForAnother.current = true)}>
              {words.firstSteps.saveAnother}
            </Button>
          ) : null
        }
      >
        <div ref={(fields) => (entered.length > 0 ? fields?.querySelector('input')?.focus() : undefined)}>
          {props.children}
        </div>
      </Form>
      <p role="status">{last === undefined ? '' : words.firstSteps.savedNext(last)}</p>
    </>
  )
}

interface StepProps {
  icon: 'up' | 'down'
  label: string
  to: FleetRecord | undefined
  onOpen: (id: string) => void
}

const Step = ({ icon, label, to, onOpen }: StepProps) => (
  <Button
    kind="quiet"
    icon
    aria-label={label}
    title={label}
    reason={to ? null : words.fleet.noMore}
    onClick={() => to && onOpen(idOf(to))}
  >
    <Icon name={icon} />
  </Button>
)

interface ToggleProps extends Pick<SheetProps, 'changes'> {
  record: Extract<FleetRecord, { active: boolean }>
  on: string
  off: string
}

/** Takes a record out of use, or uses it again. */
export function Toggle({ changes, record, on, off }: ToggleProps) {
  const { run, busy, said } = useActionRunner()
  return (
    <>
      <p role="alert">{said}</p>
      <Button
        kind="quiet"
        busy={busy}
        onClick={() => void run(() => changes.change(record, { active: !record.active }, record.name))}
      >
        {record.active ? off : on}
      </Button>
    </>
  )
}
