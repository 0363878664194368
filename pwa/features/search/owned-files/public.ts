export { OwnedFiles, OwnedMark, OwnedNote } from "./OwnedFiles.tsx";
export { LedgerSection } from "./OwnedFilesSection.tsx";
