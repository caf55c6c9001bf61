// State of the pieces of one load: open, on the vehicle, or missing with a reason. It is stored in this browser until the
// load is checked.
import { useState } from 'react'
import type { LoadsOut } from '../../../src/contract/office/loads.ts'
import { readDraft, removeDraft, writeDraft } from '../../ui/drafts.ts'

export type LoadedRoute = LoadsOut['routes'][number]
export type Load = LoadedRoute['loads'][number]
export type LoadStop = Load['stops'][number]
export type PieceState = 'open' | 'on' | 'missing'

/** A load with its route. */
export interface Dock {
  key: string
  route: LoadedRoute
  load: Load
}

/** All loads of the day, in the order of departure. */
export const docksOf = (routes: readonly LoadedRoute[]): Dock[] =>
  routes
    .toSorted((a, b) => (a.planned_start ?? '').localeCompare(b.planned_start ?? ''))
    .flatMap((route) => route.loads.map((load) => ({ key: `${route.route_uuid}.${load.trip}`, route, load })))

interface States {
  /** States keyed by the code of a piece. Absent: open. */
  pieces: Readonly<Record<string, PieceState>>
  /** Codes that were scanned or typed, not ticked. */
  scanned: readonly string[]
  /** Reason why pieces are missing, keyed by stop. */
  reasons: Readonly<Record<string, string>>
}

const NOTHING: States = { pieces: {}, scanned: [], reasons: {} }

/** State that the stored check or the unsent one of this browser describes. */
function statesOf({ key, load }: Dock): States {
  const draft = readDraft(draftOf(key))
  if (draft) return { ...NOTHING, ...(JSON.parse(draft.touched.states?.[0] ?? '{}') as Partial<States>) }
  const { check } = load
  if (!check) return NOTHING
  const missing = new Set(check.missing.map(({ code }) => code))
  const checked = load.stops.filter(({ order_uuid }) => check.order_uuids.includes(order_uuid))
  const codes = checked.flatMap(({ pieces }) => pieces.map(({ code }) => code))
  return {
    ...NOTHING,
    pieces: Object.fromEntries(codes.map((code) => [code, missing.has(code) ? 'missing' : 'on'])),
  }
}

const draftOf = (key: string): string => `load ${key}`

export interface LoadState extends States {
  stateOf: (code: string) => PieceState
  set: (codes: readonly string[], state: PieceState) => void
  scan: (code: string) => void
  explain: (stopId: string, reason: string) => void
  /** Forgets the unsent state, after the check is stored. */
  forget: () => void
}

export function useLoadState(dock: Dock): LoadState {
  const [states, setStates] = useState(() => statesOf(dock))
  const put = (next: States): void => {
    setStates(next)
    writeDraft(draftOf(dock.key), { touched: { states: [JSON.stringify(next)] }, version: '' })
  }
  const withState = (codes: readonly string[], state: PieceState): States => ({
    ...states,
    pieces: { ...states.pieces, ...Object.fromEntries(codes.map((code) => [code, state])) },
    scanned: states.scanned.filter((code) => !codes.includes(code)),
  })
  return {
    ...states,
    stateOf: (code) => states.pieces[code] ?? 'open',
    set: (codes, state) => put(withState(codes, state)),
    scan: (code) => put({ ...withState([code], 'on'), scanned: [...states.scanned, code] }),
    explain: (stopId, reason) => put({ ...states, reasons: { ...states.reasons, [stopId]: reason } }),
    forget: () => removeDraft(draftOf(dock.key)),
  }
}

export const codesOf = ({ stops }: Load): string[] => stops.flatMap(({ pieces }) => pieces.map(({ code }) => code))
