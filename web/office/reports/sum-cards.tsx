// Cards of the report with sums: amounts collected at the door, and messages sent.
import type { ReportOut } from '../../../src/contract/reports.ts'
import { money } from '../../../src/domain/routes/door-checks.ts'
import { countText } from '../../ui/format.ts'
import { locale, words } from '../../words/locale.ts'
import { priceText } from '../message-words.ts'
import { Card } from './plots.tsx'
import style from './reports.module.css'

export function Collected({ report: { collected } }: { report: ReportOut }) {
  const sums = new Map<string, { cash: number; check: number; card: number; unpaid: number }>()
  for (const { currency, cash, check, card, unpaid } of collected) {
    const sum = sums.get(currency) ?? { cash: 0, check: 0, card: 0, unpaid: 0 }
    sums.set(currency, {
      cash: sum.cash + Number(cash),
      check: sum.check + Number(check),
      card: sum.card + Number(card),
      unpaid: sum.unpaid + unpaid,
    })
  }
  return (
    <Card title={words.reports.collected}>
      {sums.size === 0 ? <p className={style.foot}>{words.reports.noneCollected}</p> : null}
      {[...sums].map(([currency, { cash, check, card, unpaid }]) => (
        <dl key={currency} className={style.sums}>
          <Sum name={words.reports.cash}>{money(cash.toFixed(2), currency, locale())}</Sum>
          {check > 0 ? <Sum name={words.reports.check}>{money(check.toFixed(2), currency, locale())}</Sum> : null}
          <Sum name={words.reports.card}>{money(card.toFixed(2), currency, locale())}</Sum>
          <Sum name={words.reports.notPaid} isHot={unpaid > 0}>
            {countText(unpaid)}
          </Sum>
        </dl>
      ))}
    </Card>
  )
}

export function Messages({ report: { messages }, wide }: { report: ReportOut; wide: true | 'ALL' }) {
  const of = (channel: string, read: (one: ReportOut['messages'][number]) => number): number =>
    messages.reduce((sum, one) => sum + (one.channel === channel ? read(one) : 0), 0)
  return (
    <Card wide={wide} title={words.reports.messagesSent}>
      {messages.length === 0 ? (
        <p className={style.foot}>{words.reports.noMessages}</p>
      ) : (
        <dl className={style.sums}>
          <Sum name={words.reports.texts}>{countText(of('SMS', ({ sent }) => sent))}</Sum>
          <Sum name={words.reports.segments}>{countText(of('SMS', ({ segments }) => segments))}</Sum>
          <Sum name={words.reports.emails}>{countText(of('EMAIL', ({ sent }) => sent))}</Sum>
          {[...priceSums(messages)].map(([currency, price]) => (
            <Sum key={currency} name={words.reports.price}>
              {priceText(price, currency) ?? '–'}
            </Sum>
          ))}
        </dl>
      )}
    </Card>
  )
}

export function priceSums(messages: ReportOut['messages']): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { price, currency } of messages)
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + (price ?? 0))
  return sums
}

const Sum = ({ name, isHot = false, children }: { name: string; isHot?: boolean; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className={isHot ? style.hot : undefined}>{children}</dd>
  </div>
)
