// Editor of one zone: name, area with drawing tools, weekly hours, limits, and deletion.
import { useState } from 'react'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { ApiError, call, asUncheckedBody } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { removeDraft } from '../../ui/drafts.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import page from '../../ui/page.module.css'
import type { Tool } from './draw.ts'
import { MAX_CORNERS, ringsOf, shapeFromText, textOf } from './shape.ts'
import { AreaField, ClosuresField, RulesFields, rulesFrom, rulesValues } from './zone-fields.tsx'
import { words } from '../../words/locale.ts'

interface Props {
  /** Zone to edit. Null for a new zone. */
  zone: ZoneOut | null
  /** True if no other zone is active. */
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
  const save = async (sent: SubmittedForm): Promise<string> => {
    const read = shapeFromText(sent.text('geometry'))
    if ('fault' in read) throw new ApiError(400, read.fault, { code: 'INVALID', fields: ['geometry'] })
    const body = {
      name: sent.text('name'),
      geometry: read.area,
      ...rulesFrom(sent),
      closures: JSON.parse(sent.text('closures') || '[]'),
    }
    if (zone)
      await call('PATCH /zones/{zone_uuid}', {
        params: { zone_uuid: zone.zone_uuid },
        body: asUncheckedBody<'PATCH /zones/{zone_uuid}'>({ ...body, version: sent.version }),
      })
    else await call('POST /zones', { body: asUncheckedBody<'POST /zones'>(body) })
    onClose(words.zones.isSaved(body.name))
    return ''
  }
  const giveUp = (): void => {
    removeDraft(draft)
    onClose()
  }
  return (
    <>
      <h2>{zone ? words.zones.editOne(zone.name) : words.zones.add}</h2>
      <Form
        draft={draft}
        label={zone ? words.zones.editOne(zone.name) : words.zones.add}
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
            <Button onClick={giveUp}>{words.common.cancel}</Button>
            {zone ? (
              <Button kind="danger" onClick={() => setDeleting(true)}>
                {words.zones.deleteZone}
              </Button>
            ) : null}
          </>
        }
      >
        <Field label={words.common.name} name="name" hint={words.zones.customersSee} />
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

const TOOLS: readonly Tool[] = ['part', 'hole', 'corners']

function Tools({ shape, tool, onTool, noMap }: Pick<Props, 'shape' | 'tool' | 'onTool' | 'noMap'>) {
  const corners = 'area' in shape ? ringsOf(shape.area).reduce((sum, ring) => sum + ring.corners.length, 0) : 0
  const reasonFor = (one: Tool): string | null => {
    if (noMap) return words.zones.noMapTool
    if (one !== 'part' && corners === 0) return words.zones.drawFirst
    if (one === 'corners' && corners > MAX_CORNERS) return words.zones.tooManyCorners(corners)
    return null
  }
  return (
    <div>
      <div className={page.actions} role="group" aria-label={words.zones.drawOnMap}>
        {TOOLS.map((one) => (
          <Button
            key={one}
            reason={reasonFor(one)}
            aria-pressed={tool === one}
            onClick={() => onTool(tool === one ? null : one)}
          >
            {words.zones.tools[one].name}
          </Button>
        ))}
      </div>
      <p role="status" className={page.soft}>
        {tool ? words.zones.tools[tool].help : null}
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
  const { run, busy, said } = useActionRunner()
  const remove = (): Promise<void> =>
    run(async () => {
      await call('DELETE /zones/{zone_uuid}', {
        params: { zone_uuid: zone.zone_uuid },
        body: { version: zone.version },
      })
      removeDraft(`zone/${zone.zone_uuid}`)
      onDeleted(words.zones.isDeleted(zone.name))
    })
  return (
    <Dialog title={words.zones.deleteAsk(zone.name)} onClose={onClose}>
      <p>{words.zones.deleteText}</p>
      {zone.active && isLast ? <p>{words.zones.deleteLast}</p> : null}
      <p>{words.zones.pauseInstead}</p>
      <p role="alert" className={page.bad}>
        {said}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{words.zones.keep}</Button>
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {words.zones.deleteZone}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
