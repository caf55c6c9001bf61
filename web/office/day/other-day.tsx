// Dialog that gives deliveries another date. It removes them from their routes and can fit them into the routes of the new
// day, with the cost.
import { useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { addDays, dayText, dayToIso, isoToDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { navigate } from '../location.ts'
import style from './day.module.css'
import { silentDriverWarning } from './silent.ts'

interface Props {
  day: DayOut
  orderIds: readonly string[]
  onSaid: (text: string) => void
  onClose: () => void
}

export function OtherDayDialog({ day, orderIds, onSaid, onClose }: Props) {
  const [iso, setIso] = useState(dayToIso(addDays(day.date, 1)))
  const { run, busy, said: fault } = useActionRunner()
  const silent = silentDriverWarning(day, orderIds, useSession().business.time_zone)
  const missing = iso === '' || isoToDay(iso) === day.date ? words.day.chooseOtherDay : null

  const move = (fitIn: boolean): Promise<void> =>
    run(async () => {
      const body = { order_uuids: [...orderIds], delivery_date: isoToDay(iso), off_sent_routes: true }
      const results = await call('POST /orders-dates', { body })
      const moved = results.filter(({ done }) => done)
      const refused = results.find(({ done }) => !done)
      if (refused && moved.length === 0) return refused.message ?? ''
      onClose()
      const said = words.day.movedToDay(moved.length, dayText(isoToDay(iso)))
      onSaid(refused ? `${said} ${words.day.someNotMoved(results.length - moved.length, refused.message ?? '')}` : said)
      if (fitIn) navigate(`/?date=${iso}&fit=${moved.map(({ order_uuid }) => order_uuid).join(',')}`)
      return ''
    })

  return (
    <Dialog title={words.day.otherDayTitle(orderIds.length)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing && !busy) void move(false)
        }}
      >
        <Field
          label={words.common.deliveryDate}
          type="date"
          value={iso}
          min={dayToIso(day.today)}
          hint={words.day.otherDayHint}
          onChange={(event) => setIso(event.target.value)}
        />
        {silent ? <p className={style.warn}>{silent}</p> : null}
        <p className={style.warn} role="alert">
          {fault}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button reason={missing} busy={busy} onClick={() => void move(true)}>
            {words.day.moveAndFitIn}
          </Button>
          <Button kind="primary" type="submit" reason={missing} busy={busy}>
            {words.day.moveThere}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
