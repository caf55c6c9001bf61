// The customer that the proof of erasure erases.

/** Matches every spelling of the customer's data in that day. */
export const PERSON_TRACES =
  /quillfeather|dorothea|quill\.test|QX-\d|202\D{0,3}555\D{0,2}0167|2025550167|pfirsich|38\.91234|-77\.03456/i
export const PERSON = {
  customer_name: 'Dorothea Quillfeather',
  customer_phone: '(202) 555-0167',
  customer_email: 'Dorothea@quill.test',
  address: { line1: '77 Quillfeather Mews', city: 'Washington', lat: 38.91234, lng: -77.03456 },
  instructions: 'Ring twice, the dog is called Pfirsich',
  items: [{ name: 'Cake for Dorothea', quantity: 1 }],
  metadata: { contact: 2_025_550_167, note: 'Pfirsich' },
  sms_consent: true,
}
export const REASON = 'Dorothea was out'
/** Texts that other people wrote about the customer. */
export const TEXTS_OF_OTHERS = [
  'Else call 202.555.0167',
  'Beside Dorothea Quillfeather',
  'Leave it at 77 Quillfeather Mews',
  'With QX-10001, for dorothea@quill.test',
]
