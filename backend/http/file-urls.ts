/** Absolute URLs of files, for programs that read feeds. */
import { BASIC_LOGIN } from "#shared/rules/files.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import type { ThumbnailWidth } from "#shared/rules/thumbnails.ts";

export interface FileUrls {
  /** @param path stored path @param name for the download */
  file(path: string, name?: string): string;
  thumbnail(path: string, width: ThumbnailWidth): string;
  icon(service: string, creator: string): string;
  /** @param path `/data/…`, or another one of this site */
  own(path: string): string;
}

/** In an archive for members, they ask for the login of the feed. */
export function fileUrls({
  origin,
  fileServer,
  config,
}: {
  origin: string;
  fileServer: (path: string) => string;
  config: { ACCESS: AccessMode };
}): FileUrls {
  const withLogin = (url: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query);
    if (config.ACCESS === "members") search.set("login", BASIC_LOGIN);
    return search.size === 0 ? url : `${url}?${search}`;
  };
  return {
    file: (path, name = "") => withLogin(`${fileServer(path)}/data${path}`, name === "" ? {} : { f: name }),
    thumbnail: (path, width) => withLogin(`${origin}/thumbnail/data${path}`, { w: String(width) }),
    icon: (service, creator) =>
      withLogin(`${origin}/icons/${encodeURIComponent(service)}/${encodeURIComponent(creator)}`),
    own: (path) => withLogin(`${origin}${path}`),
  };
}
