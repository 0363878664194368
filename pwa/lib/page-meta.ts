/** What the server writes into `meta` elements of the page; on the server itself, what it would write. */
let onServer: Record<string, string> = {};

export function setPageMeta(metas: Record<string, string>): void {
  onServer = metas;
}

/** Empty in development, where the page comes from elsewhere. */
export function pageMeta(name: string): string {
  if (typeof document === "undefined") return onServer[name] ?? "";
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
