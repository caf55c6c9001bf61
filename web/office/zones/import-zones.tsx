// Imports zones from a GeoJSON file. Shows the result of each area before anything is saved.
import { useState } from 'react'
import type { FileArea } from '../../../src/contract/office/zones.ts'
import { SIMPLIFIED_FROM_CORNERS, SIMPLIFIED_METERS } from '../../../src/domain/zones/zone.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useEscape } from '../../ui/confirm.tsx'
import { Check } from '../../ui/field.tsx'
import { squareMiles } from '../../ui/format.ts'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Table } from '../../ui/table.tsx'
import { RulesFields, rulesFrom, rulesValues } from './zone-fields.tsx'
import { words } from '../../words/locale.ts'

/** Placeholder rules for the preview, before the form asks for rules. */
const ANY_RULES = {
  hours: [{ start: '00:00', end: '23:59' }, null, null, null, null, null, null],
  active: false,
}

export function ImportZones({ onClose }: { onClose: (done?: string) => void }) {
  const [file, setFile] = useState<{ name: string; geojson: unknown; areas: FileArea[] } | null>(null)
  const [fault, setFault] = useState('')
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    setFault('')
    setFile(null)
    try {
      const geojson: unknown = JSON.parse(await chosen.text())
      const areas = await call('POST /zones-from-file', { body: { geojson, rules: ANY_RULES, preview: true } })
      setFile({ name: chosen.name, geojson, areas })
    } catch (error) {
      setFault(faultText(chosen.name, error))
    }
  }
  const good = file?.areas.filter(isImported) ?? []
  const { onEscape, confirmation } = useEscape(() => file !== null, onClose)
  return (
    <Sheet over head={(id) => <h2 id={id}>{words.zones.importGeoJson}</h2>} onClose={onEscape}>
      <div className={page.section}>
        <p>{words.zones.importLead(SIMPLIFIED_FROM_CORNERS, SIMPLIFIED_METERS)}</p>
        <label>
          {words.zones.file}{' '}
          <input
            type="file"
            accept=".geojson,.json,application/geo+json,application/json"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        <p role="alert" className={page.bad}>
          {fault}
        </p>
        {file ? (
          <>
            <AreasTable fileName={file.name} areas={file.areas} />
            <h3>{words.zones.newZonesHave}</h3>
            <Form
              action={words.zones.importZones(good.length)}
              reason={good.length === 0 ? words.zones.nothingNew : null}
              values={rulesValues(null)}
              save={async (sent) => {
                const body = asUncheckedBody<'POST /zones-from-file'>({
                  geojson: file.geojson,
                  rules: rulesFrom(sent),
                  preview: false,
                })
                const areas = await call('POST /zones-from-file', { body })
                const done = areas.filter(isImported).length
                onClose(words.zones.imported(done))
                return ''
              }}
              actions={<Button onClick={() => onClose()}>{words.common.cancel}</Button>}
            >
              <RulesFields under="rules." />
              <Check name="active">{words.zones.inUseHint}</Check>
            </Form>
          </>
        ) : null}
      </div>
      {confirmation}
    </Sheet>
  )
}

const isImported = ({ result }: FileArea): boolean => result === 'CREATED' || result === 'REPLACED'

function faultText(fileName: string, error: unknown): string {
  if (error instanceof SyntaxError) return words.zones.notGeoJson(fileName, error.message)
  return error instanceof Error ? error.message : String(error)
}

const AreasTable = ({ fileName, areas }: { fileName: string; areas: readonly FileArea[] }) => (
  <Table columns={[words.zones.area, words.common.name, words.zones.result]} label={words.zones.areasIn(fileName)}>
    {areas.map((area) => (
      <tr key={area.number}>
        <td>{area.number}</td>
        <td>{area.name}</td>
        <td>
          {words.zones.results[area.result]}
          {area.fault ? <span className={page.bad}>: {area.fault}</span> : null}
          {area.square_miles === null ? null : (
            <span className={page.soft}>
              , {squareMiles(area.square_miles)}, {words.zones.corners(area.corners ?? 0)}
            </span>
          )}
        </td>
      </tr>
    ))}
  </Table>
)
