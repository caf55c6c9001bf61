// Where other drivers take over what a vehicle has loaded, in the dialogs of one that broke down or goes home.
import type { DayOut } from '../../../src/contract/office/day.ts'
import type { Body } from '../../api/client.ts'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'

export interface HandOverText {
  wanted: boolean
  /** A depot's uuid, or one of the two others. */
  where: string
  address: string
  from: string
  minutes: string
}

const WHERE_IT_STANDS = 'STANDS'
const AT_ADDRESS = 'ADDRESS'

export const NO_HAND_OVER: HandOverText = {
  wanted: false,
  where: WHERE_IT_STANDS,
  address: '',
  from: '',
  minutes: '10',
}

/** What has to be entered first, in words. */
export function missingInHandOver({ wanted, where, address, minutes }: HandOverText): string | null {
  if (!wanted) return null
  if (where === AT_ADDRESS && address.trim() === '') return words.replan.enterAddress
  return /^\d{1,3}$/.test(minutes) ? null : words.replan.enterMinutes
}

type HandOver = Pick<Body<'POST /replan'>, 'hand_over'>

/** As it is asked for; who goes home has the goods there. */
export function handOverOf(route_uuid: string, text: HandOverText, goesHome: boolean): HandOver {
  if (!text.wanted) return {}
  const { where, address, from, minutes } = text
  const place = goesHome || where === WHERE_IT_STANDS ? {} : where === AT_ADDRESS ? { address } : { depot_uuid: where }
  return { hand_over: [{ route_uuid, ...place, ...(from !== '' && { from }), minutes: Number(minutes) }] }
}

interface Props {
  depots: DayOut['depots']
  text: HandOverText
  goesHome: boolean
  onChange: (text: HandOverText) => void
}

export function HandOverFields({ depots, text, goesHome, onChange }: Props) {
  const { wanted, where, address, from, minutes } = text
  const set = (change: Partial<HandOverText>): void => onChange({ ...text, ...change })
  return (
    <>
      <Check checked={wanted} onChange={(event) => set({ wanted: event.target.checked })}>
        {goesHome ? words.replan.mayTakeOverBack : words.replan.mayTakeOver}
      </Check>
      {wanted ? (
        <>
          {goesHome ? null : (
            <SelectField
              label={words.replan.where}
              value={where}
              onChange={(event) => set({ where: event.target.value })}
            >
              <option value={WHERE_IT_STANDS}>{words.replan.whereItStands}</option>
              {depots.map(({ depot_uuid: id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={AT_ADDRESS}>{words.replan.atAddress}</option>
            </SelectField>
          )}
          {!goesHome && where === AT_ADDRESS ? (
            <Field
              label={words.common.address}
              value={address}
              onChange={(event) => set({ address: event.target.value })}
            />
          ) : null}
          {goesHome ? null : (
            <Field
              label={words.replan.notBefore}
              type="time"
              value={from}
              hint={words.replan.emptyNow}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
          <Field
            label={words.replan.minutesEach}
            type="number"
            min={0}
            max={240}
            value={minutes}
            onChange={(event) => set({ minutes: event.target.value })}
          />
        </>
      ) : null}
    </>
  )
}
