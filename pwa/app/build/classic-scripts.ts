/**
 * While the app is built: its modules become classic scripts in SystemJS's format. Of those the browser keeps the compiled
 * code with the service worker's cache, of modules it does not (decision 0051).
 */
import { transform, version } from "@swc/core";
import type { Plugin } from "vite";

export function classicScripts(): Plugin {
  return {
    name: "roost-classic-scripts",
    apply: "build",
    enforce: "post",
    augmentChunkHash: () => version, // file names are hashed before generateBundle
    generateBundle: {
      order: "post", // Vite has written the styles of dynamic imports by then
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        await Promise.all(
          chunks.map(async (chunk) => {
            chunk.code = await inFormat(chunk.code);
          }),
        );
      },
    },
  };
}

async function inFormat(code: string): Promise<string> {
  const script = await transform(code, {
    configFile: false,
    swcrc: false,
    isModule: true,
    module: { type: "systemjs" },
    minify: true,
    jsc: {
      target: "es2024",
      parser: { syntax: "ecmascript" },
      minify: { compress: false, mangle: true, format: { comments: false } }, // compressed by Vite
    },
  });
  return script.code;
}
