import { findSecrets } from '../../safety/secrets.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'secret',
  group: 'safety',
  summary: 'Disallow keys, tokens and passwords',
  why: 'Notes are committed, sent to models and copied into reports. A secret in them has to be revoked at its provider, since removing it from the file leaves it in the history.',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    secret: 'Unexpected {{name}} `{{masked}}`, expected a reference to it, such as an environment variable',
  },
  examples: [
    {
      title: 'the example key of the AWS documentation, and a variable',
      before: '## Learnings\n- `AKIAIOSFODNN7EXAMPLE` is not real; `password = "${DB_PASSWORD}"`\n',
      reports: [],
    },
    {
      title: 'a key in prose, a password in code',
      before: '## Learnings\n- AKIA' + 'Q3EGWJ5LQ2XNZP4D works\n\n```\npassword = "tr0ub4dor&3"\n```\n',
      reports: ['2:3 secret', '5:13 secret'],
    },
  ],
  check({ text }, report) {
    for (const { span, name, masked } of findSecrets(text)) report('secret', { span, data: { name, masked } })
  },
})
