/** Site settings of the operator. The server reads them from its environment, and every page passes them to the app. */
import { z } from "zod/mini";
import type { LoginMethods } from "./single-sign-on.ts";

export interface SiteLink {
  title: string;
  href: string;
}

export const AD_PLACES = ["header", "middle", "footer"] as const;
export type AdPlace = (typeof AD_PLACES)[number];

const INTERNAL_PATH = /^\/(?![/\\])[^\s\\]*$/;

/**
 * Ads allow only markup and images from this origin: no third-party code runs in the page, and no third party sees who
 * reads.
 */
export const AdBlock = z.strictObject({
  place: z.enum(AD_PLACES),
  title: z.string().check(z.minLength(1), z.maxLength(60)),
  text: z.string().check(z.maxLength(160)),
  href: z.string().check(
    z.maxLength(2_000),
    z.refine(
      (href) => INTERNAL_PATH.test(href) || isWebAddress(href),
      "expected an http(s) address or a /path",
    ),
  ),
  image: z.optional(z.string().check(z.regex(INTERNAL_PATH, "expected a /path of this site"))),
});
export type AdBlock = z.output<typeof AdBlock>;

/** `members`: everything but logging in and the texts of the site needs an account (decision 0070). */
export const ACCESS_MODES = ["open", "members"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export interface Site {
  access: AccessMode;
  /** `mailto:` or web address of the operators; absent if not configured. */
  contact?: string | undefined;
  status?: string | undefined;
  community: SiteLink[];
  ads: AdBlock[];
  /** Links hidden from the sidebar. */
  hidden: HideableLink[];
  login: LoginMethods;
}

export const HIDEABLE_LINKS = ["dms", "shares"] as const;
export type HideableLink = (typeof HIDEABLE_LINKS)[number];

export const NO_SITE: Site = {
  access: "open",
  community: [],
  ads: [],
  hidden: [],
  login: { password: true, providers: [] },
};

const WebAddress = z.url({ protocol: /^https?$/ });

export function isWebAddress(text: string): boolean {
  return WebAddress.safeParse(text).success;
}

/**
 * Parses a mail or web address.
 * @throws Error with the reason
 */
export function parseContact(text: string): string {
  if (isWebAddress(text)) return text;
  const mail = text.replace(/^mailto:/i, "");
  if (/^[^\s@<>?&]+@[^\s@<>?&]+$/.test(mail)) return `mailto:${mail}`;
  throw new Error("expected a mail address or an http(s) address");
}

/**
 * Parses `Title=https://…, Another title=https://…`; an address may contain commas.
 * @throws Error with the reason
 */
export function parseLinks(text: string): SiteLink[] {
  return text.split(/,(?=[^,=]*=\s*https?:)/).flatMap((part) => {
    if (part.trim() === "") return [];
    const at = part.indexOf("=");
    const [title, href] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 0 || title === "" || !isWebAddress(href))
      throw new Error(`expected Title=https://…, got ${part.trim()}`);
    return { title, href };
  });
}

/**
 * Parses a JSON list of ad blocks.
 * @throws Error with the reason
 */
export function parseAds(text: string): AdBlock[] {
  if (text === "") return [];
  return z.array(AdBlock).check(z.maxLength(12)).parse(JSON.parse(text));
}

/**
 * Parses `dms,shares`.
 * @throws Error with the reason
 */
export function parseHidden(text: string): HideableLink[] {
  return text.split(",").flatMap((part) => {
    const name = part.trim();
    if (name === "") return [];
    const link = HIDEABLE_LINKS.find((one) => one === name);
    if (link === undefined) throw new Error(`expected ${HIDEABLE_LINKS.join(" or ")}, got ${name}`);
    return link;
  });
}
