// Each part of the office in all of its states, for the comparison of pictures. Its texts are examples in English. The page
// exists only on the developer's own machine.
import { type ReactNode, useState } from 'react'
import type { DayStop } from '../../../src/contract/day.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { EditCell } from '../../ui/edit-cell.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Check, CheckList, Field, SelectField, TextField } from '../../ui/field.tsx'
import { ICON_NAMES, Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { ROUTE_COLORS, routeMark } from '../day/colors.ts'
import { StateIcon, stateWords } from '../day/state-icon.tsx'
import style from './parts.module.css'

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const
const TONES: readonly Tone[] = ['calm', 'move', 'good', 'warn', 'bad']
const STATES: readonly DayStop['status'][] = ['PENDING', 'EN_ROUTE', 'ARRIVED', 'DELIVERED', 'FAILED', 'SKIPPED']

export default function PartsPage() {
  return (
    <Page title="Parts" lead="Every part of the office in all of its states." wide>
      <div className={style.parts}>
        <Buttons />
        <Menus />
        <Marks />
        <Fields />
        <Values />
        <Overlays />
      </div>
    </Page>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={style.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Row = ({ children }: { children: ReactNode }) => <div className={style.row}>{children}</div>

const Buttons = () => (
  <Part title="Buttons: at rest, disabled, busy, small, with an icon">
    {KINDS.map((kind) => (
      <Row key={kind}>
        <Button kind={kind}>Build routes</Button>
        <Button kind={kind} reason="Van 5 has no driver. Assign one first.">
          Build routes
        </Button>
        <Button kind={kind} busy>
          Build routes
        </Button>
        <Button kind={kind} small>
          Send
        </Button>
        <Button kind={kind} icon aria-label={`Undo, ${kind}`}>
          <Icon name="undo" />
        </Button>
      </Row>
    ))}
  </Part>
)

function Menus() {
  const [view, setView] = useState<'list' | 'map'>('list')
  const [chosen, setChosen] = useState<string | null>('van-2')
  return (
    <Part title="Menus and choices">
      <Row>
        {(['primary', 'plain', 'quiet'] as const).map((kind) => (
          <MenuButton key={kind} label={`Plan, ${kind}`} kind={kind} onAction={() => undefined}>
            <MenuChoice id="build" name="Build 6 unassigned …" note="B" />
            <MenuChoice id="days" name="Plan several days …" reason="No order may move to another day" />
            <MenuChoice id="cancel" name="Cancel the routes …" ending />
          </MenuButton>
        ))}
        <Segment
          label="View"
          options={[
            ['list', 'List'],
            ['map', 'Map'],
          ]}
          value={view}
          onChange={setView}
        />
      </Row>
      <Choices
        label="Vehicle"
        chosen={chosen}
        onChoose={setChosen}
        choices={[
          { key: 'van-1', name: 'Van 1', line: '14 stops, back at 3:10 PM', end: '+1.8 mi', endLine: '+9 min' },
          { key: 'van-2', name: 'Van 2', line: '9 stops, back at 1:45 PM', end: '+2.4 mi', endLine: '+12 min' },
          { key: 'van-3', name: 'Van 3', line: 'It is full: 140 lb too much', isPossible: false },
        ]}
      />
    </Part>
  )
}

const Marks = () => (
  <Part title="Badges, states, routes and icons">
    <Row>
      {TONES.map((tone) => (
        <Badge key={tone} icon={tone === 'bad' ? 'failed' : tone === 'warn' ? 'warning' : 'planned'} tone={tone}>
          {`Badge, ${tone}`}
        </Badge>
      ))}
    </Row>
    <Row>
      {STATES.map((status) => {
        const stop = { status } as DayStop
        return (
          <span key={status} className={style.named}>
            <StateIcon stop={stop} bare /> {stateWords(stop)}
          </span>
        )
      })}
    </Row>
    <Row>
      {ROUTE_COLORS.map((_, index) => (
        <span key={index} className={style.mark} style={{ background: routeMark(index).color }}>
          {index + 1}
        </span>
      ))}
    </Row>
    <Row>
      {ICON_NAMES.map((name) => (
        <span key={name} className={style.named}>
          <Icon name={name} /> {name}
        </span>
      ))}
    </Row>
  </Part>
)

const Fields = () => (
  <Part title="Fields: empty, filled, with a hint, with a fault, disabled">
    <div className={style.fields}>
      <Field label="Name" defaultValue="" />
      <Field label="Max load, lb" defaultValue="1,800" hint="What it carries at once" />
      <Field label="Capacity, lb" defaultValue="two" fault="Enter a number of pounds." />
      <Field label="Reference" defaultValue="A-1001" disabled />
      <SelectField
        label="Temperature"
        defaultValue="DRY"
        options={[
          ['DRY', 'Dry'],
          ['FROZEN', 'Frozen'],
        ]}
      />
      <TextField label="Instructions" defaultValue="Ring at the side door." />
      <Check name="active" defaultChecked>
        Active
      </Check>
      <label className={style.named}>
        <Switch defaultChecked /> Text customers
      </label>
      <CheckList label="Skills" name="skills" options={['Lift gate', 'Refrigeration']} />
    </div>
  </Part>
)

const Values = () => (
  <Part title="Tables, cells and empty states">
    <Table label="Vehicles" columns={['Vehicle', { name: 'Capacity, lb', figure: true }, 'Driver']}>
      {['Van 1', 'Van 2'].map((name, index) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <Figure>{index === 0 ? '1,800' : '2,400'}</Figure>
          <td>
            <EditCell
              label={`Driver of ${name}`}
              shown={index === 0 ? 'Driver A' : 'No driver'}
              reason={index === 0 ? null : 'Your role can’t change this'}
              save={() => Promise.resolve()}
            >
              <input name="driver" defaultValue="Driver A" />
            </EditCell>
          </td>
        </tr>
      ))}
    </Table>
    <Empty action={<Button kind="primary">Add a vehicle</Button>}>
      No vehicle yet. Routes need a vehicle that drives them.
    </Empty>
  </Part>
)

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Part title="Dialogs and sheets">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Open the sheet</Button>
        <ConfirmButton
          question={{
            title: 'Cancel 3 orders?',
            text: 'This can’t be undone.',
            yes: 'Cancel 3 orders',
            danger: true,
            onYes: () => undefined,
          }}
        >
          Ask first
        </ConfirmButton>
      </Row>
      {open === 'dialog' ? (
        <Dialog title="A dialog" onClose={close}>
          <p>It appears only before an action that can’t be undone.</p>
          <DialogActions>
            <Button onClick={close}>Not now</Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {open === 'sheet' ? (
        <Sheet over title="A sheet" head={() => null} onClose={close} foot={<Button kind="primary">Save</Button>}>
          <p>Details open beside the work.</p>
        </Sheet>
      ) : null}
    </Part>
  )
}
