// Code of a business at the start of its random tokens. The code hints at where a token belongs. It authorizes nothing:
// the hash of the whole token decides. It is the beginning of the business's digest.

/** Characters of the code: 36 bits in base64url. */
export const CODE_CHARACTERS = 6
/** Characters of the digest: 132 bits in base64url. */
export const DIGEST_CHARACTERS = 22
