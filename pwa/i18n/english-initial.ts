/** English messages of the initial bundle. The build (app/build/compile-catalogs.ts) keeps only that half here. */
import type { Messages } from "@lingui/core";
import english from "./en.json";

export const messages = english as unknown as Messages;
