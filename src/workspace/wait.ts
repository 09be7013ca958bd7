/** Uses the global timer: loading `node:timers/promises` costs every command that writes a millisecond. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))
