export * from "../services/index.ts";
