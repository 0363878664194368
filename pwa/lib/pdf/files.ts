/** Files of the app that pdf.js requests when a document needs them: fonts, character maps of CJK, image decoders. */
import workerAddress from "./reader-pdf-worker.ts?worker&url";

const ADDRESSES = import.meta.glob<string>(
  [
    "../../../node_modules/pdfjs-dist/cmaps/*.bcmap",
    "../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}",
    "../../../node_modules/pdfjs-dist/wasm/*.wasm",
  ],
  { eager: true, import: "default", query: "?url" },
);

const BY_NAME = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.slice(path.lastIndexOf("/") + 1), address]),
);

export { workerAddress };

/** @throws Error for a file that pdf.js does not have */
export function addressOfPdfFile(name: string): string {
  const address = BY_NAME.get(name);
  if (address === undefined) throw new Error(`pdf.js has no file ${name}`);
  return address;
}

/** Everything that pages of a PDF may need, beside the module that shows them. */
export const pdfFiles = (): string[] => [workerAddress, ...BY_NAME.values()];
