/**
 * Lets the browser keep the app's modules between test files. Each file has a page of its own, which loads a thousand
 * modules; asking the development server again whether each is still the same took longer than most files' tests.
 */
import type { Plugin } from "vite";

const MODULE = /^\/(pwa|shared|tests\/components)\/.*\.(tsx?|css|json)(\?|$)/;

export function cachedModules(): Plugin {
  return {
    name: "roost-cached-modules",
    configureServer({ middlewares }) {
      middlewares.use(({ url = "" }, response, next) => {
        if (MODULE.test(url)) {
          const setHeader = response.setHeader.bind(response);
          response.setHeader = (name, value) =>
            setHeader(
              name,
              name === "Cache-Control" && response.statusCode === 200 ? "max-age=86400" : value,
            );
        }
        next();
      });
    },
  };
}
