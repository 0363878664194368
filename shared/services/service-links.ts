/** Recognizes addresses on the services' own sites. */
import { SERVICES, type Service, serviceInfo } from "./index.ts";

/** Parts of a web address, as `URL` has them. */
export interface Address {
  host: string;
  hostname: string;
  pathname: string;
  search: string;
}

/** The post that a web address leads to. */
export function linkedPost(url: Address): { service: Service; post: string } | undefined {
  const text = withoutWww(url.hostname + url.pathname);
  for (const service of SERVICES) {
    const post = serviceInfo(service).postLink?.exec(text)?.[1];
    if (post !== undefined) return { service, post };
  }
  return undefined;
}

/** Names of services' own pages, where creators' pages have their names. */
const NOT_CREATORS =
  /^(posts?|search|login|about|app|home|settings|explore|my|user|c|cw|join|checkout|bepatron)$/i;

/** The creator that a web address leads to. */
export function linkedCreator(url: Address): { service: Service; user: string } | undefined {
  const text = withoutWww(url.host + url.pathname + url.search);
  for (const service of SERVICES) {
    const { profileUrl } = serviceInfo(service);
    if (profileUrl === null) continue;
    const start = withoutWww(profileUrl.slice("https://".length, -"{user}".length));
    const user = text.startsWith(start) ? /^[^/?#&]+/.exec(text.slice(start.length))?.[0] : undefined;
    if (user !== undefined && !NOT_CREATORS.test(user)) return { service, user };
  }
  return undefined;
}

/** The creator that a web address names by its public name, where the service has ids besides. */
export function namedCreator(url: Address): { service: Service; publicId: string } | undefined {
  const text = withoutWww(url.hostname + url.pathname);
  for (const service of SERVICES) {
    const publicId = serviceInfo(service).publicLink?.exec(text)?.slice(1).find(Boolean);
    if (publicId !== undefined && !NOT_CREATORS.test(publicId)) return { service, publicId };
  }
  return undefined;
}

function withoutWww(address: string): string {
  return address.replace(/^www\./, "");
}
