/**
 * Every kind of token with a known prefix: a name, the prefixes, and a pattern for the rest. To add a kind, add a
 * line; the search in `tokens.ts` and its quick pre-check derive from this table.
 *
 * Prefixes and lengths come from gitleaks 8.30 (MIT, Copyright (c) 2019 Zachary Rice) and secretlint 12 (MIT,
 * Copyright (c) 2020 azu), see .config/licenses, and from the providers' documentation. A prefix has at least two
 * characters. The pattern has no nested repeats, and no unbounded repeat before something else, so it stays linear.
 */
export const TOKEN_KINDS = String.raw`
AWS access key | AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA | [A-Z2-7]{16}
AWS access key | A3T | [A-Z0-9][A-Z2-7]{16}
AWS Bedrock key | ABSK | [A-Za-z0-9+/]{109,269}={0,2}
AWS Bedrock key | bedrock-api-key- | YmVkcm9jay5hbWF6b25hd3MuY29t[\w+/=-]*
GitHub token | ghp_ gho_ ghu_ ghs_ ghr_ | [A-Za-z0-9]{36,}
GitHub token | github_pat_ | \w{22,}
GitLab token | glpat- gldt- glrt- glrtr- glptt- glsoat- glcbt- glffct- glft- glimt- glagent- gloas- glwt- | [\w-]{20,300}(?:\.[\da-z]{9})?
GitLab token | GR1348941 | [\w-]{20,}
GitLab session | _gitlab_session= | [\da-z]{32}
Slack token | xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- | (?=[A-Za-z-]{0,60}\d)[A-Za-z0-9-]{10,}
Slack token | xapp- | \d-[A-Za-z0-9-]{10,}
Anthropic key | sk-ant- | [\w-]{20,}
OpenAI key | sk-proj- sk-svcacct- sk-admin- sk-None- | (?=[A-Za-z_-]{0,60}\d)[\w-]{20,}
OpenAI key | sk- sk-or-v1- | (?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{32,}
Google key | AIza | [\w-]{35}(?!-)
Google client secret | GOCSPX- | [\w-]{28,}
Google token | ya29. | [\w-]{20,}
Google token | 1//0 | [\w-]{40,}
Stripe key | sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ | [A-Za-z0-9]{10,}
Stripe key | whsec_ | [\w+/-]{24,}={0,2}
npm token | npm_ | [A-Za-z0-9]{36}
PyPI token | pypi-AgE | [\w-]{50,}
Hugging Face token | hf_ api_org_ | [A-Za-z0-9]{30,}
SendGrid key | SG. | [\w=-]{22}\.[\w=-]{43}
SendGrid key | SG. | [\w=.-]{66}
DigitalOcean token | dop_v1_ doo_v1_ dor_v1_ | [a-f\d]{64}
JSON web token | eyJ eyd | [\w-]{10,400}\.ey[\w/-]{10,8000}\.[\w/-]{10,}={0,2}
JSON web token | ey | [A-Za-z0-9]{17,400}\.ey[\w/-]{17,8000}\.[\w/-]{10,}={0,2}
JSON web token | eyJ | [\w-]{15,400}(?:\.[\w-]{0,8000}){4}
JSON web token | ZXlK | [A-Za-z0-9+/]{60,}={0,2}
1Password key | A3- | [A-Z\d]{6}-(?:[A-Z\d]{6}-)?[A-Z\d]{5,11}(?:-[A-Z\d]{5}){3}
1Password token | ops_ey | [A-Za-z0-9+/]{100,}={0,3}
Adobe secret | p8e- | [a-z\d]{32}
age key | AGE-SECRET-KEY-1 | [A-Z\d]{58}
Airtable token | pat | [A-Za-z0-9]{14}\.[a-f\d]{64}
Alibaba key | LTAI | [A-Za-z0-9]{16,26}
Artifactory key | AKCp cmVmd | [A-Za-z0-9]{59,73}
Atlassian token | ATATT3 ATCTT3 | [\w=-]{60,}
Atlassian token | ATBB | [A-Za-z0-9]{28,}
Authress key | sc_ ext_ scauth_ authress_ | [A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}
Buildkite token | bkua_ bkpt_ | [a-f\d]{40}
CircleCI token | CCIPAT_ CCIPRJ_ | [\w-]{40,}
ClickHouse key | 4b1d | [A-Za-z0-9]{38}
Clojars token | CLOJARS_ clojars_ | [A-Za-z0-9]{60}
Cloudflare key | v1.0- | [a-f\d]{24}-[a-f\d]{146}
Contentful token | CFPAT- | [\w-]{43}
Databricks token | dapi | [A-Fa-f\d]{32}(?:-\d)?
Defined Networking key | dnkey- | [\w=-]{26}-[\w=-]{52}
Discord token | MD MT Mj Mz ND NT Nj Nz OD OT | [\w-]{22,26}\.[\w-]{6}\.[\w-]{27,40}
Docker token | dckr_pat_ dckr_oat_ | [\w-]{27,}
Doppler token | dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. | [\w.-]{40,80}
Duffel token | duffel_test_ duffel_live_ | [\w=-]{43}
Dynatrace token | dt0c01. dt0s01. dt0s16. | [A-Za-z0-9]{8,24}\.[A-Za-z0-9]{64}
EasyPost key | EZAK EZTK | [A-Za-z0-9]{54}
Facebook token | EAAM EAAC | [A-Za-z0-9]{100,}
Figma token | figd_ | [\w-]{40,}
Flutterwave key | FLWPUBK_TEST- FLWSECK_TEST- FLWPUBK- FLWSECK- | [A-Za-h\d]{12,32}(?:-X)?
Fly token | fo1_ fm1a_ fm1r_ fm2_ | [\w+/-]{43,}={0,3}
Frame.io token | fio-u- | [\w=-]{64}
Grafana token | glc_ | [A-Za-z0-9+/]{32,}={0,3}
Grafana token | glsa_ | [A-Za-z0-9]{32}_[A-Fa-f\d]{8}
Grafana token | eyJrIjoi | [A-Za-z0-9]{70,}={0,3}
Groq key | gsk_ | [A-Za-z0-9]{40,}
Harness token | pat. sat. | [\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}
Heroku key | HRKU-AA | [\w-]{58}
HubSpot token | pat-na1- pat-eu1- | [a-f\d-]{36}
Infracost key | ico- | [A-Za-z0-9]{32}
Intra 42 secret | s-s4t2ud- s-s4t2af- | [a-f\d]{64}
LangSmith key | lsv2_pt_ lsv2_sk_ | [a-f\d]{32}_[a-f\d]{10}
Linear key | lin_api_ lin_oauth_ | \w{32,}
Mailgun key | key- pubkey- | [a-f\d]{32}
Mapbox token | pk. sk. | [A-Za-z0-9]{60}\.[A-Za-z0-9]{22}
Netlify token | nfp_ | [A-Za-z0-9]{36,}
New Relic key | NRAK- NRII- NRJS- NRRA- | [A-Za-z0-9-]{19,}
Notion token | ntn_ secret_ | [A-Za-z0-9]{43,46}
Octopus key | API- | [A-Z\d]{25,28}
OpenShift token | sha256~ | [\w-]{43}
Perplexity key | pplx- | [A-Za-z0-9]{48}
Pinecone key | pcsk_ | \w{40,}
PlanetScale token | pscale_pw_ pscale_tkn_ pscale_oauth_ | [\w=.-]{32,64}
Postman key | PMAK- | [a-f\d]{24}-[a-f\d]{34}
Prefect key | pnu_ | [A-Za-z0-9]{36}
Pulumi token | pul- | [a-f\d]{40}
ReadMe key | rdme_ | [a-z\d]{70}
Replicate token | r8_ | [A-Za-z0-9]{37}
Resend key | re_ | (?=[A-Za-z_]{0,40}\d)[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}
RubyGems key | rubygems_ | [a-f\d]{48}
Scalingo token | tk-us- | [\w-]{48}
Sendinblue key | xkeysib- xsmtpsib- | [a-f\d]{64}-[A-Za-z0-9]{16}
Sentry token | sntrys_ | eyJ[\w+/=-]{40,}
Sentry token | sntryu_ | [a-f\d]{64}
SettleMint token | sm_aat_ sm_pat_ sm_sat_ | [A-Za-z0-9]{16}
Shippo token | shippo_live_ shippo_test_ | [A-Fa-f\d]{40}
Shopify token | shpat_ shpca_ shppa_ shpss_ | [A-Za-z0-9]{32,64}
Sourcegraph token | sgp_ | (?:(?:[A-Fa-f\d]{16}|local)_)?[A-Fa-f\d]{40}
Square token | EAAA sq0atp- sq0csp- | [\w-]{22,60}
Supabase key | sbp_ | [a-f\d]{40}
Supabase key | sb_secret_ | [\w-]{20,}
Tailscale key | tskey-api- tskey-auth- tskey-client- | [A-Za-z0-9-]{20,}
Tavily key | tvly- | [A-Za-z0-9-]{32,}
Telegram token | AA | (?<=\d{5}:AA)[\w-]{33}
Twilio key | SK | [A-Fa-f\d]{32}
Typeform token | tfp_ | [\w.=-]{59}
Vault token | hvs. hvb. hvr. | [\w-]{24,}
Vault token | s. | (?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{24}
Vercel token | vcp_ vci_ vca_ vcr_ vck_ | [A-Za-z0-9]{20,60}
xAI key | xai- | [A-Za-z0-9]{40,}
Yandex key | AQVN | [\w-]{35,38}
Yandex token | t1. | [\w-]{1,500}={0,2}\.[\w-]{86}={0,2}
`
