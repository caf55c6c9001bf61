// Notices for the driver: no reception, changes by the office, and the end of the link. Each is one line that expands when
// tapped. Unsaved taps are always shown in full.
import { Button } from './button.tsx'
import { type ReactNode, useState } from 'react'
import { useWords } from './language.tsx'
import { linkEndedText, unsavedActionTexts, unsentText } from './route-text.ts'
import type { WorkState } from './phone.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  state: WorkState
  /** The browser blocks the location. Called when the driver dismisses the notice. */
  blocked: (() => void) | null
}

export function Notices({ work, state, blocked }: Props) {
  const words = useWords()
  const { refused, ended, run, changes } = state
  const unsent = [...state.waiting, ...state.elsewhere]
  const moved = changes.filter(({ kind }) => kind === 'MOVED').map(({ line1 }) => line1)
  return (
    <div className="notices" role="status">
      {ended ? (
        <p className="notice bad">
          {linkEndedText(words, ended)} {unsent.length > 0 && words.ended.notSent(unsentText(words, unsent))}
        </p>
      ) : (
        <Connection state={state} />
      )}
      {blocked && (
        <Notice kind="warn" onOk={blocked}>
          {words.sharing.blocked}
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice onOk={() => void work.dismissChanges()}>
          {changes
            .filter(({ kind }) => kind !== 'MOVED')
            .map(({ stopId, line1, kind }) => (
              <span key={stopId}>{words.notices[kind === 'ADDED' ? 'added' : 'removed'](line1)} </span>
            ))}
          {moved.length > 0 && words.notices.reordered(moved.join(', '))}
        </Notice>
      )}
      {refused.length > 0 && <Unsaved work={work} refused={refused} run={run} />}
    </div>
  )
}

/** Lists all unsaved taps. One tap dismisses the list, because the office has the taps or the driver reports them. */
function Unsaved({ work, refused, run }: { work: Work } & Pick<WorkState, 'refused' | 'run'>) {
  const words = useWords()
  return (
    <div className="notice bad unsaved">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys, too. */}
      <div className="all" tabIndex={0} role="group" aria-label={words.notices.notSaved}>
        {unsavedActionTexts(words, refused, run).map(({ title, did, why }) => (
          <div key={`${title} ${why}`}>
            <strong>{title}</strong>
            <ul>
              {did.map(({ key, said }) => (
                <li key={key}>{said}</li>
              ))}
            </ul>
            <p>{why}</p>
          </div>
        ))}
      </div>
      <Button onClick={() => void work.dismiss(refused)}>{words.ok}</Button>
    </div>
  )
}

/** Number of notices that shift the page when they appear. A lost connection is not counted, because drivers wait for it. */
export const countNotices = ({ changes, refused }: WorkState): number =>
  Number(changes.length > 0) + Number(refused.length > 0)

function Connection({ state }: { state: WorkState }) {
  const words = useWords()
  const { notices } = words
  const { online, busy, isKept } = state
  const waiting = [...state.waiting, ...state.elsewhere]
  const what = waiting.length > 0 ? unsentText(words, waiting) : null
  if (!isKept) return <Notice kind="bad">{what ? notices.noRoomWaiting(what) : notices.noRoom}</Notice>
  if (!online) return <Notice kind="warn">{what ? notices.offlineWaiting(what) : notices.offline}</Notice>
  return busy && what ? <Notice kind="warn">{notices.busyWaiting(what)}</Notice> : null
}

function Notice({ kind = '', onOk, children }: { kind?: string; onOk?: () => void; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const words = useWords()
  return (
    <div className={`notice ${kind}`}>
      <Button kind="line" aria-expanded={open} onClick={() => setOpen(!open)}>
        {children}
      </Button>
      {onOk && (
        <Button kind="plain" onClick={onOk}>
          {words.ok}
        </Button>
      )}
    </div>
  )
}
