/** The web app manifest; the build writes it (vite.config.ts). */

export function manifest(name: string) {
  const icon = (src: string, sizes: string, purpose: "any" | "maskable") => ({
    src,
    sizes,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name,
    short_name: name.slice(0, 12),
    description: "An archive of creators' posts that searches well and works offline.",
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
    shortcuts: [
      { name: "Search", url: "/?focus=search", icons: [icon("/icon-192.png", "192x192", "any")] },
      { name: "Posts", url: "/posts", icons: [icon("/icon-192.png", "192x192", "any")] },
      { name: "Creators", url: "/artists", icons: [icon("/icon-192.png", "192x192", "any")] },
    ],
  };
}
