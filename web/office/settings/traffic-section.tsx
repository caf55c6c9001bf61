// Traffic: what driving takes longer at which hour, as set, beside what the drivers' arrivals say.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrafficOut } from '../../../src/contract/office/traffic.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { useRoleReason } from '../session.tsx'
import style from './traffic-section.module.css'

const KEY = ['traffic']
const NOTHING_MEASURED = 'Too few drives were measured yet: an hour needs 20 between stops whose arrival was tapped.'

export function TrafficSection() {
  const traffic = useQuery({ queryKey: KEY, queryFn: () => call('GET /traffic') })
  return (
    <section className={page.section} aria-labelledby="traffic">
      <h2 id="traffic">Traffic</h2>
      <p className={page.soft}>
        Driving times are multiplied by these factors: 1 is an empty road, 1.3 takes a third longer. A plan uses the
        mean over its shifts; expected arrivals on the road use the hour’s own.
      </p>
      <QueryState query={traffic} what="the traffic factors">
        {(data) => <TrafficForm key={data.factors.join()} traffic={data} />}
      </QueryState>
    </section>
  )
}

function TrafficForm({ traffic }: { traffic: TrafficOut }) {
  const role = useRoleReason('DISPATCHER')
  const client = useQueryClient()
  const [factors, setFactors] = useState(() => traffic.factors.map(String))
  const { onSubmit, busy, faultOf, said } = useSubmit(
    async () => {
      client.setQueryData(KEY, await call('PATCH /traffic', { body: { factors: factors.map(Number) } }))
      return 'Saved. Plans made from now on use it.'
    },
    factors.map((_, hour) => `factors.${hour}`),
  )
  const offered = traffic.measured.some((factor) => factor !== null)
  return (
    <form className={page.form} onSubmit={onSubmit} noValidate>
      <div className={style.hours}>
        {factors.map((factor, hour) => (
          <Field
            key={hourInWords(hour)}
            label={hourInWords(hour)}
            inputMode="decimal"
            value={factor}
            hint={measuredInWords(traffic, hour)}
            fault={faultOf(`factors.${hour}`)}
            onChange={({ target }) => setFactors(factors.with(hour, target.value))}
          />
        ))}
      </div>
      <div className={page.actions}>
        <Button type="submit" kind="primary" reason={role} busy={busy}>
          Set traffic
        </Button>
        <Button
          reason={role ?? (offered ? null : NOTHING_MEASURED)}
          onClick={() => setFactors(factors.map((factor, hour) => String(traffic.measured[hour] ?? factor)))}
        >
          Fill in what was measured
        </Button>
      </div>
      <p role="status">{said}</p>
    </form>
  )
}

const hourInWords = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

function measuredInWords({ measured, drives }: TrafficOut, hour: number): string {
  const factor = measured[hour]
  const count = drives[hour] ?? 0
  if (factor !== null && factor !== undefined) return `${factor} in ${count} drives`
  return count > 0 ? `${count} drives: too few` : ''
}
