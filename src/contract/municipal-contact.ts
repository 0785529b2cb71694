import * as z from 'zod/mini'

const KnownValue = z.catch(z.optional(z.string()), undefined)

/** The contact in a listing's record. Unknown values are missing. */
export const MunicipalContact = z.object({
  /** The municipality's name in English, without the prefecture. */
  en: z.string(),
  ja: z.string(),
  /** The telephone number as dialled inside Japan, such as `0894-62-1111`. */
  phone: KnownValue,
  mail: KnownValue,
  /** A web address that begins with `http:` or `https:`. */
  web: KnownValue,
  note: KnownValue,
  source: KnownValue,
  /** The day on which the contact was known to be correct, such as `2026-11-24`. */
  date: KnownValue,
})
export type MunicipalContact = z.output<typeof MunicipalContact>
