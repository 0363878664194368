/** English of the other screens. When the app is built, app/build/compile-catalogs.ts leaves only that half here. */
import type { Messages } from "@lingui/core";
import english from "./en.json";

export const messages = english as unknown as Messages;
