// Regions: the map data on the server, how to add some, and how far a region is that is being prepared.
import { useQuery } from '@tanstack/react-query'
import type { RegionsOut } from '../../../src/contract/office/regions.ts'
import { stageInWords } from '../../../src/domain/regions/stage.ts'
import { read } from '../../api/query.ts'
import { dateOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './region-section.module.css'

const LOOK_EVERY_MS = 2_000
const COMMAND = 'npm run -s cli -- add-region --from FILE.osm.pbf'

type Region = RegionsOut['regions'][number]
type Preparing = RegionsOut['preparing'][number]

export function RegionSection() {
  const role = useRoleReason('OWNER')
  const regions = useQuery({
    ...read('GET /regions'),
    refetchInterval: LOOK_EVERY_MS,
    enabled: role === null,
  })
  return (
    <div className={page.section}>
      <h2>Region</h2>
      <p className={page.soft}>
        A region is the map data of your delivery area. It puts streets on the map, finds addresses and gives driving
        times along the roads. All of it stays on your server.
      </p>
      {role === null ? (
        <QueryState query={regions} what="the regions">
          {(data) => <Regions {...data} />}
        </QueryState>
      ) : (
        <p>{role}</p>
      )}
    </div>
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
      <p className={page.empty}>No region yet. Maps have no streets, and plans use straight-line estimates.</p>
    ) : null}
    <h3>{regions.length > 0 ? 'Add or update a region' : 'Add a region'}</h3>
    <ol className={style.steps}>
      <li>
        Download an OpenStreetMap extract (.osm.pbf) of your area, for example from{' '}
        <a href="https://download.geofabrik.de/north-america.html" target="_blank" rel="noreferrer">
          Geofabrik
        </a>
        .
      </li>
      <li>
        Run this command on the server. A newer file of the same name replaces the region.
        <code className={page.secret}>{COMMAND}</code>
      </li>
      <li>Watch the progress here. The region is used as soon as it is ready, without a restart.</li>
    </ol>
  </>
)

const InPreparation = ({ fault, ...one }: Preparing) => (
  <div className={style.preparing}>
    <strong>{one.name}</strong>
    {fault === null ? (
      <>
        <span>{stageInWords(one)}</span>
        <progress aria-label={`Preparing ${one.name}`} {...(one.part !== null && { value: one.part })} />
      </>
    ) : (
      <p className={page.bad}>
        {one.source} was not added: {fault}
      </p>
    )}
  </div>
)

const COLUMNS = ['Name', 'Data from', 'Added', 'Contains', 'Used for', 'Size']
const PARTS = { ADDRESSES: 'addresses', ROADS: 'roads', MAP: 'map' }

function RegionTable({ regions }: { regions: readonly Region[] }) {
  const timeZone = useSession().business.time_zone
  return (
    <Table columns={COLUMNS} label="Regions">
      {regions.map((region) => (
        <tr key={region.name}>
          <td className={style.name} title={region.source}>
            {region.name}
          </td>
          <td>{region.file_date === null ? '–' : dateOf(region.file_date, timeZone)}</td>
          <td>{dateOf(region.added_at, timeZone)}</td>
          <td>{contentOf(region)}</td>
          <td>{useOf(region)}</td>
          <td className={style.name}>{megabytes(region.size_bytes)}</td>
        </tr>
      ))}
    </Table>
  )
}

const contentOf = ({ holds, addresses }: Region): string =>
  inSentence(
    holds.map((part) =>
      part === 'ADDRESSES' ? `Streets and ${addresses.toLocaleString('en-US')} house numbers` : PARTS[part],
    ),
  )

function useOf({ used, outdated, holds }: Region): string {
  if (outdated) return 'Made by another version. Add it again.'
  if (used.length === 0) return 'Nothing: other services are configured'
  const missing = holds.includes('MAP') ? '' : '. Add it again for the map.'
  return inSentence(used.map((part) => PARTS[part])) + missing
}

const inSentence = (words: readonly string[]): string => {
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6)).toLocaleString('en-US')} MB`
