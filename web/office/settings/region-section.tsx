// Map data regions on the server, how to add one, and the progress of a region in preparation.
import { useQuery } from '@tanstack/react-query'
import type { RegionsOut } from '../../../src/contract/office/regions.ts'
import { endpointQuery } from '../../api/query.ts'
import { dateOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { RichText } from '../../ui/rich-text.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { useSession } from '../session.tsx'
import style from './region-section.module.css'
import { Section } from './section.tsx'
import { locale, words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'

const REFRESH_MS = 2_000
const COMMAND = 'npm run -s cli -- add-region --from FILE.osm.pbf'

type Region = RegionsOut['regions'][number]
type Preparing = RegionsOut['preparing'][number]

export function RegionSection() {
  const regions = useQuery({
    ...endpointQuery('GET /regions'),
    refetchInterval: REFRESH_MS,
  })
  return (
    <QueryState query={regions} what={words.settings.theRegions}>
      {(data) => <Regions {...data} />}
    </QueryState>
  )
}

const Regions = ({ regions, preparing }: RegionsOut) => (
  <>
    {preparing.map((one) => (
      <InPreparation key={one.name} {...one} />
    ))}
    {regions.length > 0 ? (
      <RegionTable regions={regions} />
    ) : preparing.length === 0 ? (
      <Empty>{words.settings.noRegion}</Empty>
    ) : null}
    <Section title={regions.length > 0 ? words.settings.addOrUpdate : words.settings.addRegion}>
      <ol className={style.steps}>
        <li>
          <RichText
            text={words.settings.regionStep1}
            parts={{
              a: (inner) => (
                <a href="https://download.geofabrik.de/north-america.html" target="_blank" rel="noreferrer">
                  {inner}
                </a>
              ),
            }}
          />
        </li>
        <li>
          {words.settings.regionStep2}
          <code className={page.secret}>{COMMAND}</code>
        </li>
        <li>{words.settings.regionStep3}</li>
      </ol>
    </Section>
  </>
)

const InPreparation = ({ fault, ...one }: Preparing) => (
  <div className={style.preparing}>
    <strong>{one.name}</strong>
    {fault === null ? (
      <>
        <span>{words.settings.stage(one)}</span>
        <progress aria-label={words.settings.preparing(one.name)} {...(one.part !== null && { value: one.part })} />
      </>
    ) : (
      <p className={page.bad}>{words.settings.notAdded(one.source, fault)}</p>
    )}
  </div>
)

const columns = () => [
  words.common.name,
  words.settings.dataFrom,
  words.settings.added,
  words.settings.contains,
  words.settings.usedFor,
  words.settings.size,
]

function RegionTable({ regions }: { regions: readonly Region[] }) {
  const timeZone = useSession().business.time_zone
  return (
    <Table scrolls columns={columns()} label={words.settings.regions}>
      {regions.map((region) => (
        <tr key={region.name}>
          <td className={style.name} title={region.source}>
            {region.name}
          </td>
          <td>{region.file_date === null ? '–' : dateOf(region.file_date, timeZone)}</td>
          <td>{dateOf(region.added_at, timeZone)}</td>
          <td>{contentText(region)}</td>
          <td>{usageText(region)}</td>
          <td className={style.name}>{megabytes(region.size_bytes)}</td>
        </tr>
      ))}
    </Table>
  )
}

const contentText = ({ holds, addresses }: Region): string =>
  inSentence(
    holds.map((part) =>
      part === 'ADDRESSES' ? words.settings.streetsAnd(addresses) : words.settings.regionParts[part],
    ),
  )

function usageText({ used, outdated, holds, has_street_hours: hasStreetHours }: Region): string {
  if (outdated) return words.settings.outdated
  if (used.length === 0) return words.settings.unused
  const missing = holds.includes('MAP') ? '' : `. ${words.settings.addForMap}`
  const hours = hasStreetHours ? '' : `. ${words.settings.addForHours}`
  return inSentence(used.map((part) => words.settings.regionParts[part])) + missing + hours
}

const inSentence = (parts: readonly string[]): string => {
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6)).toLocaleString(locale())} MB`
