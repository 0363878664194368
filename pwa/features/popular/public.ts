export { popularQuery } from "./api.ts";
export { type PopularSearch, toPopularSearch } from "./search.ts";
