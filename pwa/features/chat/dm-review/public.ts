export { hasPendingQuery } from "./api.ts";
