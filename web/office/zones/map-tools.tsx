// Drawing tools on the map, with the help text of the selected one.
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import tools from '../../ui/map/tools.module.css'
import { words } from '../../words/locale.ts'
import type { Tool } from './draw.ts'
import { MAX_CORNERS, ringsOf } from './shape.ts'
import style from './zones.module.css'

interface Props {
  shape: { area: ZoneGeometry } | { fault: string }
  tool: Tool | null
  onTool: (tool: Tool | null) => void
  noMap: boolean
  /** Why the last drawing was rejected, or empty. */
  refused: string
}

const ICONS = { part: 'polygon', hole: 'hole', corners: 'edit' } as const
const TOOLS: readonly Tool[] = ['part', 'hole', 'corners']

export function MapTools({ shape, tool, onTool, noMap, refused }: Props) {
  const corners = 'area' in shape ? ringsOf(shape.area).reduce((sum, ring) => sum + ring.corners.length, 0) : 0
  const reasonFor = (one: Tool): string | null => {
    if (noMap) return words.zones.noMapTool
    if (one !== 'part' && corners === 0) return words.zones.drawFirst
    if (one === 'corners' && corners > MAX_CORNERS) return words.zones.tooManyCorners(corners)
    return null
  }
  return (
    <>
      <div className={tools.tools} role="group" aria-label={words.zones.drawOnMap}>
        {TOOLS.map((one) => {
          const reason = reasonFor(one)
          return (
            <button
              key={one}
              type="button"
              aria-label={words.zones.tools[one].name}
              aria-pressed={tool === one}
              aria-disabled={reason ? true : undefined}
              title={reason ?? words.zones.tools[one].name}
              onClick={() => {
                if (!reason) onTool(tool === one ? null : one)
              }}
            >
              <Icon name={ICONS[one]} />
            </button>
          )
        })}
      </div>
      <p role="status" className={style.help}>
        {tool && !noMap ? words.zones.tools[tool].help : refused}
      </p>
    </>
  )
}
