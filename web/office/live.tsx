// Receives change events for all screens. Shows when the server is unavailable, and reads all data again when it is back.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { ApiError, askToSignIn, type Route } from '../api/client.ts'
import { openEventStream } from '../api/listen.ts'
import { queryKeyOf } from '../api/query.ts'
import { timeToSecond } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from '../words/locale.ts'
import { useSession } from './session.tsx'
import style from './shell.module.css'

/** The server sends an event at least every 2 s. After a silence of this time it counts as unavailable. */
const SILENCE_TIMEOUT_MS = 4_500
const RETRY_MS = 1_000
/** Lists are read once for all changes within this time. */
const COALESCE_MS = 1_000
/** Lists that changes of orders and routes affect. The day reloads itself. */
const LISTS: readonly Route[] = [
  'GET /orders',
  'GET /orders/{order_uuid}',
  'GET /replies',
  'GET /undo-steps',
  'GET /exceptions',
]

type Listener = () => void

interface Hearing {
  listeners: Set<Listener>
  /** Time of the last event, while the server is unavailable. */
  awaySince: Date | null
}
const HearingContext = createContext<Hearing | null>(null)

function useHearing(): Hearing {
  const hearing = useContext(HearingContext)
  if (!hearing) throw new Error('useChanges needs Live')
  return hearing
}

/** Calls `onChange` when data of the business changed, and when events may have been missed. */
export function useChanges(onChange: Listener): void {
  const { listeners } = useHearing()
  useEffect(() => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }, [listeners, onChange])
}

/** Receives events for the screens in `children`. */
export function Live({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [listeners] = useState(() => new Set<Listener>())
  const [awaySince, setAwaySince] = useState<Date | null>(null)
  useEffect(() => {
    const left = new AbortController()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const tell = (): void => {
      for (const listener of listeners) listener()
      gathering ??= setTimeout(() => {
        gathering = undefined
        for (const route of LISTS) void client.invalidateQueries({ queryKey: queryKeyOf(route) })
      }, COALESCE_MS)
    }
    void listenUntilLeft(left.signal, {
      onChange: tell,
      onAway: setAwaySince,
      onBack: () => {
        setAwaySince(null)
        void client.invalidateQueries()
      },
      onBlocked: () => void client.invalidateQueries({ queryKey: queryKeyOf('GET /session') }),
    })
    return () => {
      left.abort()
      clearTimeout(gathering)
    }
  }, [client, listeners])
  const hearing = useMemo(() => ({ listeners, awaySince }), [listeners, awaySince])
  return <HearingContext value={hearing}>{children}</HearingContext>
}

/** Shows that the server is unavailable. */
export function ServerUnavailable() {
  const { awaySince: since } = useHearing()
  const zone = useSession().business.time_zone
  return (
    <div role="status" className={style.failing}>
      {since ? (
        <p>
          <Icon name="warning" /> {words.shell.away(timeToSecond(since.toISOString(), zone))}
        </p>
      ) : null}
    </div>
  )
}

interface ChangeListener {
  /** Data changed, or events may have been missed. */
  onChange: () => void
  /** The server is unavailable. `since` is the time of its last event. */
  onAway: (since: Date) => void
  onBack: () => void
  /** The user must first add a second factor. */
  onBlocked: () => void
}

/** Listens while the page is visible, because browsers limit the connections of all tabs to one server. */
async function listenUntilLeft(
  left: AbortSignal,
  { onChange, onAway, onBack, onBlocked }: ChangeListener,
): Promise<void> {
  let heardAt = Date.now()
  let patientUntil = heardAt + SILENCE_TIMEOUT_MS
  let away = false
  while (!left.aborted) {
    if (document.hidden) {
      await waitUntilVisible(left)
      patientUntil = Date.now() + SILENCE_TIMEOUT_MS
    }
    const turn = new AbortController()
    const giveUp = (): void => {
      if (!away) onAway(new Date(heardAt))
      away = true
      turn.abort()
    }
    let patience = setTimeout(giveUp, away ? SILENCE_TIMEOUT_MS : patientUntil - Date.now())
    const endIfHidden = (): void => (document.hidden ? turn.abort() : undefined)
    document.addEventListener('visibilitychange', endIfHidden)
    const error: unknown = await openEventStream(AbortSignal.any([left, turn.signal]), (heard) => {
      clearTimeout(patience)
      patience = setTimeout(giveUp, SILENCE_TIMEOUT_MS)
      heardAt = Date.now()
      patientUntil = heardAt + SILENCE_TIMEOUT_MS
      if (away) onBack()
      away = false
      if (heard !== 'beat') onChange()
    }).catch((reason: unknown) => reason)
    document.removeEventListener('visibilitychange', endIfHidden)
    clearTimeout(patience)
    if (error instanceof ApiError && error.status === 401) {
      if (!(await askToSignIn())) return
      patientUntil = Date.now() + SILENCE_TIMEOUT_MS
    }
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') onBlocked()
    await pause(left, RETRY_MS)
  }
}

const waitUntilVisible = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !left.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    left.addEventListener('abort', look, { once: true })
  })

const pause = (left: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    left.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
