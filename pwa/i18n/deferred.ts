/** English of the screens that are not in the first load; whatever uses it imports this by itself (app/build/compile-catalogs.ts). */
import { messages } from "./english-deferred.ts";
import { addEnglish } from "./locale.ts";

addEnglish(messages);
