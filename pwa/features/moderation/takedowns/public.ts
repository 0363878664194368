export { takedownsQuery } from "./api.ts";
export { TakedownNote } from "./TakedownNote.tsx";
