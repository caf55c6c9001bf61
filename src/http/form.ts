// Reads a multipart body into one object: text fields as strings, files as files in a folder.
import { asText, type PlainSentence, text } from '../texts/text.ts'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app/errors.ts'
import { MAX_PROOF_BYTES } from '../contract/limits.ts'
import { ReceivedFile } from '../contract/received-file.ts'
import { isFaultOfDisk } from './errors.ts'

const LIMITS = { fileSize: MAX_PROOF_BYTES, files: 2, fields: 16, fieldSize: 4_096, fieldNameSize: 100, parts: 18 }

export type Form = Record<string, string | ReceivedFile>

export async function readForm(request: FastifyRequest, folder: string): Promise<Form> {
  const form: Form = Object.create(null)
  // Without a body, the form is empty, so that the schema reports missing fields.
  if (!request.isMultipart()) return form
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      const fault = textFault(part.fieldname)
      if (fault) throw invalid('form', text('has a field whose name {fault}', { fault: asText(fault) }))
      if (part.fieldname in form) throw invalid(part.fieldname, 'is sent twice')
      form[part.fieldname] =
        part.type === 'file'
          ? await saveReceivedFile(part, path.join(folder, String(Object.keys(form).length)))
          : storableText(part.fieldname, String(part.value))
    }
  } catch (error) {
    if (error instanceof AppError || isFaultOfDisk(error) || (error as { statusCode?: number }).statusCode === 413)
      throw error
    throw new AppError('invalid', 'INVALID', 'The form is cut off or not well-formed.', { fields: [] })
  }
  return form
}

function storableText(name: string, value: string): string {
  const fault = textFault(value)
  if (fault) throw invalid(name, fault)
  return value
}

/**
 * Checks a text after decoding, because a part can have its own charset, such as UTF-16. Strict JSON has the same
 * rules.
 */
function textFault(sent: string): PlainSentence | null {
  if (sent.includes('\0')) return 'contains the character 0, which cannot be stored'
  return sent.isWellFormed() ? null : 'contains half of a surrogate pair, which cannot be stored'
}

/** Identity of a form for idempotency: its fields, and the hashes of its files. */
export const formIdentity = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? `text:${value}` : value.sha256]),
  )

async function saveReceivedFile({ file, filename, mimetype }: MultipartFile, to: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(file, counted, createWriteStream(to, { flags: 'wx' }))
  if (file.truncated) throw Object.assign(new Error('a file is too large'), { statusCode: 413 })
  return new ReceivedFile({ name: filename, type: mimetype, path: to, size, sha256: hash.digest('hex') })
}
