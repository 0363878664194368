export { postQuery } from "./api.ts";
export { savableOf } from "./savable.ts";
