// The report by customer: a card of those with the most deliveries, and a table.
import { type CustomersOut, MAX_CUSTOMERS_IN_FILE, type ReportOut } from '../../../src/contract/reports.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { countText } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { lowestOnTime, meetsGoal, onTimeOf } from './figures.ts'
import { Card } from './plots.tsx'
import { shareText, starsText } from './report-cards.tsx'
import style from './reports.module.css'

type Customer = CustomersOut['customers'][number]

/** Number of customers in the card. The table has more. */
const IN_CARD = 6

const nameOf = ({ name }: Customer): string => name ?? words.reports.deletedCustomers
const keyOf = ({ name, phone }: Customer): string => `${name ?? ''} ${phone ?? ''}`
const ratingText = ({ stars }: Customer): string => (stars === null ? '–' : starsText(stars))

interface CardProps {
  report: ReportOut
  customers: CustomersOut
  onAll: () => void
}

/** The customers with the most deliveries, from the most punctual to the least punctual. */
export function Customers({
  report: { totals, on_time_goal: goal },
  customers: { customers, count },
  onAll,
}: CardProps) {
  const shown = customers.slice(0, IN_CARD).sort((a, b) => (onTimeOf(b) ?? -1) - (onTimeOf(a) ?? -1))
  const lowest = lowestOnTime(shown, totals)
  const isLow = (one: Customer): boolean => (goal === null ? one === lowest : !meetsGoal(one, goal))
  return (
    <Card
      wide
      title={words.reports.customers}
      legend={
        <Button small kind="quiet" onClick={onAll}>
          {words.reports.allOf(count)}
        </Button>
      }
    >
      <div className={style.customers}>
        <Table
          columns={[
            words.common.customer,
            { name: words.reports.deliveries, figure: true },
            words.reports.onTime,
            { name: words.reports.rating, figure: true },
          ]}
        >
          {shown.map((one) => (
            <tr key={keyOf(one)}>
              <th scope="row">{nameOf(one)}</th>
              <Figure>{countText(one.delivered + one.failed)}</Figure>
              <td>
                <div className={style.share}>
                  <span className={style.bar}>
                    <i
                      className={isLow(one) ? style.hotBar : undefined}
                      style={{ width: `${100 * (onTimeOf(one) ?? 0)}%` }}
                    />
                  </span>
                  {shareText(one)}
                </div>
              </td>
              <Figure>{ratingText(one)}</Figure>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}

export const CustomerTable = ({ customers: { customers, count } }: { customers: CustomersOut }) =>
  count === 0 ? (
    <Empty>{words.reports.noCustomers}</Empty>
  ) : (
    <>
      <Table
        scrolls
        label={words.reports.byCustomer}
        columns={[
          words.common.customer,
          words.common.phone,
          { name: words.reports.delivered, figure: true },
          { name: words.reports.failed, figure: true },
          { name: words.reports.skipped, figure: true },
          { name: words.reports.onTime, figure: true },
          { name: words.reports.rating, figure: true },
        ]}
      >
        {customers.map((one) => (
          <tr key={keyOf(one)}>
            <th scope="row">{nameOf(one)}</th>
            <td>{one.phone ?? '–'}</td>
            <Figure>{countText(one.delivered)}</Figure>
            <Figure>{countText(one.failed)}</Figure>
            <Figure>{countText(one.skipped)}</Figure>
            <Figure>{shareText(one)}</Figure>
            <Figure>{ratingText(one)}</Figure>
          </tr>
        ))}
      </Table>
      {customers.length < count ? (
        <p className={style.foot}>{words.reports.mostOf(customers.length, count, MAX_CUSTOMERS_IN_FILE)}</p>
      ) : null}
    </>
  )
