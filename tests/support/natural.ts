/**
 * Turns a file of short real texts into a bundle: `tsx tests/support/natural.ts <texts.ndjson.gz> <bundle folder>`.
 * One JSON object a line: id, service, user, title, content, tags, published (Unix seconds), lang.
 */
import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { splitLines } from "#backend/imports/bundle/lines.ts";

export interface NaturalText {
  id: number;
  service: string;
  user: string;
  title: string;
  content: string;
  tags: string[];
  published: number;
  lang: string;
}

const SERVICE_OF: Record<string, string> = { en: "boosty", ja: "fanbox", zh: "patreon", ko: "gumroad" };
const OWN: Record<string, [title: string, content: string][]> = {
  en: [
    ["Low tide", "The boats lie on their sides until the water comes back. Nobody hurries here."],
    ["Ink recipe", "Soot, gum and rain water, ground for an hour; keep it away from the window."],
    ["Second draft", "I moved the bridge to the left & the fog now hides the tower."],
    ["Market day", "Three pears < one melon, says the old woman, and she is never wrong."],
    ["Harbour lights", "Red to the left when you come home, green to the right."],
    ["Workshop notes", "Glue first, then clamp; clamp first and you will regret it."],
    ["Winter sale", "Every print is half price until the snow is gone."],
    ["A quiet week", "No new pages, but the garden shed has a roof again."],
    ["Color study", "Ochre beside slate looks warmer than ochre alone."],
    ["Letter home", "The train was late, the coffee was bad, the mountains were worth it."],
  ],
  ja: [
    ["朝の港", "船はまだ眠っている。灯台だけが起きている。"],
    ["下書き", "線画を三枚描いた。明日は色を塗る予定です。"],
    ["雨の日の散歩", "傘を忘れたので、古い本屋で雨宿りをした。"],
    ["猫と机", "原稿の上に猫が座ってしまい、仕事にならない。"],
    ["新しい筆", "少し硬いけれど、細い線がとてもきれいに出る。"],
    ["祭りの夜", "提灯の光が川に映って、町が二つあるように見えた。"],
    ["制作メモ", "背景は二枚のレイヤーに分けて、影は最後に置く。"],
    ["お知らせ", "来週の更新はお休みします。ごめんなさい。"],
    ["ラーメン", "駅前の店は今日も行列。三十分待つ価値はある。"],
    ["星図", "冬の空はにぎやかで、名前を覚えるのが追いつかない。"],
  ],
  zh: [
    ["清晨的渡口", "雾还没有散，第一班船已经鸣笛。"],
    ["画稿", "今天画了两张草图，明天再上颜色。"],
    ["旧书店", "老板把最好的书藏在最里面的架子上。"],
    ["茶", "水要刚刚烧开，叶子才会慢慢醒来。"],
    ["雪后", "院子里只有一行脚印，是邻居家的猫。"],
    ["夜市", "灯笼一盏一盏亮起来，街上全是香味。"],
    ["教程", "先铺大色块，再处理边缘，最后才画细节。"],
    ["公告", "下个星期更新会晚一天，请大家谅解。"],
    ["山路", "转过弯去，整个城市忽然出现在脚下。"],
    ["二胡", "他只会一首曲子，可是每次都拉得不一样。"],
  ],
  ko: [
    ["새벽 항구", "배들은 아직 자고 등대만 깨어 있다."],
    ["초안", "오늘은 선만 세 장 그렸고 내일 색을 칠할 예정이다."],
    ["오래된 서점", "비를 피하려고 들어갔다가 책을 두 권 샀다."],
    ["고양이", "원고 위에 고양이가 앉아서 일을 할 수가 없다."],
    ["새 붓", "조금 뻣뻣하지만 가는 선이 아주 예쁘게 나온다."],
    ["축제의 밤", "등불이 강물에 비쳐 마을이 둘로 보였다."],
    ["작업 노트", "배경은 두 장으로 나누고 그림자는 마지막에 넣는다."],
    ["공지", "다음 주 연재는 하루 늦어집니다. 죄송합니다."],
    ["국수", "역 앞 가게는 오늘도 줄이 길다. 기다릴 만하다."],
    ["별자리", "겨울 하늘은 붐벼서 이름을 다 외울 수가 없다."],
  ],
};

/** Forty short texts of our own, ten in each script: what the tests use where the large file is not wanted. */
export const NATURAL_TEXTS: NaturalText[] = Object.entries(OWN).flatMap(([lang, texts], group) =>
  texts.map(([title, content], at) => ({
    id: group * 10 + at + 1,
    service: SERVICE_OF[lang] ?? "patreon",
    user: `${lang}-${at % 3}`,
    title,
    content,
    tags: [lang, at % 2 === 0 ? "even" : "odd"],
    published: 1_600_000_000 + (group * 10 + at) * 86_400,
    lang,
  })),
);

/** Content is HTML in a bundle. */
export const asHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Names as in the texts; an id holds neither slash nor control character. */
function userId(name: string): string {
  return name.replaceAll(/[\p{Cc}/]/gu, "_") || "unknown";
}

/** Writes creators.ndjson and posts.ndjson; the same texts give the same bytes. @returns how many posts and creators */
export async function writeNaturalBundle(
  texts: AsyncIterable<NaturalText>,
  folder: string,
): Promise<{ posts: number; creators: number }> {
  await mkdir(folder, { recursive: true });
  const creators = new Map<
    string,
    { service: string; id: string; name: string; first: number; last: number }
  >();
  const out = await open(join(folder, "posts.ndjson"), "w");
  let posts = 0;
  let waiting = ['{"roost":1,"entity":"posts"}'];
  for await (const text of texts) {
    const user = userId(text.user);
    const key = `${text.service}/${user}`;
    const known = creators.get(key) ?? {
      service: text.service,
      id: user,
      name: text.user || "Unknown",
      first: text.published,
      last: text.published,
    };
    known.first = Math.min(known.first, text.published);
    known.last = Math.max(known.last, text.published);
    creators.set(key, known);
    const { service, title, tags } = text;
    const content = asHtml(text.content);
    const published = iso(text.published);
    waiting.push(
      JSON.stringify({
        service,
        id: String(text.id),
        user,
        title,
        content,
        added: published,
        published,
        tags,
      }),
    );
    posts += 1;
    if (waiting.length >= 1000) {
      await out.writeFile(`${waiting.join("\n")}\n`);
      waiting = [];
    }
  }
  if (waiting.length > 0) await out.writeFile(`${waiting.join("\n")}\n`);
  await out.close();
  const lines = [...creators.values()]
    .sort((a, b) => (`${a.service}/${a.id}` < `${b.service}/${b.id}` ? -1 : 1))
    .map(({ service, id, name, first, last }) =>
      JSON.stringify({ service, id, name, indexed: iso(first), updated: iso(last) }),
    );
  const file = await open(join(folder, "creators.ndjson"), "w");
  await file.writeFile(`${['{"roost":1,"entity":"creators"}', ...lines].join("\n")}\n`);
  await file.close();
  return { posts, creators: creators.size };
}

/** Reads such a file, packed. */
export async function* readNatural(path: string): AsyncGenerator<NaturalText> {
  for await (const line of splitLines(createReadStream(path).pipe(createGunzip()))) {
    if (line.text !== "") yield JSON.parse(line.text) as NaturalText;
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [path, folder] = process.argv.slice(2);
  if (path === undefined || folder === undefined)
    throw new Error("Usage: tsx tests/support/natural.ts <texts.ndjson.gz> <bundle folder>");
  const { posts, creators } = await writeNaturalBundle(readNatural(path), folder);
  process.stdout.write(`${posts} posts by ${creators} creators written to ${folder}\n`);
}
