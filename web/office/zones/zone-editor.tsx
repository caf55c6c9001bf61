// One zone: its name, its area with the tools to draw it, its week and limits; and its end.
import { useState } from 'react'
import type { ZoneOut } from '../../../src/contract/office/zones.ts'
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { ApiError, call, unchecked } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { dropDraft } from '../../ui/drafts.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { Sent } from '../../ui/form-values.ts'
import page from '../../ui/page.module.css'
import type { Tool } from './draw.ts'
import { MOST_CORNERS, ringsOf, shapeFromText, textOf } from './shape.ts'
import { AreaField, ClosuresField, RulesFields, rulesFrom, rulesValues } from './zone-fields.tsx'

interface Props {
  /** Null: a new one. */
  zone: ZoneOut | null
  /** No other zone is in use. */
  isLast: boolean
  text: string
  onText: (text: string) => void
  shape: { area: ZoneGeometry } | { fault: string }
  tool: Tool | null
  onTool: (tool: Tool | null) => void
  noMap: boolean
  onOutdated: () => Promise<unknown>
  onClose: (done?: string) => void
}

export function ZoneEditor({ zone, isLast, text, onText, shape, tool, onTool, noMap, onOutdated, onClose }: Props) {
  const [deleting, setDeleting] = useState(false)
  const draft = `zone/${zone?.zone_uuid ?? 'new'}`
  const save = async (sent: Sent): Promise<string> => {
    const read = shapeFromText(sent.text('geometry'))
    if ('fault' in read) throw new ApiError(400, read.fault, { code: 'INVALID', fields: ['geometry'] })
    const body = unchecked<'POST /zones'>({
      name: sent.text('name'),
      geometry: read.area,
      ...rulesFrom(sent),
      closures: JSON.parse(sent.text('closures') || '[]'),
    })
    if (zone)
      await call('PATCH /zones/{zone_uuid}', {
        params: { zone_uuid: zone.zone_uuid },
        body: { ...body, version: sent.version },
      })
    else await call('POST /zones', { body })
    onClose(`${body.name} is saved.`)
    return ''
  }
  const giveUp = (): void => {
    dropDraft(draft)
    onClose()
  }
  return (
    <>
      <h2>{zone ? `Edit ${zone.name}` : 'Add a zone'}</h2>
      <Form
        draft={draft}
        label={zone ? `Edit ${zone.name}` : 'Add a zone'}
        values={{
          name: zone?.name,
          geometry: zone ? textOf(zone.geometry) : '',
          ...rulesValues(zone),
          closures: zone && zone.closures.length > 0 ? JSON.stringify(zone.closures) : '',
          version: zone?.version,
        }}
        save={save}
        onOutdated={onOutdated}
        actions={
          <>
            <Button onClick={giveUp}>Cancel</Button>
            {zone ? (
              <Button kind="danger" onClick={() => setDeleting(true)}>
                Delete the zone
              </Button>
            ) : null}
          </>
        }
      >
        <Field label="Name" name="name" hint="Customers may see it" />
        <Tools shape={shape} tool={tool} onTool={onTool} noMap={noMap} />
        <AreaField text={text} onText={onText} />
        <RulesFields />
        <ClosuresField />
      </Form>
      {zone && deleting ? (
        <DeleteDialog zone={zone} isLast={isLast} onClose={() => setDeleting(false)} onDeleted={onClose} />
      ) : null}
    </>
  )
}

const TOOLS: { tool: Tool; words: string; help: string }[] = [
  {
    tool: 'part',
    words: 'Draw a part',
    help: 'Click the corners on the map. To close the shape, click the first corner again or press Enter. Press Escape to cancel.',
  },
  { tool: 'hole', words: 'Cut a hole', help: 'Click the corners of the hole; close it like a part.' },
  {
    tool: 'corners',
    words: 'Move corners',
    help: 'Click a part, then drag its corners; drag the dots between them to add some, right-click one to remove it.',
  },
]

function Tools({ shape, tool, onTool, noMap }: Pick<Props, 'shape' | 'tool' | 'onTool' | 'noMap'>) {
  const corners = 'area' in shape ? ringsOf(shape.area).reduce((sum, ring) => sum + ring.corners.length, 0) : 0
  const reasonFor = (one: Tool): string | null => {
    if (noMap) return 'There is no map in this browser; enter the area as text.'
    if (one !== 'part' && corners === 0) return 'Draw a part first.'
    if (one === 'corners' && corners > MOST_CORNERS)
      return `It has ${corners.toLocaleString('en-US')} corners, too many to move by hand: edit it as text or redraw it.`
    return null
  }
  return (
    <div>
      <div className={page.actions} role="group" aria-label="Draw on the map">
        {TOOLS.map((one) => (
          <Button
            key={one.tool}
            reason={reasonFor(one.tool)}
            aria-pressed={tool === one.tool}
            onClick={() => onTool(tool === one.tool ? null : one.tool)}
          >
            {one.words}
          </Button>
        ))}
      </div>
      <p role="status" className={page.soft}>
        {TOOLS.find((one) => one.tool === tool)?.help}
      </p>
    </div>
  )
}

interface DeleteProps {
  zone: ZoneOut
  isLast: boolean
  onClose: () => void
  onDeleted: (done: string) => void
}

function DeleteDialog({ zone, isLast, onClose, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('DELETE /zones/{zone_uuid}', {
        params: { zone_uuid: zone.zone_uuid },
        body: { version: zone.version },
      })
      dropDraft(`zone/${zone.zone_uuid}`)
      onDeleted(`${zone.name} is deleted.`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Delete ${zone.name}?`} onClose={onClose}>
      <p>
        Customers outside all other zones are no longer offered delivery days, and the office takes no orders there.
        Existing orders and routes don’t change.
      </p>
      {zone.active && isLast ? (
        <p>
          It is the only zone in use: without any, the office takes orders everywhere and any day, and shops that ask
          are told that nothing is served.
        </p>
      ) : null}
      <p>To pause it, turn off “In use” instead: it keeps its area and its days.</p>
      <p role="alert" className={page.bad}>
        {said}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Keep</Button>
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          Delete the zone
        </Button>
      </DialogActions>
    </Dialog>
  )
}
