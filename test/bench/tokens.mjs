// Measures how far off the token estimate is for each kind of text, compared with the largest count of o200k, cl100k
// and claude-2, in pieces of about 100 tokens.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTokens } from '@anthropic-ai/tokenizer'
import { buildSync } from 'esbuild'
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { notesFile, randomFrom } from './generate.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The estimator as it is in the source. */
function estimator() {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'src/markdown/tokens.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  })
  const module = { exports: {} }
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    createRequire(root),
  )
  return module.exports.estimateTokens
}

const filesUnder = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .sort()
    .map(name => readFileSync(join(root, folder, name), 'utf8'))

/** One decision in each language, as people would write it down. */
const languages = {
  Chinese:
    '我们决定把令牌的有效期改为滑动窗口，宽限期为十五分钟，这样既能保证安全，又不会在会话中途让用户退出登录。数据库的连接池每个实例最多二十个连接，超过时排队等待，不再立即报错。部署顺序总是先读后写，迁移分两步完成。',
  Japanese:
    'トークンの有効期限はスライディングウィンドウ方式に変更し、猶予期間を十五分とすることに決めました。接続プールは一つのインスタンスにつき最大二十本とし、それを超えた場合は待機します。デプロイの順番は必ず読み手が先です。',
  Korean:
    '토큰 만료는 슬라이딩 윈도 방식으로 바꾸고 유예 시간은 십오 분으로 정했습니다. 연결 풀은 인스턴스마다 최대 스무 개이며, 넘으면 기다립니다. 배포 순서는 항상 읽는 쪽이 먼저입니다.',
  Russian:
    'Мы решили, что срок действия токена продлевается при каждом запросе, а отсрочка составляет пятнадцать минут. Пул соединений ограничен двадцатью на экземпляр, остальные ждут своей очереди.',
  Ukrainian:
    'Ми вирішили, що термін дії токена подовжується при кожному запиті, а відстрочка становить п’ятнадцять хвилин. Пул з’єднань обмежений двадцятьма на екземпляр.',
  Greek:
    'Αποφασίσαμε ότι η διάρκεια ισχύος του διακριτικού παρατείνεται με κάθε αίτημα και η περίοδος χάριτος είναι δεκαπέντε λεπτά.',
  Arabic:
    'قررنا أن مدة صلاحية الرمز تمدد مع كل طلب وأن فترة السماح خمس عشرة دقيقة. مجموعة الاتصالات محدودة بعشرين لكل مثيل والباقي ينتظر.',
  Hebrew:
    'החלטנו שתוקף האסימון יוארך בכל בקשה ותקופת החסד היא חמש עשרה דקות. מאגר החיבורים מוגבל לעשרים לכל מופע.',
  Hindi:
    'हमने तय किया कि टोकन की वैधता हर अनुरोध पर बढ़ेगी और छूट की अवधि पंद्रह मिनट होगी। कनेक्शन पूल प्रति इंस्टेंस बीस तक सीमित है।',
  Thai: 'เราตัดสินใจว่าอายุของโทเค็นจะขยายทุกครั้งที่มีคำขอ และระยะผ่อนผันคือสิบห้านาที กลุ่มการเชื่อมต่อจำกัดที่ยี่สิบต่ออินสแตนซ์',
  German:
    'Die Gültigkeit eines Schlüssels verlängert sich mit jeder Anfrage, danach gibt es fünfzehn Minuten Aufschub. Über zwanzig Verbindungen wartet man; das prüfen wir täglich für größere Häuser.',
  French:
    'Nous avons décidé que la durée de validité du jeton est prolongée à chaque requête et que le délai de grâce est de quinze minutes. Où êtes-vous allés après l’été dernier ?',
  Spanish:
    'Decidimos que la vigencia del token se prolonga con cada petición y que el período de gracia es de quince minutos. El año pasado también hubo más conexión.',
  Polish:
    'Zdecydowaliśmy, że ważność tokenu przedłuża się przy każdym żądaniu, a okres łaski wynosi piętnaście minut. Pula połączeń jest ograniczona do dwudziestu.',
  Czech:
    'Rozhodli jsme se, že platnost tokenu se prodlužuje s každým požadavkem a lhůta je patnáct minut. Zásobník spojení je omezen na dvacet pro každou instanci.',
  Turkish:
    'Belirtecin geçerlilik süresinin her istekte uzatılmasına ve ek sürenin on beş dakika olmasına karar verdik. Bağlantı havuzu örnek başına yirmi ile sınırlıdır.',
  Vietnamese:
    'Chúng tôi quyết định thời hạn của mã được gia hạn với mỗi yêu cầu và thời gian ân hạn là mười lăm phút. Nhóm kết nối giới hạn hai mươi.',
}

const many = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('')

/** Returns a sample of each kind of text, several KB long. */
function kinds(random) {
  const hex = length => many(length, () => Math.floor(random() * 16).toString(16))
  const base64 = length =>
    many(
      length,
      () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[Math.floor(random() * 64)],
    )
  const code = filesUnder('src', '.ts').join('\n')
  return {
    'notes files': notesFile(30, 7),
    prose: filesUnder('protocols', '.md')
      .join('\n')
      .replaceAll(/[|`#*[\]]/g, ''),
    code: code.slice(0, 40_000),
    paths: many(
      400,
      index => `\${PROJECT_ROOT}/src/auth/module${index % 17}/jwt-${index}.ts:${index}-${index + 9}\n`,
    ),
    tables: many(
      300,
      index => `| TD-${index} | short text ${index} | HIGH | implementing-tasks | S${index % 40} |\n`,
    ),
    'ids and times': many(
      300,
      () => `${hex(8)}-${hex(4)} 2026-0${1 + Math.floor(random() * 9)}-15T14:30:00Z ${hex(40)}\n`,
    ),
    base64: many(100, () => `${base64(64)}\n`),
    emoji: many(200, index => `${['✅', '🚧', '❌', '⚠️'][index % 4]} step ${index} done 🚀\n`),
    ...Object.fromEntries(Object.entries(languages).map(([name, text]) => [name, text.repeat(40)])),
  }
}

/** Cuts a text into pieces of equal length, about 100 tokens in this kind of text. */
function pieces(text) {
  const sample = text.slice(0, 4_000)
  const size = Math.max(20, Math.round((100 * sample.length) / Math.max(1, o200k(sample).length)))
  const found = []
  for (let at = 0; at + size <= Math.min(text.length, 25_000); at += size)
    found.push(Array.from(text.slice(at, at + size)).join(''))
  return found.slice(0, 120)
}

/** Returns `{kind, mean, under, over}` in percent for each kind; `under` is the largest underestimate. */
export function measureTokens(seed = 1) {
  const estimate = estimator()
  return Object.entries(kinds(randomFrom(seed))).map(([kind, text]) => {
    const errors = pieces(text).map(piece => {
      const most = Math.max(o200k(piece).length, cl100k(piece).length, countTokens(piece))
      return (100 * (estimate(piece) - most)) / most
    })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    return { kind, mean, under: Math.min(0, ...errors), over: Math.max(0, ...errors), pieces: errors.length }
  })
}

export function printTokens(rows) {
  const percent = value => `${value < 0 ? '' : '+'}${value.toFixed(0)} %`.padStart(7)
  console.log('token estimate against the largest of o200k, cl100k and claude-2, pieces of about 100 tokens:')
  for (const { kind, mean, under, over } of rows)
    console.log(
      `  ${kind.padEnd(14)} mean ${percent(mean)}  worst under ${percent(under)}  worst over ${percent(over)}`,
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printTokens(measureTokens())
