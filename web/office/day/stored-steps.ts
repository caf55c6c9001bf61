// The undo steps of a day that the server stores, with their labels.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UndoStepsOut } from '../../../src/contract/office/undo.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { stepWords } from '../undo-words.ts'

type StoredStep = UndoStepsOut['steps'][number]

export interface StoredSteps {
  /** The step that can be undone next. */
  latest: StoredStep | undefined
  /** Reads the steps from the server. Resolves to the step that can be undone next. */
  read: () => Promise<StoredStep | undefined>
  /** Returns a function that returns whether a step was stored at the time of this call. */
  known: () => (stepId: string) => boolean
  /** Sets the label of a step. Steps without a label are named by their kind. */
  name: (stepId: string, label: string) => void
  labelOf: (step: StoredStep) => string
  /** Skips a step that the server refused to undo, so that earlier steps can still be undone. */
  skip: (stepId: string) => void
  /** Offers the skipped steps again. */
  offerRefused: () => void
}

export function useStoredSteps(date: string): StoredSteps {
  const client = useQueryClient()
  const refused = useRef(new Set<string>())
  const labels = useRef(new Map<string, string>())
  const query = endpointQuery('GET /undo-steps')
  const { queryKey } = query
  const isOfDay = ({ kind, date: day, step_uuid: id }: StoredStep): boolean =>
    (kind === 'ROUTES_CHANGED' || kind === 'ROUTES_BUILT') && day === date && !refused.current.has(id)
  return {
    latest: useQuery(query).data?.steps.find(isOfDay),
    read: async () => {
      // Cancel earlier reads, because their response may lack the latest step.
      await client.cancelQueries({ queryKey })
      const now = await call('GET /undo-steps')
      client.setQueryData(queryKey, now)
      return now.steps.find(isOfDay)
    },
    known: () => {
      const before = new Set(client.getQueryData<UndoStepsOut>(queryKey)?.steps.map(({ step_uuid: id }) => id))
      return (stepId) => before.has(stepId)
    },
    name: (stepId, label) => void labels.current.set(stepId, label),
    labelOf: (step) => labels.current.get(step.step_uuid) ?? stepWords(step),
    skip: (stepId) => void refused.current.add(stepId),
    offerRefused: () => refused.current.clear(),
  }
}
