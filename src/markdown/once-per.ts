/** Makes a function run once per object: keeps the result for as long as the object lives. */
export function oncePer<Of extends object, Value extends object>(read: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, Value>()
  return of => {
    const before = known.get(of)
    if (before !== undefined) return before
    const value = read(of)
    known.set(of, value)
    return value
  }
}
