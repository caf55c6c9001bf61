// Files in a bucket of any store that speaks S3, addressed by path.
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
/** A stored picture is far smaller. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

export function filesInS3({ url, bucket, key, secret }: Bucket): Files {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', retries: 2 })
  const request = (method: string, name: string, sent?: { content: Buffer; contentType: string }) =>
    inTime(
      client.fetch(`${url}/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The signature is over the content, too: not even a proxy can put another picture in its place.
        headers: {
          'X-Amz-Content-Sha256': createHash('sha256')
            .update(sent?.content ?? '')
            .digest('hex'),
          ...(sent && { 'Content-Type': sent.contentType }),
        },
        ...(sent && { body: new Uint8Array(sent.content) }),
      }),
    )
  return {
    put: async (name, from, contentType) => {
      const answer = await request('PUT', name, { content: await readFile(from), contentType })
      if (!answer.ok) throw new FilesUnreachable(`The file store answered ${answer.status} to a write`)
    },
    get: async (name) => {
      const answer = await request('GET', name)
      if (answer.status === 404) return null
      if (!answer.ok) throw new FilesUnreachable(`The file store answered ${answer.status} to a read`)
      return inTime(boundedBody(answer, MAX_FILE_BYTES))
    },
    remove: async (name) => {
      const answer = await request('DELETE', name)
      if (!answer.ok && answer.status !== 404)
        throw new FilesUnreachable(`The file store answered ${answer.status} to a removal`)
    },
  }
}

const inTime = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw new FilesUnreachable('The file store gave no answer', { cause: error })
  })
