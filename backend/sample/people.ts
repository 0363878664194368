/** Creators of the sample: forty written by hand, and as many generated ones as a large archive needs. */
import { SERVICES, type Service, serviceInfo } from "#shared/services/index.ts";
import { THEME_NAMES, type ThemeName } from "./phrases/index.ts";
import { rngOf } from "./prng.ts";

export interface Person {
  service: Service;
  id: string;
  publicId: string | null;
  name: string;
  theme: ThemeName;
  /** Share of the posts, relative to other creators. */
  weight: number;
  favorited: number;
  /** The same for all accounts of one person. */
  relation: number | null;
}

type Row = readonly [
  service: Service,
  id: string,
  publicId: string | null,
  name: string,
  theme: ThemeName,
  weight: number,
  favorited: number,
  relation?: number,
];

const BY_HAND: readonly Row[] = [
  ["patreon", "10442087", "marlowquay", "Marlow Quay", "harbour", 9, 4210, 1],
  ["gumroad", "6120774301", "marlowquay", "Marlow Quay Prints", "harbour", 3, 380, 1],
  ["patreon", "22077310", "patchbaywren", "Patchbay Wren", "synth", 7, 2914, 2],
  ["gumroad", "8893120455", "tinytype", "Tiny Type Foundry", "pixel", 6, 1875],
  ["subscribestar", "tinytype", null, "Tiny Type Foundry", "pixel", 2, 240, 3],
  ["patreon", "31550921", "oatandrye", "Oat & Rye", "bread", 7, 1660],
  ["gumroad", "1442907718", "lanternworks", "Lantern Works 3D", "lanterns", 6, 2333, 4],
  ["patreon", "48120063", "lanternworks", "Lantern Works", "lanterns", 4, 1209, 4],
  ["subscribestar", "mosslight", null, "mosslight", "moss", 6, 944, 5],
  ["fansly", "418820937745702912", "mosslight", "mosslight 🌿", "moss", 3, 310, 5],
  ["patreon", "50718842", "nightferryradio", "The Night Ferry Radio", "radio", 6, 3120, 6],
  ["subscribestar", "bolt-and-beetle", null, "Bolt & Beetle", "mechs", 6, 1432, 7],
  ["patreon", "61230015", "boltandbeetle", "Bolt & Beetle", "mechs", 4, 2088, 7],
  ["patreon", "70094418", "windrise", "Windrise Sketches", "genshin", 10, 9874, 8],
  ["fanbox", "9017324", "windrise", "Windrise スケッチ", "nekomata", 5, 5120, 8],
  ["gumroad", "3007125589", "isoorchard", "Isometric Orchard", "orchard", 5, 1502],
  ["patreon", "84500276", "timetabletom", "Timetable Tom", "trains", 5, 877],
  ["onlyfans", "verdigrisstudio", null, "Verdigris Studio", "pottery", 6, 2204],
  ["onlyfans", "slowkitchenada", null, "Slow Kitchen with Ada", "kitchen", 6, 3015, 9],
  ["fansly", "502117736490311680", "slowkitchen", "Ada cooks slowly", "kitchen", 3, 702, 9],
  ["fansly", "377540918264410112", "islaclimbs", "Isla Climbs Slowly", "hiking", 5, 1288],
  ["onlyfans", "hedgerowink", null, "Hedgerow Ink", "botanical", 5, 1120, 10],
  ["subscribestar", "hedgerow-ink", null, "Hedgerow Ink", "botanical", 2, 190, 10],
  ["fanbox", "2640117", "toudaimori", "灯台もり", "toudai", 8, 6230],
  ["fanbox", "11873302", "nekomata-koubou", "ねこまた工房", "nekomata", 8, 8042, 11],
  ["fantia", "48211", null, "ねこまた工房 別館", "nekomata", 4, 2411, 11],
  ["fanbox", "30558127", "suisou", "水槽と鉱石", "koubutsu", 5, 1904],
  ["fantia", "127740", null, "星屑レコード", "hoshikuzu", 5, 1333],
  ["candfans", "30117", "asayake", "朝焼け茶房", "yomogi", 6, 1580],
  ["candfans", "88214", "minatomachi", "港町スケッチ", "toudai", 4, 760],
  ["dlsite", "RG31415", null, "夜行列車ソフト", "yakou", 6, 4388],
  ["dlsite", "RG27182", null, "ガラスの森音響", "hoshikuzu", 4, 2150],
  ["afdian", "7c1e0f2ab85411ec9d3f52540025c377", null, "山月小筑", "shanyue", 6, 1718],
  ["afdian", "e04b7716c0d211eda9ce5254001e7c00", null, "像素茶馆", "xiangsu", 6, 2670, 12],
  ["afdian", "2f9a63d8117b11ee8b0652540025c377", null, "云端食谱", "yunduan", 4, 655],
  ["boosty", "tihiy-mayak", null, "Тихий маяк", "mayak", 6, 1490],
  ["boosty", "northatlas", null, "Северный атлас", "atlas", 5, 1921],
  ["boosty", "chainik", null, "Чайник и кисть", "chainik", 5, 1011],
  ["patreon", "91177520", "dalbit", "달빛공방", "dalbit", 5, 1377],
  ["patreon", "93405118", "jongibae", "종이배 일기", "jongibae", 6, 3302],
];

export interface Server {
  id: string;
  name: string;
  theme: ThemeName;
  favorited: number;
  relation: number;
}

/** Chat servers are creators too, with channels instead of posts. */
export const SERVERS: readonly Server[] = [
  { id: "914402118830275594", name: "Bolt & Beetle Workshop", theme: "mechs", favorited: 611, relation: 7 },
  { id: "1032207745519910912", name: "Night Ferry Listeners", theme: "radio", favorited: 420, relation: 6 },
];

const FIRST = [
  "Amber",
  "Quiet",
  "Copper",
  "Paper",
  "Winter",
  "Salt",
  "Velvet",
  "Hollow",
  "Rowan",
  "Indigo",
  "Little",
  "Northern",
  "Glass",
  "Clover",
  "Saffron",
];
const SECOND = [
  "Heron",
  "Kettle",
  "Harbour",
  "Loom",
  "Compass",
  "Thistle",
  "Lantern",
  "Otter",
  "Meadow",
  "Anvil",
  "Comet",
  "Pocket",
  "Orchard",
  "Finch",
  "Signal",
];
/** Services with posts. */
const POSTING = SERVICES.filter((service) => service !== "discord");

/** Forty, plus one for every 250 posts beyond the first 5,000. */
export function peopleFor(posts: number, seed: string): Person[] {
  const people: Person[] = BY_HAND.map(
    ([service, id, publicId, name, theme, weight, favorited, relation]) => ({
      service,
      id,
      publicId,
      name,
      theme,
      weight,
      favorited,
      relation: relation ?? null,
    }),
  );
  for (const service of POSTING.filter((one) => !people.some((person) => person.service === one)))
    people.push(sampler(service));
  const rng = rngOf(`${seed}/people`);
  const more = Math.max(0, Math.ceil((posts - 5000) / 250));
  for (let i = 0; i < more; i++) {
    const service = rng.pick(POSTING);
    people.push({
      service,
      id: String(700_000_000 + i * 7),
      publicId: null,
      name: `${rng.pick(FIRST)} ${rng.pick(SECOND)} ${rng.int(2, 999)}`,
      theme: rng.pick(THEME_NAMES),
      weight: 1 + rng.next() ** 3 * 8,
      favorited: Math.floor(rng.next() ** 4 * 5000),
      relation: null,
    });
  }
  return people;
}

/** The creator of a service for which none is written by hand. */
function sampler(service: Service): Person {
  const name = `${serviceInfo(service).title} Sampler`;
  return {
    service,
    id: "700",
    publicId: null,
    name,
    theme: "moss",
    weight: 4,
    favorited: 500,
    relation: null,
  };
}

export const HANDMADE = BY_HAND.length;
