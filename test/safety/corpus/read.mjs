import { readFileSync } from 'node:fs'

const lines = name =>
  readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/**
 * Reads secrets that others made up, with their rules: the positive examples of gitleaks 8.30 (MIT, Copyright (c) 2019
 * Zachary Rice), up to four per rule; values for the rules of secretlint 12; and 78 from a security review. They are
 * kept as JSON strings written backwards, so that no forge reports this folder as a leak.
 */
export const readKnown = source =>
  lines(source).map(line => {
    const [rule, backwards] = line.split('\t')
    return { rule, text: JSON.parse([...backwards].reverse().join('')) }
  })

export const SOURCES = ['gitleaks', 'secretlint', 'reviewed']

/** Reads hashes, ids, lock files, code and prose that look a little like secrets but are not. */
export const readHarmless = () => lines('harmless')
