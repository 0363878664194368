/** Values that the server writes into `meta` elements; during server rendering, the values it would write. */
let onServer: Record<string, string> = {};

export function setPageMeta(metas: Record<string, string>): void {
  onServer = metas;
}

/** Empty in development, where another server sends the page. */
export function pageMeta(name: string): string {
  if (typeof document === "undefined") return onServer[name] ?? "";
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
