// Traffic factors by hour, next to the factors measured from drivers' arrivals.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrafficOut } from '../../../src/contract/traffic.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { clockTime, percent } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useSharedReason } from '../session.tsx'
import style from './traffic-section.module.css'
import { words } from '../../words/locale.ts'

export function TrafficSection() {
  const traffic = useQuery(endpointQuery('GET /traffic'))
  return (
    <div className={page.section}>
      <h2>{words.settings.traffic}</h2>
      <p className={page.soft}>{words.settings.trafficLead}</p>
      <QueryState query={traffic} what={words.settings.theFactors}>
        {(data) => (
          <>
            <RangesHeld ranges={data.ranges} />
            <TrafficForm traffic={data} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function RangesHeld({ ranges: { inside, minutes } }: Pick<TrafficOut, 'ranges'>) {
  if (inside === null || minutes === null) return null
  return <p>{words.settings.rangesHeld(percent(inside), minutes)}</p>
}

function TrafficForm({ traffic }: { traffic: TrafficOut }) {
  const role = useSharedReason('changeTraffic')
  const client = useQueryClient()
  const saved = traffic.factors.map(String)
  const [factors, setFactors] = useState(saved)
  const [start, setStart] = useState(saved)
  // Adopts factors that another user saved, unless the user has edited the fields.
  if (start.join() !== saved.join()) {
    setStart(saved)
    if (factors.join() === start.join()) setFactors(saved)
  }
  const offered = traffic.measured.some((factor) => factor !== null)
  return (
    <Form
      action={words.settings.saveTraffic}
      reason={role}
      save={async () => {
        const saved = await call('PATCH /traffic', { body: { factors: factors.map(Number) } })
        client.setQueryData(endpointQuery('GET /traffic').queryKey, saved)
        return words.settings.trafficSaved
      }}
      actions={
        <Button
          reason={role ?? (offered ? null : words.settings.nothingMeasured)}
          onClick={() => setFactors(factors.map((factor, hour) => String(traffic.measured[hour] ?? factor)))}
        >
          {words.settings.useMeasured}
        </Button>
      }
    >
      <div className={style.hours}>
        {factors.map((factor, hour) => (
          <Field
            key={hourInWords(hour)}
            label={hourInWords(hour)}
            name={`factors.${hour}`}
            inputMode="decimal"
            value={factor}
            hint={measuredInWords(traffic, hour)}
            onChange={({ target }) => setFactors(factors.with(hour, target.value))}
          />
        ))}
      </div>
    </Form>
  )
}

const hourInWords = (hour: number): string => clockTime(`${String(hour).padStart(2, '0')}:00`)

function measuredInWords({ measured, drives }: TrafficOut, hour: number): string {
  const factor = measured[hour]
  const count = drives[hour] ?? 0
  if (factor !== null && factor !== undefined) return words.settings.measured(factor, count)
  return count > 0 ? words.settings.tooFew(count) : ''
}
