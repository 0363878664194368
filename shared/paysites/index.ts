/** The twelve supported services: title, color and profile link. */

export interface Paysite {
  title: string;
  /** CSS hex color of the brand, used only for small marks. */
  color: string;
  /** Address of a creator's profile on the service, absent where there is none to link to. */
  profileUrl?: (id: string) => string;
}

export const PAYSITES = {
  patreon: {
    title: "Patreon",
    color: "#fa5742",
    profileUrl: (id) => `https://www.patreon.com/user?u=${enc(id)}`,
  },
  fanbox: {
    title: "Pixiv Fanbox",
    color: "#2c333c",
    profileUrl: (id) => `https://www.pixiv.net/fanbox/creator/${enc(id)}`,
  },
  discord: { title: "Discord", color: "#5165f6" },
  fantia: { title: "Fantia", color: "#e1097f", profileUrl: (id) => `https://fantia.jp/fanclubs/${enc(id)}` },
  afdian: { title: "Afdian", color: "#9169df" },
  boosty: { title: "Boosty", color: "#fd6035", profileUrl: (id) => `https://boosty.to/${enc(id)}` },
  gumroad: { title: "Gumroad", color: "#2b9fa4", profileUrl: (id) => `https://gumroad.com/${enc(id)}` },
  subscribestar: {
    title: "SubscribeStar",
    color: "#009688",
    profileUrl: (id) => `https://subscribestar.adult/${enc(id)}`,
  },
  dlsite: {
    title: "DLsite",
    color: "#052a83",
    profileUrl: (id) => `https://www.dlsite.com/eng/circle/profile/=/maker_id/${enc(id)}`,
  },
  onlyfans: { title: "OnlyFans", color: "#008ccf", profileUrl: (id) => `https://onlyfans.com/${enc(id)}` },
  fansly: { title: "Fansly", color: "#2699f7", profileUrl: (id) => `https://fansly.com/${enc(id)}` },
  candfans: { title: "CandFans", color: "#9d44cc", profileUrl: (id) => `https://candfans.jp/${enc(id)}` },
} as const satisfies Record<string, Paysite>;

export type Service = keyof typeof PAYSITES;

export const SERVICES = Object.keys(PAYSITES) as [Service, ...Service[]];

export function isService(value: string): value is Service {
  return Object.hasOwn(PAYSITES, value);
}

export function paysite(service: Service): Paysite {
  return PAYSITES[service];
}

function enc(id: string): string {
  return encodeURIComponent(id);
}
