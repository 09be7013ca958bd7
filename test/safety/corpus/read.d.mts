export const SOURCES: readonly ('gitleaks' | 'secretlint' | 'reviewed')[]
export function readKnown(source: string): { readonly rule: string; readonly text: string }[]
export function readHarmless(): string[]
