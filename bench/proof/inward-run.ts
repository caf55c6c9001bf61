// Checks that webhooks can't reach internal addresses: private addresses in any spelling, names whose addresses change, and
// redirects to private addresses. The service must refuse them when an endpoint is saved and again at each post, and must
// never connect to them.
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import { openWebhookPost } from '../../src/adapters/webhooks/webhook-post.ts'

export interface InwardResult {
  addresses: number
  urls: number
  names: number
  connections: number
  faults: string[]
}

const IPV4 = `
  127.0.0.1 127.0.0.2 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254
  192.168.0.1 192.168.255.254 169.254.169.254 169.254.170.2 169.254.0.1 100.64.0.1 100.100.100.200
  100.127.255.254 168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.254
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255`
  .trim()
  .split(/\s+/)
const IPV6 = `
  :: ::1 fe80::1 febf::1 fec0::1 fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 ff02::1 2001::1 2001:db8::1
  2001:2::1 2001:10::1 3fff::1 100::1 5f00::1 4000::1 ::2:3`
  .trim()
  .split(/\s+/)

/** Returns the spellings of an IPv4 address that people and parsers use. */
function spellingsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, '0')
  const [high, low] = [hex(a * 256 + b, 4), hex(c * 256 + d, 4)]
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0x${hex(part)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll('.', '。').replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
  ]
}

const PUBLIC = '192.0.32.7'
/** Host names with the addresses of each lookup. Some names resolve to a private address only at the second lookup. */
const NAMES: Record<string, readonly (readonly string[])[]> = {
  'inside.example': [['127.0.0.1']],
  'inside6.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'rebinding.example': [[PUBLIC], ['127.0.0.1']],
  'rebinding6.example': [[PUBLIC], ['::1']],
  'mixed.example': [[PUBLIC, '127.0.0.1']],
  'mixed-first.example': [['127.0.0.1', PUBLIC]],
  'mixed6.example': [[PUBLIC, '::ffff:7f00:1']],
  'metadata.example': [[PUBLIC], ['169.254.169.254']],
  'scoped.example': [['fe80::1%lo']],
  'words.example': [['localhost']],
}

export async function runSsrfProof(): Promise<InwardResult> {
  const faults: string[] = []
  let connections = 0
  const inside = net.createServer((socket) => {
    connections++
    socket.destroy()
  })
  inside.listen(0, '::')
  await once(inside, 'listening')
  const { port } = inside.address() as AddressInfo

  const asked = new Map<string, number>()
  const resolve = async (host: string): Promise<string[]> => {
    const answers = NAMES[host] ?? [[]]
    const turn = asked.get(host) ?? 0
    asked.set(host, turn + 1)
    return [...(answers[Math.min(turn, answers.length - 1)] ?? [])]
  }
  const outgoing = openWebhookPost({ allowPrivate: false, timeoutMs: 2_000, resolve })
  const message = (url: string) => ({ url, headers: {}, body: Buffer.from('{}') })
  /** Checks that the service never connects to the URL and, if `saved`, that it refuses to save the URL. */
  const judge = async (url: string, saved: boolean) => {
    const fault = URL.canParse(url) ? await outgoing.urlFault(url) : 'can not be read'
    if (saved && fault === null) faults.push(`${url} may be saved`)
    if (!URL.canParse(url)) return
    const { error, statusCode } = await outgoing.post(message(url))
    if (statusCode !== null || !/must |the host has no address/.test(error ?? ''))
      faults.push(`${url} was tried: ${statusCode ?? error}`)
  }

  const own = Object.values(os.networkInterfaces()).flatMap((each) => each ?? [])
  const inner4 = [...IPV4, ...own.filter(({ family }) => family === 'IPv4').map(({ address }) => address)]
  const inner6 = [...IPV6, ...own.filter(({ family }) => family === 'IPv6').map(({ address }) => address)]
  const hosts = [
    ...new Set(inner4).values().flatMap(spellingsOf),
    ...new Set(inner6).values().map((address) => `[${address.split('%')[0]}]`),
  ]
  try {
    for (const host of hosts) for (const at of [`:${port}`, '']) await judge(`https://${host}${at}/hook`, true)
    for (const url of [`http://127.0.0.1:${port}/`, `https://user:word@127.0.0.1:${port}/`, 'https://127.0.0.1:22/'])
      await judge(url, true)
    for (const [name, answers] of Object.entries(NAMES))
      await judge(`https://${name}:${port}/hook`, answers.length === 1)
    faults.push(...(await checkRedirects(port)))
    return {
      addresses: inner4.length + inner6.length,
      urls: 2 * hosts.length + 3,
      names: asked.size,
      connections,
      faults,
    }
  } finally {
    inside.close()
    if (connections > 0) faults.push(`${connections} connections came in`)
  }
}

/** Checks that the service doesn't follow redirects from an allowed to a forbidden address. */
async function checkRedirects(port: number): Promise<string[]> {
  const faults: string[] = []
  const codes = [301, 302, 303, 307, 308]
  const receiver = http.createServer((request, response) => {
    request.resume()
    response.writeHead(Number(request.url?.slice(1)), { location: `http://127.0.0.1:${port}/` }).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const outgoing = openWebhookPost({ allowPrivate: true })
  for (const code of codes) {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${code}`
    const { statusCode } = await outgoing.post({ url, headers: {}, body: Buffer.from('{}') })
    if (statusCode !== code) faults.push(`a ${code} was reported as ${statusCode}`)
  }
  receiver.close()
  receiver.closeAllConnections()
  return faults
}
