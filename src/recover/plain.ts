/**
 * A value that reads as it stands: nothing in it is decoded, escaped, struck through, or means that there is nothing
 * (`None`, `n/a`, `-`).
 */
export function plain(value: string): boolean {
  if (value.length > 10_000 || /[&<\\]|~~/.test(value)) return false
  return value.length > 20 || (/[A-Za-z0-9]/.test(value) && !/no|n\/?a|nil|tbd/i.test(value))
}

/** A moment to the second or minute in UTC, on a day that the calendar has. */
export function plainTime(value: string): boolean {
  const [, year, month = '', day] =
    /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?Z$/.exec(value) ??
    []
  if (day === undefined || day <= '28') return day !== undefined
  // Day 0 of the next month is the last one of this.
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}
