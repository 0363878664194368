/** A page in Chromium with a file input and a module of the app. */
import { build } from "esbuild";
import { chromium, type Page } from "playwright";
import { findBrowser } from "../support/browser.ts";

/**
 * @param module file of pwa/offline/pictures
 * @param name global variable with its exports
 */
export async function openPicturePage(
  module: string,
  name: string,
): Promise<AsyncDisposable & { page: Page }> {
  const built = await build({
    entryPoints: [new URL(`../../pwa/offline/pictures/${module}`, import.meta.url).pathname],
    ...{ bundle: true, format: "iife", globalName: name, write: false, target: "es2023" },
  });
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.setContent("<input type=file>");
  await page.addScriptTag({ content: built.outputFiles[0]!.text });
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
