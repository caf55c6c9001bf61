// Receives files: takes a slot first, then writes the body to a folder that is deleted after the response.
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { AppError } from '../app/errors.ts'
import type { WorkOwner } from '../app/work-limiter.ts'
import { isFaultOfDisk } from './errors.ts'

/** Takes an upload slot and a folder for `work`. The body is not read until `work` reads it. */
export const withUploadSlot = <T>(
  { workLimiters, scratch }: Pick<App, 'workLimiters' | 'scratch'>,
  holder: WorkOwner,
  work: (folder: string) => Promise<T>,
): Promise<T> => workLimiters.uploads.hold(holder, () => scratch.within(work))

/** A file on disk, deleted after the response. */
export interface SavedFile {
  path: string
  /** Size in bytes. */
  size: number
}

/** Receives the body of a route that takes a file. */
export async function saveBody(request: FastifyRequest, folder: string): Promise<SavedFile> {
  const to = path.join(folder, 'body')
  let size = 0
  await read(request, (body) => {
    body.on('data', (chunk: Buffer) => (size += chunk.length))
    return pipeline(body, createWriteStream(to, { flags: 'wx' }))
  })
  return { path: to, size }
}

async function read(request: FastifyRequest, consume: (body: Readable) => Promise<void>): Promise<void> {
  if (!(request.body instanceof Readable)) return
  const maxBytes = request.routeOptions.config.body?.maxBytes ?? 0
  let size = 0
  const bounded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      done(size > maxBytes ? Object.assign(new Error('the body is too large'), { statusCode: 413 }) : null, chunk)
    },
  })
  try {
    await Promise.all([pipeline(request.body, bounded), consume(bounded)])
  } catch (error) {
    if (error instanceof AppError || isFaultOfDisk(error) || (error as { statusCode?: number }).statusCode === 413)
      throw error
    throw new AppError('invalid', 'INVALID', 'The file is cut off.')
  }
}
