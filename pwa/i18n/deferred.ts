/** Adds the English of the screens that are not in the first load. */
import { messages } from "./english-deferred.ts";
import { addEnglish } from "./locale.ts";

addEnglish(messages);
