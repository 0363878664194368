export { LedgerSection } from "./LedgerSection.tsx";
export { OwnedFiles, OwnedMark, OwnedNote } from "./OwnedFiles.tsx";
