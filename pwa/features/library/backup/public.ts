export { BackupSection } from "./BackupSection.tsx";
