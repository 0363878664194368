/** Adds English messages that are not in the initial bundle. */
import { messages } from "./english-deferred.ts";
import { addEnglish } from "./locale.ts";

addEnglish(messages);
