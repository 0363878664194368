/** The same as `index.ts` for modules of the first load: only messages of its areas compile. */
import type { INITIAL_AREAS } from "./areas.ts";
import * as all from "./translate.ts";

export * from "./translate.ts";

export type InitialId = Extract<all.MessageId, `${(typeof INITIAL_AREAS)[number]}.${string}`>;
type Initial<F> = F extends (id: all.MessageId, values?: all.Values) => infer R
  ? (id: InitialId, values?: all.Values) => R
  : never;

export const t: Initial<typeof all.t> = all.t;
export const pieces: Initial<typeof all.pieces> = all.pieces;
export const plain: Initial<typeof all.plain> = all.plain;
