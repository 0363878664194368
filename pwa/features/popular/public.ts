export { popularQuery } from "./api.ts";
export { toPopularSearch } from "./search.ts";
