// Files in a bucket of any S3-compatible store, addressed by path.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AwsClient } from 'aws4fetch'
import { type Files, FilesUnreachable } from '../../app/ports/files.ts'
import { boundedBody } from '../bounded-body.ts'

export interface Bucket {
  url: string
  bucket: string
  key: string
  secret: string
}

const TIMEOUT_MS = 20_000
/** Much larger than any stored picture. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
/**
 * Maximum size of a list of files. A list has at most 1,000 names, each percent-encoded and with the store's additional
 * data.
 */
const MAX_LIST_BYTES = 8 * 1024 * 1024

export function filesInS3({ url, bucket, key, secret }: Bucket): Files {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', retries: 2 })
  const request = (method: string, path: string, sent?: { content: Buffer; contentType: string }) =>
    asFilesUnreachable(
      client.fetch(`${url}/${encodeURIComponent(bucket)}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The signature also covers the content, so that not even a proxy can replace a picture.
        headers: {
          'X-Amz-Content-Sha256': createHash('sha256')
            .update(sent?.content ?? '')
            .digest('hex'),
          ...(sent && { 'Content-Type': sent.contentType }),
        },
        ...(sent && { body: new Uint8Array(sent.content) }),
      }),
    )
  const object = (name: string): string => `/${encodeURIComponent(name)}`
  const find = async (name: string): Promise<Response | null> => {
    const answer = await request('GET', object(name))
    if (answer.status === 404) return null
    if (!answer.ok) throw new FilesUnreachable(`The file store answered ${answer.status} to a read`)
    return answer
  }
  return {
    put: async (name, from, contentType) => {
      const answer = await request('PUT', object(name), { content: await readFile(from), contentType })
      if (!answer.ok) throw new FilesUnreachable(`The file store answered ${answer.status} to a write`)
    },
    get: async (name) => {
      const answer = await find(name)
      return answer && asFilesUnreachable(boundedBody(answer, MAX_FILE_BYTES))
    },
    read: async (name) => {
      const answer = await find(name)
      return answer && piecesOf(answer)
    },
    names: async function* () {
      for (let after = ''; ; ) {
        const answer = await request(
          'GET',
          `?list-type=2&encoding-type=url&max-keys=1000&start-after=${encodeURIComponent(after)}`,
        )
        if (!answer.ok) throw new FilesUnreachable(`The file store answered ${answer.status} to a list`)
        const names = keysIn(String(await asFilesUnreachable(boundedBody(answer, MAX_LIST_BYTES))))
        const last = names.at(-1)
        if (last === undefined) return
        // If a store ignored `start-after`, it would return the same list endlessly.
        if (Buffer.compare(Buffer.from(last), Buffer.from(after)) <= 0)
          throw new FilesUnreachable('The file store repeats its list of files')
        yield* names
        after = last
      }
    },
    remove: async (name) => {
      const answer = await request('DELETE', object(name))
      if (!answer.ok && answer.status !== 404)
        throw new FilesUnreachable(`The file store answered ${answer.status} to a removal`)
    },
  }
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch (error) {
    throw new FilesUnreachable('The file store did not send the complete file', { cause: error })
  }
}

/**
 * Returns the keys in a ListObjectsV2 response. They are percent-encoded, as requested, and therefore contain no
 * markup. The rest of the XML is ignored.
 */
const keysIn = (list: string): string[] =>
  [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => decodeURIComponent(key.replaceAll('+', ' ')))

const asFilesUnreachable = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw new FilesUnreachable('The file store did not respond', { cause: error })
  })
