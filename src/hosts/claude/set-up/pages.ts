import { nameFor } from '../../../files/user/user-folder.ts'
import { protocolPages } from './protocol-pages.ts'

/** The folder that notes files point to. */
export const PROTOCOLS = '.claude/protocols'

/**
 * The protocol pages of an installation, by name. Each ends with a checksum of its text, which shows whether a user
 * changed the page.
 */
export const signedPages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(protocolPages).map(([name, text]) => [name, signed(text)]),
)

function signed(text: string): string {
  return `${text}\n<!-- Installed by notes init. If you change this page, notes will not overwrite it: ${nameFor(text)} -->\n`
}

const SIGNED = /^([\s\S]*)\n<!-- Installed by notes init\.[^>]*: ([0-9a-f]{16}) -->\n$/

/** Did an installation of any version write exactly this page? A checkout may have changed its line breaks. */
export function isOurs(page: string): boolean {
  const [, text = '', sum] = SIGNED.exec(page.replaceAll('\r\n', '\n')) ?? []
  return nameFor(text) === sum
}
