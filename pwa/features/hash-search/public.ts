export { searchMany } from "./api.ts";
export { HashPool } from "./hashing/pool.ts";
