/** For modules of the initial bundle, instead of `index.ts`: messages of other areas are a type error. */
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
