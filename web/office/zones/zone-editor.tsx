// Editor of one zone: name, area, weekly hours, limits, closures, and deletion.
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
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { Switch } from '../../ui/switch.tsx'
import { useRoleReason } from '../session.tsx'
import { shapeFromText, textOf } from './shape.ts'
import { AreaField, ClosuresField, RulesFields, rulesFrom, rulesValues } from './zone-fields.tsx'
import style from './zones.module.css'
import { words } from '../../words/locale.ts'

interface Props {
  /** Zone to edit. Null for a new zone. */
  zone: ZoneOut | null
  /** True if no other zone is active. */
  isLast: boolean
  text: string
  onText: (text: string) => void
  shape: { area: ZoneGeometry } | { fault: string }
  noMap: boolean
  onOutdated: () => Promise<unknown>
  /** Called with a message and the saved zone, or null after its deletion. */
  onSaved: (said: string, zoneId: string | null) => Promise<void>
  /** Called when the user discards a new zone. */
  onCancel: () => void
}

export function ZoneEditor({ zone, isLast, text, onText, shape, noMap, onOutdated, onSaved, onCancel }: Props) {
  const role = useRoleReason('changeZones')
  const [deleting, setDeleting] = useState(false)
  const [asText, setAsText] = useState(noMap)
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
    await onSaved(words.zones.isSaved(body.name), await send(zone, body, sent.version))
    return ''
  }
  const cancel = (): void => {
    removeDraft(draft)
    onCancel()
  }
  return (
    <div className={style.editor}>
      <Form
        bar
        draft={draft}
        reason={role}
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
          zone ? (
            <MenuButton
              label={words.zones.moreFor(zone.name)}
              icon={<Icon name="more" />}
              onAction={(key) => (key === 'text' ? setAsText(!asText) : setDeleting(true))}
            >
              <MenuChoice id="text" name={words.zones.areaAsText} />
              <MenuChoice id="delete" name={words.zones.deleteDots} reason={role} ending />
            </MenuButton>
          ) : (
            <Button onClick={cancel}>{words.common.cancel}</Button>
          )
        }
      >
        <Named isNew={!zone} />
        <AreaField {...{ text, onText, shape, asText }} onAsText={() => setAsText(true)} />
        <RulesFields />
        <ClosuresField />
      </Form>
      {zone && deleting ? (
        <DeleteDialog
          zone={zone}
          isLast={isLast}
          onClose={() => setDeleting(false)}
          onDeleted={(said) => onSaved(said, null)}
        />
      ) : null}
    </div>
  )
}

const Named = ({ isNew }: { isNew: boolean }) => (
  <div className={style.named}>
    <Field label={words.common.name} name="name" hint={isNew ? words.zones.customersSee : null} />
    <div>
      <b id="zone-active-title">{words.zones.inUse}</b>
      <Switch id="zone-active" name="active" aria-describedby="zone-active-hint" />
      <span id="zone-active-hint" className="visually-hidden">
        {words.zones.inUseHint}
      </span>
    </div>
  </div>
)

type ZoneBody = Omit<Parameters<typeof asUncheckedBody<'PATCH /zones/{zone_uuid}'>>[0], 'version'>

/** Saves the zone. Returns its identifier. */
async function send(zone: ZoneOut | null, body: ZoneBody, version: number): Promise<string> {
  if (!zone) return (await call('POST /zones', { body: asUncheckedBody<'POST /zones'>(body) })).zone_uuid
  await call('PATCH /zones/{zone_uuid}', {
    params: { zone_uuid: zone.zone_uuid },
    body: asUncheckedBody<'PATCH /zones/{zone_uuid}'>({ ...body, version }),
  })
  return zone.zone_uuid
}

interface DeleteProps {
  zone: ZoneOut
  isLast: boolean
  onClose: () => void
  onDeleted: (done: string) => Promise<void>
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
      await onDeleted(words.zones.isDeleted(zone.name))
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
