// What the driver must know of the connection: what waits, what was refused, and that the link has ended.
import type { Waiting } from './outbox.ts'
import type { Work, WorkState } from './work.ts'

export function Notices({ work, state }: { work: Work; state: WorkState }) {
  const { waiting, online, busy, refused, ended, run, changes } = state
  const items = waiting === 1 ? '1 update is' : `${waiting} updates are`
  return (
    <div className="notices" role="status">
      {ended ? (
        <p className="notice bad">
          {ended} {waiting > 0 && `${items} not sent.`}
        </p>
      ) : !online ? (
        <p className="notice warn">
          No reception.{' '}
          {waiting > 0 ? `${items} waiting to be sent.` : 'Keep working: everything is saved and sent later.'}
        </p>
      ) : busy && waiting > 0 ? (
        <p className="notice warn">The server is busy. {items} waiting to be sent.</p>
      ) : null}
      {changes.length > 0 && (
        <p className="notice">
          <span>
            {changes.map(({ stopId, line1, added }) => (
              <span key={stopId} className="line">
                The office {added ? `added ${line1} to your route.` : `removed ${line1} from your route.`}
              </span>
            ))}
          </span>
          <button type="button" className="plain" onClick={() => void work.dismissChanges()}>
            OK
          </button>
        </p>
      )}
      {refused.map((item) => (
        <p key={item.key} className="notice bad">
          <span>
            {wordsOf(item)}
            {addressOf(item, run)} was not saved: {item.refused}
          </span>
          <button type="button" className="plain" onClick={() => void work.dismiss(item)}>
            OK
          </button>
        </p>
      ))}
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
