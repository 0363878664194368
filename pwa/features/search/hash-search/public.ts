export { fileNameIn, hashQuery, searchMany } from "./api.ts";
export { HashPool } from "./hashing/pool.ts";
export { Uses } from "./Uses.tsx";
