/**
 * Whether a text can hold what `secrets.ts` looks for: one pattern instead of twenty-three, for texts that are shown
 * at every start of a session and nearly never hold any. A test shows it every shape.
 */
export const maySecret = (text: string): boolean => HINT.test(text)

const HINT =
  /AKIA|ASIA|gh[pousr]_|github_pat_|gl[a-z]{2,4}-|xox[a-z]-|xapp-|slack\.com|sk-|AIza|GOCSPX|k_live|npm_|pypi-|hf_|SG\.|do[opr]_v1|eyJ|:\/\/[^\s/]*@|PRIVATE KEY|(?:secret|token|key|passw(?:or)?d|passphrase|pwd)["'`]?\s{0,3}[=:]\s{0,3}["'`]?[^\s]{8}/i
