export { postQuery } from "./api.ts";
