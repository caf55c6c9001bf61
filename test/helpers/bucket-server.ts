// An S3 store on loopback that checks each signature by the published steps. It rejects a request with a wrong signature,
// another path, another body or another hour.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { stubServer } from './stub-server.ts'

/** Maximum number of keys in a listing. A real store, too, may return fewer keys than the request allows. */
const MOST_LISTED = 2
const CLOCK_SKEW_MS = 15 * 60_000

export interface BucketServer {
  url: string
  objects: Map<string, { content: Buffer; type: string }>
  /** Answers every later request with this status. With null, the store works normally again. */
  fail(status: number | null): void
}

export async function bucketServer(account: { key: string; secret: string }): Promise<BucketServer> {
  const objects = new Map<string, { content: Buffer; type: string }>()
  let failing: number | null = null
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request)
    if (failing) return void response.writeHead(failing).end()
    const fault = signatureFault(request, content, account)
    if (fault) return void response.writeHead(403).end(fault)
    const name = request.url ?? ''
    if (request.method === 'PUT') {
      objects.set(name, { content, type: request.headers['content-type'] ?? '' })
      return void response.end()
    }
    if (request.method === 'DELETE') return void response.writeHead(objects.delete(name) ? 204 : 404).end()
    const { pathname, searchParams } = new URL(name, 'http://bucket')
    if (searchParams.get('list-type') === '2')
      return void response.end(listing([...objects.keys()], `${pathname}/`, searchParams))
    const object = objects.get(name)
    return void response.writeHead(object ? 200 : 404).end(object?.content)
  }
  const { url } = await stubServer((request, response) => void respond(request, response))
  return { url, objects, fail: (status) => (failing = status) }
}

/** The response of ListObjectsV2: keys in order, at most `max-keys`, after `start-after`. */
function listing(objects: readonly string[], folder: string, asked: URLSearchParams): string {
  const keys = objects
    .filter((object) => object.startsWith(folder))
    .map((object) => decodeURIComponent(object.slice(folder.length)))
    .filter((key) => key > (asked.get('start-after') ?? ''))
    .sort()
    .slice(0, Math.min(Number(asked.get('max-keys')), MOST_LISTED))
  const contents = keys.map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key><Size>1</Size></Contents>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>proofs</Name>${contents.join('')}</ListBucketResult>`
}

/** Encoded by RFC 3986, as the signature requires. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

function signatureFault(
  request: IncomingMessage,
  content: Buffer,
  { key, secret }: { key: string; secret: string },
): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!parts) return 'no signature'
  const [, givenKey, day = '', region = '', names = '', signature] = parts
  if (givenKey !== key) return 'another key'
  const header = (name: string) => String(request.headers[name] ?? '').trim()
  const at = header('x-amz-date')
  const claimed = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!at.startsWith(day) || !(Math.abs(Date.now() - claimed) < CLOCK_SKEW_MS)) return 'another time'
  if (header('x-amz-content-sha256') !== sha256(content)) return 'another body'
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.split(';').includes(needed)) return `${needed} is not signed`
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
  searchParams.sort()
  const canonical = [
    request.method,
    pathname,
    [...searchParams].map((pair) => pair.map(encoded).join('=')).join('&'),
    ...names.split(';').map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day))
  const expected = hmac(signing, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
  return signature === expected ? null : 'another signature'
}
