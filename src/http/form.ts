// A multipart body as one object: text fields as text, files as File.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app/errors.ts'
import { MAX_PROOF_BYTES } from '../contract/limits.ts'

const LIMITS = { fileSize: MAX_PROOF_BYTES, files: 2, fields: 16, fieldSize: 4_096, fieldNameSize: 100, parts: 18 }

export type Form = Record<string, string | File>

export async function readForm(request: FastifyRequest): Promise<Form> {
  const form: Form = Object.create(null)
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.fieldname in form) throw invalid(part.fieldname, 'is sent twice')
      form[part.fieldname] =
        part.type === 'file'
          ? new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
          : String(part.value)
    }
  } catch (error) {
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode === 413) throw error
    throw new AppError('invalid', 'INVALID', 'The form is cut off or not well-formed.')
  }
  return form
}

/** What tells one form from another: its fields, and its files by their content. */
export async function formIdentity(form: Form): Promise<Record<string, string>> {
  const parts = Object.entries(form).map(async ([name, value]): Promise<[string, string]> => {
    if (typeof value === 'string') return [name, `text:${value}`]
    return [
      name,
      createHash('sha256')
        .update(new Uint8Array(await value.arrayBuffer()))
        .digest('hex'),
    ]
  })
  return Object.fromEntries(await Promise.all(parts))
}
