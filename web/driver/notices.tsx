// What the driver must know: no reception, what was refused, what the office changed, and that the link has ended. Each
// is one line, and shows all of itself when tapped.
import { type ReactNode, useState } from 'react'
import type { Waiting } from './outbox.ts'
import { toSend } from './words.ts'
import type { Work, WorkState } from './work.ts'

interface Props {
  work: Work
  state: WorkState
  /** The browser refuses to say where the phone is; what the driver answers to that. */
  blocked: (() => void) | null
}

export function Notices({ work, state, blocked }: Props) {
  const { refused, ended, run, changes } = state
  const [first] = refused
  const moved = changes.filter(({ kind }) => kind === 'MOVED').map(({ line1 }) => line1)
  return (
    <div className="notices" role="status">
      {ended ? (
        <p className="notice bad">
          {ended} {state.waiting.length > 0 && `Not sent: ${toSend(state.waiting)}.`}
        </p>
      ) : (
        <Connection state={state} />
      )}
      {blocked && (
        <Notice kind="warn" onOk={blocked}>
          Your location isn’t shared: this browser blocks it. Allow it in the settings of this site.
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice onOk={() => void work.dismissChanges()}>
          {changes
            .filter(({ kind }) => kind !== 'MOVED')
            .map(({ stopId, line1, kind }) => (
              <span key={stopId}>
                The office {kind === 'ADDED'
                  ? `added ${line1} to your route.`
                  : `removed ${line1} from your route.`}{' '}
              </span>
            ))}
          {moved.length > 0 && `The office changed the order of your stops: ${moved.join(', ')}.`}
        </Notice>
      )}
      {first && (
        <Notice key={first.key} kind="bad" onOk={() => void work.dismiss(first)}>
          {wordsOf(first)}
          {addressOf(first, run)} was not saved. {first.refused}
          {refused.length > 1 && ` (${refused.length - 1} more)`}
        </Notice>
      )}
    </div>
  )
}

function Connection({ state: { waiting, online, busy, isKept } }: { state: WorkState }) {
  const some = waiting.length > 0
  if (!isKept)
    return (
      <Notice kind="bad">
        Stay on this page{some && ` until it has sent ${toSend(waiting)}`}: this phone has no room to store your work.
      </Notice>
    )
  if (!online)
    return (
      <Notice kind="warn">
        {some
          ? `${toSend(waiting)} waiting to send. No reception.`
          : 'No reception. Keep working: everything is saved.'}
      </Notice>
    )
  return busy && some ? <Notice kind="warn">{toSend(waiting)} waiting to send. The server is busy.</Notice> : null
}

function Notice({ kind = '', onOk, children }: { kind?: string; onOk?: () => void; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={`notice ${kind}`}>
      <button type="button" className="line" aria-expanded={open} onClick={() => setOpen(!open)}>
        {children}
      </button>
      {onOk && (
        <button type="button" className="plain" onClick={onOk}>
          OK
        </button>
      )}
    </div>
  )
}

const TAP_WORDS = {
  START: 'The start of the route',
  HEAD: 'Heading to',
  ARRIVE: '“Arrived” at',
  OUTCOME: 'The outcome at',
  UNDO: 'Undo at',
  REORDER: 'The new stop sequence',
  END: 'The end of the route',
} as const

const OUTCOME_WORDS = { DELIVERED: '“Delivered” at', FAILED: '“Not delivered” at', SKIPPED: '“Skipped” at' } as const

const wordsOf = ({ tap, proof }: Waiting): string =>
  tap
    ? tap.status
      ? OUTCOME_WORDS[tap.status]
      : TAP_WORDS[tap.kind]
    : proof.kind === 'PHOTO'
      ? 'The photo for'
      : 'The signature for'

function addressOf({ tap, proof }: Waiting, run: WorkState['run']): string {
  const id = tap ? tap.stop_uuid : proof.stop_uuid
  const stop = run?.stops.find(({ stop_uuid }) => stop_uuid === id)
  return stop ? ` ${stop.address.line1}` : id ? ' a stop that is no longer on your route' : ''
}
