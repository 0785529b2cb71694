import { html } from 'hono/html'
import { NEWS_HEADINGS, NEWS_KINDS, type NewsKind } from '#contract/news-kinds.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import { housePath } from '#contract/shared-path.ts'
import { composeMail, greeting, link, type Recipient } from '#server/mail/compose-mail.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { HouseLines } from './house-lines.ts'

interface Digest {
  person: Recipient
  /** The houses that the mail names, by what has happened to them. */
  houses: ReadonlyMap<NewsKind, HouseLines[]>
  /** What has happened to all houses with news, which may be more than `houses`. */
  kinds: readonly NewsKind[]
  /** The page that lists all houses with news. */
  newsPath: string
  /** The alerts in the mail, each with the page that stops it. */
  stops: readonly { label: string; path: string }[]
  /** The page that stops all alerts by mail. */
  stopAllPath: string
  siteUrl: string
}

/** How many houses there are of each kind: `2 new, 1 cheaper`. Names no house and no search. */
export function countNews(kinds: readonly NewsKind[]) {
  return NEWS_KINDS.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length
    return count === 0 ? [] : [`${count} ${NEWS_HEADINGS[kind].toLowerCase()}`]
  }).join(', ')
}

/** The mail that tells a person which houses are new, cheaper or gone. */
export function alertMail(digest: Digest): Mail {
  const { person, houses, kinds, newsPath, stops, stopAllPath, siteUrl } = digest
  const subject = `Houses on Engawa: ${countNews(kinds)}`
  const shown = [...houses.values()].reduce((sum, some) => sum + some.length, 0)
  const rest = kinds.length > shown ? `${kinds.length - shown} more houses` : ''
  const sections = NEWS_KINDS.flatMap((kind) => {
    const some = houses.get(kind)
    return some ? [{ heading: NEWS_HEADINGS[kind], houses: some }] : []
  })
  const { text } = composeMail(person.email, subject, [
    greeting(person),
    ...sections.map(({ heading, houses }) =>
      [
        heading.toUpperCase(),
        ...houses.map((house) => describe(house) + link(housePath(house), siteUrl)),
      ].join('\n\n'),
    ),
    ...(rest ? [rest + link(newsPath, siteUrl)] : []),
    ...stops.map(({ label, path }) => `Stop mails about ${label}:${link(path, siteUrl)}`),
    `Stop all mails about houses:${link(stopAllPath, siteUrl)}`,
  ])
  return {
    to: person.email,
    subject,
    text,
    html: String(page({ ...digest, subject, rest, sections })),
    stopUrl: new URL(stopAllPath, siteUrl).href,
  }
}

function describe({ title, price, formerPrice, reason }: HouseLines) {
  const was = formerPrice === undefined ? '' : `, was ${formerPrice}`
  return [title, price + was, reason].join('\n')
}

interface Page extends Digest {
  subject: string
  rest: string
  sections: { heading: string; houses: HouseLines[] }[]
}

/**
 * Mail programs draw tables and inline styles. The style sheet only adds the dark colours. The
 * colours are those of `src/client/theme/tokens.css`, whose variables a mail cannot use.
 */
function page({ subject, rest, sections, stops, stopAllPath, newsPath, siteUrl, person }: Page) {
  const href = (path: string) => new URL(path, siteUrl).href
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #171412 !important; }
  .text { color: #f2ece3 !important; }
  .soft { color: #b0a699 !important; }
  .link { color: #a3c3e6 !important; }
  .line { border-color: #38322c !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:#fbf8f3;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf8f3;">
<tr><td align="center" style="padding:24px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;">
<tr><td class="text" style="color:#1e1b18;padding-bottom:16px;">${greeting(person)}</td></tr>
${sections.map(
  ({
    heading,
    houses,
  }) => html`<tr><td class="text" style="color:#1e1b18;padding-top:16px;"><h2 style="margin:0;font-size:20px;line-height:28px;">${heading}</h2></td></tr>
${houses.map(
  ({
    id,
    title,
    price,
    formerPrice,
    reason,
  }) => html`<tr><td class="line" style="border-bottom:1px solid #e6dfd5;padding:12px 0;">
<a class="link" href="${href(housePath({ id }))}" style="color:#23405f;font-weight:bold;text-decoration:none;">${withNoBreaks(title)}</a><br>
<span class="text" style="color:#1e1b18;">${price}${formerPrice === undefined ? '' : html` <span class="soft" style="color:#645d55;">was <s>${formerPrice}</s></span>`}</span><br>
<span class="soft" style="color:#645d55;font-size:14px;">${reason}</span>
</td></tr>
`,
)}`,
)}
${rest && html`<tr><td style="padding-top:16px;"><a class="link" href="${href(newsPath)}" style="color:#23405f;">${rest}</a></td></tr>`}
<tr><td class="soft" style="color:#645d55;font-size:14px;line-height:24px;padding-top:32px;">
${stops.map(({ label, path }) => html`<a class="soft" href="${href(path)}" style="color:#645d55;">Stop mails about ${label}</a><br>`)}
<a class="soft" href="${href(stopAllPath)}" style="color:#645d55;">Stop all mails about houses</a><br>
Engawa
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}
