import { findPhones } from '#contract/phones.ts'

const URL_PATTERN = /https?:\/\/[!-~]+/gi
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** The telephone numbers, email addresses and web addresses in a text, without duplicates. */
export function findRemarkLinks(text: string) {
  const narrow = text.normalize('NFKC')
  const urls = (text.match(URL_PATTERN) ?? []).map((url) => url.replace(/[)\].,;'"]+$/, ''))
  const withoutUrls = narrow.replace(URL_PATTERN, ' ')
  return {
    phones: findPhones(narrow),
    mails: [...new Set(withoutUrls.match(MAIL))],
    urls: [...new Set(urls)].filter((url) => URL.canParse(url)),
  }
}
