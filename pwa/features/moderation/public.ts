export { MODERATION_KEY, tasksQuery } from "./api.ts";
