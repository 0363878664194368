/** The web app manifest, written by the build (vite.config.ts). */
import { FILE_TYPES } from "#shared/rules/file-types.ts";
import { SHARE_TARGET, SHARED_FILES } from "#shared/rules/share-target.ts";

/** File types that the installed app opens for a hash lookup: those people download from posts. */
const HANDLED = FILE_TYPES.filter(
  ({ kind, types: [type] }) => kind !== "document" || type === "application/pdf",
);
const FILES = Object.fromEntries(HANDLED.map(({ types: [type], extensions }) => [type, [...extensions]]));

export function manifest(name: string) {
  const icon = (src: string, sizes: string, purpose: "any" | "maskable") => ({
    src,
    sizes,
    type: "image/png",
    purpose,
  });
  const shortcut = (title: string, url: string) => ({
    name: title,
    url,
    icons: [icon("/icon-192.png", "192x192", "any")],
  });
  return {
    id: "/",
    name,
    short_name: name.slice(0, 12),
    description: "A searchable archive of creators' posts that works offline.",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone" as const,
    theme_color: "#2a2038",
    background_color: "#2a2038",
    icons: [
      icon("/icon-192.png", "192x192", "any"),
      icon("/icon-512.png", "512x512", "any"),
      icon("/icon-maskable-192.png", "192x192", "maskable"),
      icon("/icon-maskable-512.png", "512x512", "maskable"),
    ],
    // All work offline.
    shortcuts: [
      shortcut("Search", "/?focus=search"),
      shortcut("Saved", "/saved"),
      shortcut("New", "/posts"),
      shortcut("Random", "/posts/random"),
    ],
    // Handled by the service worker (sw/share-target.ts): shared content is not sent to the server.
    share_target: {
      action: SHARE_TARGET,
      method: "POST" as const,
      enctype: "multipart/form-data" as const,
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: SHARED_FILES, accept: ["image/*", "video/*", "audio/*", ...Object.keys(FILES)] }],
      },
    },
    file_handlers: [{ action: "/search_hash", accept: FILES }],
  };
}
