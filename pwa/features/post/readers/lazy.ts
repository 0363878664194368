/** Lazy components of this folder: each reader loads with its first file. */
import { type ComponentType, lazy } from "react";
import type { FileReaderName } from "#shared/rules/image-types.ts";
import type { ReaderProps } from "./reader.ts";

const PdfReader = lazy(() => import("./pdf/PdfReader.tsx").then((file) => ({ default: file.PdfReader })));
const EpubReader = lazy(() => import("./epub/EpubReader.tsx").then((file) => ({ default: file.EpubReader })));

export const READERS: Record<FileReaderName, ComponentType<ReaderProps>> = {
  pdf: PdfReader,
  epub: EpubReader,
};
