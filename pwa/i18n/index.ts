/**
 * Messages of the app, with English of all screens. Call inside components and handlers, never at module level, as the
 * language may change.
 */
import "./deferred.ts";

export * from "./translate.ts";
