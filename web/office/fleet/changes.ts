// Changes of single members of a depot, driver or vehicle, each of which can be undone. A change of another user to other
// members of the same record stays.
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { DepotOut, DriverOut } from '../../../src/contract/fleet.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { ApiError, type Body, call } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { words } from '../../words/locale.ts'

export type FleetRecord = DepotOut | DriverOut | VehicleOut
export type FleetKind = 'depot' | 'driver' | 'vehicle'
type Members = Readonly<Record<string, unknown>>

interface Step {
  recordId: string
  before: Members
  after: Members
  /** Names the change. */
  what: string
}

export interface FleetChanges {
  /** Sends these members of the record. Throws ApiError if the server refuses. */
  change: (record: FleetRecord, members: Members, what: string) => Promise<void>
  /** The last change. Null if there is none. */
  last: Step | null
  undo: () => Promise<void>
  busy: boolean
  savedAt: Date | null
  said: string
}

export const idOf = (record: FleetRecord): string =>
  'vehicle_uuid' in record ? record.vehicle_uuid : 'driver_uuid' in record ? record.driver_uuid : record.depot_uuid

export const recordIn = (fleet: FleetOut | undefined, id: string): FleetRecord | undefined =>
  [...(fleet?.vehicles ?? []), ...(fleet?.drivers ?? []), ...(fleet?.depots ?? [])].find((one) => idOf(one) === id)

export function useFleetChanges(fleet: UseQueryResult<FleetOut>): FleetChanges {
  const again = useInvalidate()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const fresh = async (id: string) => recordIn((await fleet.refetch()).data, id)
  const send = async (record: FleetRecord, members: Members): Promise<FleetRecord | undefined> => {
    setSaid('')
    try {
      await replace(record, members)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') throw error
      const now = await fresh(idOf(record))
      if (!now || !hasMembers(now, membersOf(record, members))) throw error
      await replace(now, members)
    }
    const saved = await fresh(idOf(record))
    void again('GET /first-steps')
    setSavedAt(new Date())
    return saved
  }
  const change: FleetChanges['change'] = async (record, given, what) => {
    const members = changedMembers(record, given)
    if (Object.keys(members).length === 0) return
    const saved = await send(record, members)
    // Another depot was the default before, so this record alone can't restore it.
    if ('is_default' in members) return
    const after = membersOf(saved ?? record, members)
    setSteps((before) => [...before, { recordId: idOf(record), before: membersOf(record, members), after, what }])
  }
  const last = steps.at(-1) ?? null
  const undo = async (): Promise<void> => {
    if (!last) return
    setBusy(true)
    const restore = async (): Promise<void> => {
      const record = await fresh(last.recordId)
      if (!record || !hasMembers(record, last.after)) throw new ApiError(409, words.fleet.notUndone(last.what), {})
      await send(record, last.before)
    }
    setSaid(await resultMessage(restore(), () => words.fleet.undone(last.what)))
    setSteps((before) => before.slice(0, -1))
    setBusy(false)
  }
  return { change, last, undo, busy, savedAt, said }
}

const membersOf = (record: FleetRecord, members: Members): Members =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in members))

const changedMembers = (record: FleetRecord, members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name, value]) => !hasMembers(record, { [name]: value })))

const hasMembers = (record: FleetRecord, members: Members): boolean =>
  Object.entries(members).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify((record as unknown as Members)[name]),
  )

/** Sends the record with the changed members. The server checks their values. */
function replace(record: FleetRecord, members: Members): Promise<null> {
  if ('vehicle_uuid' in record) {
    const { vehicle_uuid, ...same } = record
    const body = { ...same, ...members } as Body<'PATCH /vehicles/{vehicle_uuid}'>
    return call('PATCH /vehicles/{vehicle_uuid}', { params: { vehicle_uuid }, body })
  }
  if ('driver_uuid' in record) {
    const { driver_uuid, no_text: _, ...same } = record
    const body = { ...same, ...members } as Body<'PATCH /drivers/{driver_uuid}'>
    return call('PATCH /drivers/{driver_uuid}', { params: { driver_uuid }, body })
  }
  const { depot_uuid, ...same } = record
  const body = { ...same, ...members } as Body<'PATCH /depots/{depot_uuid}'>
  return call('PATCH /depots/{depot_uuid}', { params: { depot_uuid }, body })
}
