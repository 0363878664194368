/** Addresses on the services' own sites. */
import { serviceInfoOf } from "./index.ts";

/** @returns undefined where the service has no page to link to */
export function profileUrl(service: string, user: string): string | undefined {
  return serviceInfoOf(service)?.profileUrl?.replace("{user}", () => encodeURIComponent(user));
}

/** @returns undefined where the service has no page for one post */
export function postUrl(service: string, user: string, post: string): string | undefined {
  return serviceInfoOf(service)
    ?.postUrl?.replace("{user}", () => encodeURIComponent(user))
    .replace("{post}", () => encodeURIComponent(post));
}
