/** For modules of the first load, in place of `index.ts`: only messages of its areas compile. */
import type { INITIAL_AREAS } from "./areas.ts";
import { type MessageId, t as translate, type Values } from "./translate.ts";

export {
  chooseLocale,
  formatNumber,
  intlLocale,
  LOCALES,
  type Locale,
  type MessageId,
  startLocale,
  switchTo,
  useLocale,
} from "./translate.ts";

type Area = (typeof INITIAL_AREAS)[number];
export type InitialId = Extract<MessageId, Area | `${Area}.${string}`>;

export const t: (id: InitialId, values?: Values) => string = translate;
